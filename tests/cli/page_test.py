#!/usr/bin/env python3
"""weft page: summary, text and JSON of one page."""
from harness import done, equal, page, point, read, weft, write

write('page.html', '''<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Prices  &amp; more</title>
<meta name="description" content="What things cost."></head><body>
<h1>Prices</h1><p>A first sentence. A second one with <a href="a.html">a link</a>.</p>
<h2>Table</h2><table><tr><th>Thing<th>Price<tr><td>Tea<td>3</table>
<ul><li>one<li>two</ul><img src="i.png" alt="A picture"><script>not words</script></body></html>''')
summary = weft('page', 'page.html')
equal(summary.status, 0, 'a summary')
lines = dict((line[:12].strip(), line[13:]) for line in summary.out.split('\n\n')[0].splitlines())
for label, want in (('Title', 'Prices & more'), ('Description', 'What things cost.'), ('Language', 'en'), ('Encoding', 'UTF-8 (meta)'),
                    ('Read as', 'HTML'), ('Links', '1'), ('Images', '1'), ('Tables', '1 (rows 2, cells 4)'), ('Lists', '1 (items 2)'),
                    ('Headings', '2')):
    equal(' '.join(lines.get(label, '').split()), want, f'the summary says {label}')
point('\n  Prices\n    Table\n' in summary.out, 'and the outline', summary)

text = weft('page', 'page.html', '--text')
point(text.status == 0 and 'A first sentence.' in text.out and 'not words' not in text.out, '--text is what a reader sees', text)
data = weft('page', 'page.html', '--json')
model = data.json()
equal((data.status, model['title']), (0, 'Prices & more'), '--json is the model')
equal(weft('page', 'page.html', '--json').raw, data.raw, 'same input, same bytes')
point('https://example.org/a.html' in weft('page', 'page.html', '--json', '--base', 'https://example.org/').out, '--base counts')
equal(weft('page', '-', '--json', stdin=read('page.html').encode()).raw, data.raw, "'-' is standard input")
run = weft('page', 'page.html', '--json', '-o', 'model.json')
equal((run.status, run.out, read('model.json')), (0, '', data.out), '--output')

write('evil.html', page(title='\033]0;owned\007 \x9b title'))
run = weft('page', 'evil.html')
point(not any(c in run.out for c in '\033\007\x9b'), "a page's title cannot command the terminal", repr(run.out))
write('deep.html', '<div>' * 600 + 'deep')
point('Left out' in weft('page', 'deep.html').out, 'what was left out is said')
done()
