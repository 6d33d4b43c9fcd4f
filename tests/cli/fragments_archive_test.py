#!/usr/bin/env python3
"""weft fragments on an archive: what the pages of a site share, how long the parts of an address live, and templates with a max-age from it."""
import json
import os
import random
import re

from archive import DAY, HOUR, START, Archive, version, w
from harness import done, equal, point, read, trouble, weft, write

VISITS = 24


def words(seed, n=60):
    rng = random.Random(seed)
    return ' '.join(''.join(rng.choices('abcdefghijklmnopqrstuvwxyz', k=rng.randint(4, 9))) for _ in range(n))


MENU = '<ul class="menu">' + ''.join(f'<li>{words(900 + i, 3)}</li>' for i in range(12)) + '</ul>'
FOOT = f'<footer><p>{words(950, 40)}</p></footer>'


def page(own, ticker='', box=''):
    """A menu and a foot that all pages share, a text of its own, and what may change."""
    extra = (f'<div class="ticker">{ticker}</div>' if ticker else '') + (f'<div class="box"><p>{box}</p></div>' if box else '')
    return f'<!DOCTYPE html><html><head><title>{own[:10]}</title></head><body>{MENU}<main><p>{own}</p><p>{words(own, 50)}</p></main>{extra}{FOOT}</body></html>\n'


# news: a ticker that is new at every visit, a box that is new every sixth, visits two hours apart
NEWS, STILL, ONCE, EMPTY = ('https://example.org/' + name for name in ('news', 'still', 'once', 'empty'))
NEWS_BODIES = [page(words('news'), words(f't{v}', 50), words(f'b{v // 6}', 60)) for v in range(VISITS)]
archive = Archive()
archive.page(NEWS, NEWS_BODIES, every=2 * HOUR)
archive.page(STILL, [version(1, page(words('still')), START), version(2, page(words('still')) + '<!-- as it was -->', START + 30 * DAY)])
archive.page(ONCE, [page(words('once'))])
archive.page(EMPTY, [])
archive.page('https://quiet.example/a', [page(words('quiet'))], checked_at=START + 100 * DAY)
archive.page('https://quiet.example/b', [page(words('quiet too'))], checked_at=START + 100 * DAY)
for name in 'ab':
    archive.page(f'http://ports.example:8080/{name}', [page(words(name))])
archive.page('http://ports.example:8081/c', [page(words('c'))])
archive.page('https://elsewhere.example/a', [page(words('elsewhere')) + words('x')])
archive.page('https://elsewhere.example/odd', [page(words('e1')), page(words('e2')),
                                               version(3, '<p>Please log in before you read on, thank you very much', START + 2 * DAY, suspect=True)])
for name in ('', 'a?b', 'a_b', '2-a_b', 'x' * 400, 'news/'):
    archive.page('https://home.example/' + name, [page(words('home' + name))])
archive.fill()

# ---- shared --site
found = w('fragments', 'shared', '--site', 'example.org', '--json')
equal(found.status, 0, 'shared --site exits with 0')
data = found.json()
equal(data['pages'], 3, 'the pages of the host that have a version, and no others')
equal({node['page'] for f in data['fragments'] for node in f['nodes']}, {NEWS, STILL, ONCE}, 'named by their addresses')
newest = [write(f'newest/{i}.html', body) for i, body in enumerate((NEWS_BODIES[-1], page(words('still')) + '<!-- as it was -->', page(words('once'))))]
files = weft('fragments', 'shared', *newest, '--json').json()
figures = lambda d: [(f['id'], f['bytes'], f['pages'], f['parents'], [n['path'] for n in f['nodes']]) for f in d['fragments']]
equal(figures(data), figures(files), 'the figures are those of the newest versions as files')
equal([(f['pages'], f['nodes'][0]['path']) for f in data['fragments']], [(3, '/html/body/footer'), (3, '/html/body/ul')], 'foot and menu')
point(w('fragments', 'shared', '--site', 'EXAMPLE.org').out.startswith('2 fragments shared by 2 or more of 3 pages'), 'words for a person; hosts have no case')
equal([w('fragments', 'shared', '--site', site, '--json').json()['pages'] for site in ('ports.example', 'Ports.example:8080')], [3, 2], 'a host, or one of its ports')
trouble(w('fragments', 'shared', '--site', 'ports.example:80'), 'a port that is not there', 'ports.example:80')
trouble(w('fragments', 'shared', '--site', 'nobody.example'), 'a site that is not there', 'nobody.example', "'weft add'")
trouble(w('fragments', 'shared', '--site', 'example.org', newest[0]), 'a site and files', '--site')

