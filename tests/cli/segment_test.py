#!/usr/bin/env python3
"""weft segment: blocks of a page from a file, from standard input and from an address."""
import pathlib

from columns import PAGES, columns_apart
from harness import SCRATCH, done, equal, point, read, trouble, weft, write

write('page.html', '''<!DOCTYPE html><html><head><title>A page</title></head><body>
<div id="header"><h1><a href="/">The site</a></h1></div>
<div id="content"><p>A text of some words.</p><p>And another one with <a href="b.html">a link</a>.</p></div>
<div id="footer"><p>The end</p></div></body></html>''')
run = weft('segment', 'page.html')
equal(run.status, 0, 'blocks of a file')
data = run.json()
equal(data['layout'], 'estimate', 'the layout is told')
blocks = data['blocks']
equal((blocks[0]['ref'], blocks[0]['parent']), ('1', None), 'the first block is the page')
leaves = [block for block in blocks if block['leaf']]
equal(sum(block['words'] for block in leaves), blocks[0]['words'], "every word is in one leaf")
paths = [path for block in leaves for path in block['nodes']]
point('/html/body/div[1]' in paths and '/html/body/div[3]' in paths, 'header and footer are blocks of their own', paths)
equal(weft('segment', '-', stdin=read('page.html').encode()).json()['blocks'], blocks, "'-' is standard input")
write('plain.html', '<h1>A heading</h1><p>A text.</p><hr><p>Another.</p>')
equal([len(weft('segment', 'plain.html', '--pdoc', pdoc).json()['blocks']) > 1 for pdoc in ('1', '10')], [False, True], 'a higher PDoC has more blocks')
address = (pathlib.Path(SCRATCH) / 'page.html').as_uri()
equal([block['nodes'] for block in weft('segment', address).json()['blocks']], [block['nodes'] for block in blocks], 'an address')
run = weft('segment', 'page.html', '-o', 'out.json')
equal((run.status, run.out, len(read('out.json')) > 100), (0, '', True), '--output')
trouble(weft('segment', 'page.html', '--pdoc', '11'), 'a PDoC out of range', '1 to 10')
trouble(weft('segment', 'page.html', '--pdoc', 'x'), 'a PDoC that is none', '1 to 10')
trouble(weft('segment', 'nosuch.html'), 'a file that is not there', 'nosuch.html')
trouble(weft('segment', 'http://127.0.0.1:9/'), 'an address that is not allowed', '127.0.0.1')

first = weft('segment', 'page.html', '--memory', 'page.memory')
equal((first.status, first.json()['layout']), (0, 'estimate'), '--memory: the first time the page is laid out')
again = weft('segment', 'page.html', '--memory', 'page.memory').json()
equal((again['layout'], again['blocks']), ('cached', first.json()['blocks']), 'the second time its blocks are remembered')
write('page.html', read('page.html').replace('A text of some words.', 'A text of more words.'))
equal(weft('segment', 'page.html', '--memory', 'page.memory').json()['layout'], 'cached', 'also where words have changed')
write('page.html', read('page.html').replace('<p>The end</p>', '<p>The end</p><p>or not</p>'))
data = weft('segment', 'page.html', '--memory', 'page.memory').json()
equal((data['layout'], data['blocks']), ('estimate', weft('segment', 'page.html').json()['blocks']), 'but not where the form has')
write('page.memory', 'nonsense')
trouble(weft('segment', 'page.html', '--memory', 'page.memory'), 'a memory that is none', 'page.memory')
for form in ('svg', 'html', 'vixml'):
    run = weft('segment', 'page.html', '--format', form)
    point(run.status == 0 and 'The site' in run.out and '<script' not in run.out, f'--format {form}', run.status)
for name, html in PAGES.items():
    write('columns.html', html)
    found = weft('segment', 'columns.html').json()
    point(columns_apart(found), f'columns come apart: {name}', [block['words'] for block in found['blocks']])
done()
