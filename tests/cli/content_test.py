#!/usr/bin/env python3
"""weft content: the main text of a page, as text and as a page."""
from harness import done, equal, point, read, trouble, weft, write

TEXT = 'This is a paragraph that is long enough to be one, with a comma and a full stop.'
write('page.html', f'''<!DOCTYPE html><html><head><title>News</title></head><body><nav><a href="/">Home</a></nav>
<main><p>{TEXT}</p><p>{TEXT} <a href="more.html">More</a>.</p></main><footer><p>Copyright {TEXT}</p></footer></body></html>''')
run = weft('content', 'page.html')
equal((run.status, run.out), (0, f'{TEXT}\n\n{TEXT} More.\n'), 'the text alone')
run = weft('content', 'page.html', '--format', 'html', '--base', 'https://example.org/')
point(run.status == 0 and '<a href="https://example.org/more.html"' in run.out and 'Copyright' not in run.out, 'as a page', run)
equal(weft('content', '-', stdin=read('page.html').encode()).out, weft('content', 'page.html').out, "'-' is standard input")
run = weft('content', 'page.html', '-o', 'out.txt')
equal((run.status, run.out, read('out.txt').startswith(TEXT)), (0, '', True), '--output')
equal(weft('content', '-', stdin=b'<a href=x>link</a>').out, '', 'a page without content gives nothing')
trouble(weft('content', 'nosuch.html'), 'a file that is not there', 'nosuch.html')
write('plain.txt', 'Plain words,\nin two lines.\n')
point('Plain words,' in weft('content', 'plain.txt').out, 'all of a text is its content')
trouble(weft('content', 'plain.txt', '--format', 'html'), 'a text as a page', 'this is a text')
weft('segment', 'page.html', '--format', 'vixml', '--output', 'page.vixml')
for command in (('content', 'page.vixml'), ('segment', 'page.vixml'), ('metrics', 'page.vixml', 'page.vixml')):
    trouble(weft(*command), f'{command[0]} of Vi-XML', 'this is Vi-XML')
weft('vidiff', 'page.vixml', 'page.vixml', '--output', 'delta.xml')
for name, words in (('delta.xml', 'this is Vi-Delta'), ('plain.txt', 'this is a text')):
    trouble(weft('simulate', name, '--delete', '100', '--out', 'made'), f'simulate {name}', words)
done()
