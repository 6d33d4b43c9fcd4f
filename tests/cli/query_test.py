#!/usr/bin/env python3
"""weft query over an archive: every two versions that follow each other are asked, those that are no pages or cannot be believed are not."""
from archive import DAY, START, Archive, version, w
from harness import done, equal, page, point, trouble

SHOP, NEWS, FORM = 'https://shop.example/teas', 'https://news.example/', 'https://shop.example/find#weft-0123456789abcdef'
PICTURE, LOGIN, ALONE = 'https://shop.example/tea.png', 'https://news.example/members', 'https://news.example/once'
ROWS = ''.join(f'<section><h2>Tea {i}</h2><p>Words about tea number {i}, which is a tea of its own. <a href="/tea{i}">tea {i}</a></p></section>'
               for i in range(6))
TEAS = [page(f'<h1>Teas</h1>{ROWS}'), page(f'<h1>Teas</h1>{ROWS.replace("/tea3", "/tea33")}'),
        page(f'<h1>Teas</h1>{ROWS.replace("/tea3", "/tea33").replace("</section>", "<a href=/new>new tea</a></section>", 1)}')]


def found(*words):
    """what is found, by page and versions"""
    run = w('query', *words, '--json')
    return {(delta['url'], delta['from'], delta['to']): delta for delta in run.json()}, run


a = Archive()
a.page(SHOP, TEAS)
a.page(NEWS, [page('<p>First news <a href="/1">one</a>'), page('<p>First news <a href="/1">one</a> <a href="/2">two</a>')], at=START + 10 * DAY)
a.page(FORM, [page('<p>Found <a href="/a">a</a>'), page('<p>Found <a href="/a">a</a> <a href="/b">b</a>')], canonical='https://shop.example/find')
a.page(PICTURE, [version(1, b'\x89PNG\r\n\x1a\n\0one', START, content_type='image/png'), version(2, b'\x89PNG\r\n\x1a\n\0two', START + DAY, content_type='image/png')])
a.page(LOGIN, [page('<p>Members <a href="/1">one</a>'), version(2, page('<p>Log in <a href="/in">in</a>'), START + DAY, suspect=True),
               version(3, page('<p>Members <a href="/1">one</a> <a href="/3">three</a>'), START + 2 * DAY),
               version(4, page('gone'), START + 3 * DAY, lost=True), version(5, page('<p>Members <a href="/3">three</a>'), START + 4 * DAY)])
a.page(ALONE, [page('<p>Only once')])
a.page('https://news.example/none', [])
a.fill()

deltas, run = found('//Delta')
equal(sorted(deltas), sorted([(SHOP, '1', '2'), (SHOP, '2', '3'), (NEWS, '1', '2'), (FORM.split('#')[0], '1', '2'), (LOGIN, '1', '3'), (LOGIN, '3', '5')]),
      'every two versions that follow each other, but no picture, nothing suspect and nothing lost')
equal(run.status, 0, 'something is found: status 0')
equal(deltas[SHOP, '2', '3']['date'], '2026-11-03T12:00:00.000Z', 'with the day of the new one')
equal(deltas[SHOP, '2', '3']['delta'], f'{SHOP} versions 2 to 3', 'and a name for people')
deltas, _ = found('//Insert/link')
equal({key: [link['adr'] for link in delta['found']] for key, delta in deltas.items()},
      {(SHOP, '2', '3'): ['https://shop.example/new'], (NEWS, '1', '2'): ['https://news.example/2'],
       (FORM.split('#')[0], '1', '2'): ['https://shop.example/b'], (LOGIN, '1', '3'): ['https://news.example/3']}, 'links that were inserted')
deltas, _ = found('//Update/link[@adr="https://shop.example/tea33" or contains(@adr, "tea33")]')
equal(list(deltas), [(SHOP, '1', '2')], 'a link that was updated')
deltas, _ = found('//Insert/link', '--since', '2026-11-10')
equal(list(deltas), [(NEWS, '1', '2')], '--since leaves out what is older')
deltas, _ = found('//Insert/link', '--since', '2026-11-03')
equal(sorted(deltas), sorted([(SHOP, '2', '3'), (NEWS, '1', '2'), (LOGIN, '1', '3')]), 'and compares with what was there before')
run = w('query', 'count(//Insert/link)', '--json')
equal(sorted(delta['value'] for delta in run.json()), [0, 0, 1, 1, 1, 1], 'a number for each')
deltas, _ = found('//Delta/@importance')
weight = float(deltas[SHOP, '1', '2']['found'][0]['importance'])
point(0 < weight < 0.5, 'each knows how important it is', weight)
alone = w('importance', f'{SHOP}@1', '@2', '--json').json()['importance']
point(abs(weight - alone) < 1e-6, 'as weft importance does', weight, alone)
deltas, _ = found(f'//Delta[@importance > {weight * 0.99} and @toTime > {START // 1000}]')
point((SHOP, '1', '2') in deltas, 'which can be asked about', deltas)
run = w('query', '//Block[@importance > 0.99]/Insert/link')
equal((run.status, run.out), (1, 'Nothing found in 6 deltas.\n'), 'nothing found: status 1')
text = w('query', '//Insert/link', '--since', '2026-11-10').out
point(text.startswith(f'{NEWS} versions 1 to 2: /XML/Delta/Block') and 'adr="https://news.example/2"' in text, 'a line for people', text)
equal(w('query', '//Insert/link').out, w('query', '//Insert/link').out, 'the same question, the same answer')
all_found, two = (w('query', 'count(//Insert)', *more, '--json').json() for more in ([], ['--limit', '2']))
point(len(all_found) > 2 and two == all_found[:2], '--limit takes the first', all_found, two)
trouble(w('query', '//Insert/link', store='nowhere.db'), 'no archive', 'nowhere.db')
trouble(w('query', '//['), 'no XPath', 'cannot be used')
done()