# ---- lifetime URL
lived = w('fragments', 'lifetime', NEWS, '--json')
equal(lived.status, 0, 'lifetime of an address exits with 0')
history = lived.json()
equal(history['versions'], VISITS, 'all its versions')
versions = [write(f'news/{v:02}.html', body) for v, body in enumerate(NEWS_BODIES)]
write('when.txt', ''.join(f'{START // 1000 + 7200 * v}\n' for v in range(VISITS)))
equal(history, weft('fragments', 'lifetime', *versions, '--times', 'when.txt', '--json').json(), 'as the same versions in files, with their times')
parts = {f['path']: f for f in history['fragments']}
equal(set(parts), {'/html/body/div[1]', '/html/body/div[2]'}, 'the ticker and the box')
ticker, box = parts['/html/body/div[1]'], parts['/html/body/div[2]']
point(ticker['class'] == 'churn' and ticker['status'] == 'value' and ticker['high_s'] < 7200, 'the ticker is new at every visit', ticker)
point(box['class'] == 'scroll' and box['low_s'] < 6 * 7200 < box['high_s'] < 12 * 6 * 7200, 'the box lives about twelve hours', box)
point('24 versions' in (text := w('fragments', 'lifetime', 'example.org/news').out) and 'times: the archive' in text, 'words for a person', text)
equal(w('fragments', 'lifetime', STILL, '--json').json(), {'versions': 2, 'fragments': []}, 'a page that stays has none')
equal(w('fragments', 'lifetime', 'https://elsewhere.example/odd', '--json').json()['versions'], 2, 'a suspect version does not count')
trouble(w('fragments', 'lifetime', 'https://example.org/never'), 'an address that is not there', 'https://example.org/never')

# ---- esi --site
made = w('fragments', 'esi', '--site', 'example.org', '--out', 'edge')
equal(made.status, 0, 'esi --site exits with 0')
manifest = json.loads(read('edge/esi.json'))
pages = {p['page']: p for p in manifest['pages']}
ages = {p: pages[p]['max_age'] for p in pages}
point(ages[NEWS] > 12 * 3600 > 100 * int(ticker['low_s']), 'a template outlives its shortest part by far', ages)
equal(ages[ONCE], 3600, 'without a history a page may be kept an hour')
point(ages[STILL] < 86400, 'a comment that was added is a change of the bytes, though no word changed', ages)


def put_together(text):
    return re.sub(r'<esi:include src="/fragments/([0-9a-f]{16}\.html)"/>', lambda m: put_together(read(f'edge/fragments/{m[1]}')), text)


bodies = {NEWS: NEWS_BODIES[-1], STILL: page(words('still')) + '<!-- as it was -->', ONCE: page(words('once'))}
for address, body in bodies.items():
    equal(put_together(read(f'edge/pages/{pages[address]["template"]}')), body, f'{address} put together')
by_text = {}
for f in manifest['fragments']:
    text = read(f'edge/fragments/{f["file"]}')
    by_text['ticker' if 'class="ticker"' in text else 'box' if 'class="box"' in text else 'menu' if 'class="menu"' in text else 'foot'] = f
equal(set(by_text), {'ticker', 'box', 'menu', 'foot'}, 'what is shared and what lives shorter are files of their own')
equal((by_text['ticker']['max_age'], by_text['ticker']['pages']), (int(ticker['low_s']), 1), 'the ticker: as long as it surely lives')
equal((by_text['box']['max_age'], by_text['box']['pages']), (int(box['low_s']), 1), 'the box: longer')
equal((by_text['menu']['max_age'], by_text['menu']['pages']), (3600, 3), 'the menu: as long as the page allows that is known least')
w('fragments', 'esi', '--site', 'example.org', '--out', 'edge2', '--max-age', '60')
equal({f['max_age'] for f in json.loads(read('edge2/esi.json'))['fragments'] if f['pages'] == 3}, {60}, '--max-age, where no history tells')
w('fragments', 'esi', '--site', 'quiet.example', '--out', 'quiet')
quiet = json.loads(read('quiet/esi.json'))
point(all(50 * 86400 < p['max_age'] < 100 * 86400 for p in quiet['pages'] + quiet['fragments']), 'checks that brought nothing new count', quiet)

# ---- esi by slot: names that stay
SLOTS = 'https://slots.example/'


def slots_page(name, v, ticker='', extra='', nonce='', first=''):
    small = f'<p class="ticker">{ticker or words(f"small {v}", 6)}</p>'
    return (f'<!DOCTYPE html><html><head><title>{name}</title><meta name="key" content="{nonce}"></head><body>{MENU}{first}{small}<main><h1>{name}</h1>'
            f'<p>{words(name, 90)}</p></main><div class="box"><p>{words(f"box {v // 5}", 60)}</p></div>{extra}{FOOT}</body></html>\n')


