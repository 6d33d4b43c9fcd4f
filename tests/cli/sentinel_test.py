#!/usr/bin/env python3
"""weft sentinel: files of sentinels are read, explained and tried out on files. Golden cases have the language itself."""
import os
import pathlib

from harness import done, environment, equal, point, trouble, weft, write

SOURCE = pathlib.Path(os.environ.get('WEFT_SOURCE') or pathlib.Path(__file__).resolve().parents[2])

write('good.sentinel', 'create sentinel a on "https://a.example/" monitor links;\n')
write('bad.sentinel', 'create sentinel a on "https://a.example/"\n  monitr links;\n')

run = weft('sentinel', 'check', 'good.sentinel')
equal((run.status, run.out), (0, '1 statement, no mistakes.\n'), 'a right file')
run = weft('sentinel', 'check', 'bad.sentinel')
equal(run.status, 1, 'a wrong file has status 1')
point(run.out.startswith('bad.sentinel:2:3: expected ') and 'did you mean MONITOR?' in run.out, 'and a place, and the nearest word', run)
faults = weft('sentinel', 'check', 'bad.sentinel', '--json').json()['faults']
equal([(f['line'], f['column'], f['nearest']) for f in faults], [(2, 3, 'MONITOR')], 'the same as data')
point('AND' in faults[0]['expected'] and 'FETCH' in faults[0]['expected'], 'with all that could stand there', faults)
data = weft('sentinel', 'check', '-', '--json', stdin=b'drop set a').json()
equal([(s['statement'], s['name'], s['text']) for s in data['statements']], [('drop set', 'a', 'DROP SET a;')], 'standard input')
write('two.bad.sentinel', 'create sentinel a on "https://a.example/" monitor regex /(/;\ncreate sentinel b on "https://a.example/" monitr links;\n')
equal([f['line'] for f in weft('sentinel', 'check', 'two.bad.sentinel', '--json').json()['faults']], [1, 2], 'mistakes stand in the order of the text')
trouble(weft('sentinel', 'check', 'none.sentinel'), 'a file that is not there', 'none.sentinel')
trouble(weft('sentinel', 'chek', 'good.sentinel'), 'a verb misspelt', "did you mean 'check'?")

write('shop.sentinel', """CREATE SENTINEL prices ON "https://shop.example/" MONITOR table prices BY email anna@example.org;
CREATE SENTINEL both ON "https://shop.example/" MONITOR links AND images NOTIFY EVERY 3 days;
CREATE SENTINEL cheap USING prices MONITOR keyword sale CUMULATIVE 2;
CREATE SENTINEL never ON "https://shop.example/" MONITOR any change WHEN IMPORTANCE >= 1;
""")
SHOP = ('<h1>Shop</h1><p>Welcome to the shop, where there is tea for everyone {sale}.</p><table id=prices><tr><td>Tea</td><td>{price}</td></tr></table>'
        '<p><a href="/a">a</a>{link}{image}</p>')
for number, (price, sale, link, image) in enumerate([(10, '', '', ''), (11, 'sale', '<a href="/b">b</a>', ''), (11, '', '', '<img src="x.png">')]):
    write(f'v{number}.html', SHOP.format(price=price, sale=sale, link=link, image=image))
VERSIONS = ['v0.html', 'v1.html', 'v2.html']

run = weft('sentinel', 'explain', 'shop.sentinel')
point(run.status == 0 and '4 sentinels, 1 page, 6 nodes' in run.out and 'table "prices" of https://shop.example/' in run.out, 'the graph as text', run)
run = weft('sentinel', 'explain', 'shop.sentinel', '--name', 'both', '--format', 'svg')
point(run.out.startswith('<svg ') and run.out.count('<rect') == 5 and run.out.count('<path') == 5, 'as a picture: a page, two changes, AND, a sentinel', run)
point('digraph' in weft('sentinel', 'explain', 'shop.sentinel', '--format', 'dot').out, 'for Graphviz')
trouble(weft('sentinel', 'explain', 'shop.sentinel', '--name', 'none'), 'a sentinel that is not there', "called 'none'")
write('circle.sentinel', 'create sentinel a using b and b; create sentinel b using a')
run = weft('sentinel', 'explain', 'circle.sentinel')
point(run.status == 1 and 'circle.sentinel:1:17: a stands on itself' in run.out, 'what does not fit together is told with its place', run)

run = weft('sentinel', 'test', 'shop.sentinel', *VERSIONS, '--start', '2026-11-02', env=environment(TZ='UTC'))
equal(run.out, """2026-11-03 00:00:00 prices by email anna@example.org
  version 2 (v1.html) against 1, table "prices":
    update: Tea: 10 -> 11
2026-11-04 00:00:00 cheap by email anna@example.org
  version 2 (v1.html) against 1, keywords("sale"):
    insert: sale
  version 3 (v2.html) against 2, keywords("sale"):
    delete: sale
2026-11-05 00:00:00 both
  version 2 (v1.html) against 1, links:
    insert: https://shop.example/b
  version 3 (v2.html) against 2, images:
    insert: https://shop.example/x.png
  version 3 (v2.html) against 2, links:
    delete: https://shop.example/b
3 messages for 3 versions; 2 comparisons, 10 changes looked for.
""", 'what would have been sent')
data = weft('sentinel', 'test', 'shop.sentinel', *VERSIONS, '--start', '2026-11-02', '--every', '1h', '--json', env=environment(TZ='UTC')).json()
equal([(m['at'], m['sentinel']) for m in data['messages']], [('2026-11-02T01:00:00.000Z', 'prices'), ('2026-11-02T02:00:00.000Z', 'cheap'),
                                                             ('2026-11-05T00:00:00.000Z', 'both')], 'the same as data, an hour apart')
write('two.sentinel', 'create sentinel a on "https://a.example/" or "https://b.example/" monitor links')
trouble(weft('sentinel', 'test', 'two.sentinel', *VERSIONS), 'two pages', '--url')
trouble(weft('sentinel', 'test', 'two.sentinel', *VERSIONS, '--url', 'https://c.example/'), 'a page that nobody asks for', 'https://c.example/')
trouble(weft('sentinel', 'test', 'two.sentinel', 'none.html', '--url', 'https://a.example/'), 'a version that is not there', 'none.html')

write('page.sentinel', '\n<!doctype html><p>CREATE SENTINEL a ON')
result = weft('sentinel', 'check', 'page.sentinel')
point(result.status == 1 and result.out.startswith('page.sentinel:2:1: this is a page, not a file of sentinels') and result.out.count('\n') == 3,
      'a page is not read as sentinels', result.out)

grammar = (SOURCE / 'docs/sentinel-grammar.md').read_text(encoding='utf-8')
point(grammar.endswith(weft('sentinel', 'grammar').out), 'docs/sentinel-grammar.md is what weft sentinel grammar prints: write it anew')

done()