def slots_run(bodies, store):
    """weft sees all versions of the pages, an hour apart, and writes into the folder; what the folder holds then"""
    slots = Archive()
    for name, versions in bodies.items():
        slots.page(SLOTS + name, versions, every=HOUR)
    equal(w('fragments', 'esi', '--site', 'slots.example', '--out', 'slots', store=slots.fill(store)).status, 0, f'{store}: esi exits with 0')
    listed = json.loads(read('slots/esi.json'))
    files = {f['file']: read(f'slots/fragments/{f["file"]}') for f in listed['fragments']}
    pages = {p['page'][len(SLOTS):]: read(f'slots/pages/{p["template"]}') for p in listed['pages']}
    together = lambda text: re.sub(r'<esi:include src="/fragments/([0-9a-f]{16}\.html)"/>', lambda m: together(files[m[1]]), text)
    equal({name: together(text) for name, text in pages.items()}, {name: versions[-1] for name, versions in bodies.items()}, f'{store}: the pages put together')
    equal((set(os.listdir('slots/fragments')) - {'mine.html'}, set(os.listdir('slots'))), (set(files), {'esi.json', 'pages', 'fragments'}), f'{store}: no other file')
    return listed, files, pages


def name_of(files, mark):
    return next((name for name, text in files.items() if mark in text), None)


both = {name: [slots_page(name, v) for v in range(20)] for name in ('a', 'b')}
listed, files, pages = slots_run(both, 'slots1.db')
ticker_file, box_file = name_of(files, 'class="ticker"'), name_of(files, 'class="box"')
by_file = {f['file']: f for f in listed['fragments']}
point(ticker_file and by_file[ticker_file]['bytes'] < 100, 'a ticker is cut out, however small', listed)
equal(by_file[ticker_file]['pages'], 2, 'one file for both pages')
age = {p['page'][len(SLOTS):]: p['max_age'] for p in listed['pages']}
point(by_file[ticker_file]['max_age'] < by_file[box_file]['max_age'] < min(age.values()), 'ticker, box and template live longer and longer', listed)
write('slots/fragments/mine.html', 'a file that weft did not write')

both = {name: [slots_page(name, v) for v in range(21)] for name in ('a', 'b')}
_, files2, pages2 = slots_run(both, 'slots2.db')
equal(pages2, pages, 'a ticker and a box that changed: the templates are the same')
equal((name_of(files2, 'class="ticker"'), name_of(files2, 'class="box"')), (ticker_file, box_file), 'the files have the same names')
point(files2[ticker_file] != files[ticker_file], 'and other content')

both = {'a': [slots_page('a', v, first=f'<p class="ticker">{words("a new box of its kind", 40)}</p>' if v > 20 else '') for v in range(22)], 'b': both['b']}
_, files3, pages3 = slots_run(both, 'slots3.db')
equal(pages3['b'], pages['b'], 'page b was not seen again: its template stays')
equal(name_of(files3, f'class="box"'), box_file, 'a part behind one that is new keeps its name')
del both['b'], both['a'][20:]
both['a'] += [f'<!DOCTYPE html><html><body><h1>All is new here</h1><p>{words("new", 80)}</p></body></html>\n']
_, files4, _ = slots_run(both, 'slots4.db')
point(not set(files4) & {box_file, name_of(files3, 'class="menu"')}, 'a new design: the files of the old one are gone', files4)
equal(read('slots/fragments/mine.html'), 'a file that weft did not write', 'what weft did not write stays')

both = {name: [slots_page(name, v, nonce=words(f'{name} nonce {v}', 2)) for v in range(20)] for name in ('a', 'b')}
listed, _, _ = slots_run(both, 'slots5.db')
point(all(p['max_age'] < 600 for p in listed['pages']), 'a key in the head that is new at every visit: the template must not be kept', listed)

equal(w('fragments', 'esi', '--site', 'home.example', '--out', 'home').status, 0, 'a home page has no name, and others have odd ones')
names = [p['template'] for p in json.loads(read('home/esi.json'))['pages']]
point(len(set(names)) == 6 and names[0] == 'home.example' and 'news' in names and set(os.listdir('home/pages')) == set(names), 'each is a file of its own', names)

# ---- graph and report --site
nodes = w('fragments', 'graph', '--site', 'example.org', '--format', 'json').json()['nodes']
shared = [n for n in nodes if n['kind'] == 'fragment']
point(len(shared) == 2 and all(n['low_s'] < n['lifetime_s'] < n['high_s'] for n in shared), 'fragments have lifetimes', nodes)
point(all(n['low_s'] > 86400 for n in shared), 'the menu stayed for two days of visits', shared)
point('lives ' in w('fragments', 'graph', '--site', 'example.org', '--format', 'dot').out, 'in dot too')
w('fragments', 'report', '--site', 'example.org', '--html', 'site.html')
point('<th>Lives</th>' in (report := read('site.html')) and 'How long parts live' in report, 'and in the report', report[:2000])
point('<figcaption>http' in report, 'which names a page by its address', report)
done()
