#!/usr/bin/env python3
"""weft fragments: its verbs, their output as data, and input that is none."""
import os
import random
import shutil

from harness import done, equal, fewer, point, read, trouble, weft, write

MENU = '<ul><li>Home page of the site<li>News of the whole day<li>Weather in the north</ul>'
FOOT = '<div id="foot">Copyright by the owners of all this, all rights reserved</div>'


def words(seed, n=60):
    rng = random.Random(seed)
    return ' '.join(''.join(rng.choices('abcdefghijklmnopqrstuvwxyz', k=rng.randint(4, 9))) for _ in range(n))


def site(folder, n):
    return [write(f'{folder}/{i:03}.html', f'<!DOCTYPE html><title>Page {i}</title><body>{MENU}<p>{words(i)}</p>{FOOT}') for i in range(n)]


shown = weft('fragments', '--help')
point(shown.status == 0 and 'shared' in shown.out and 'Commands:' in shown.out, 'fragments --help lists its verbs', shown)
trouble(weft('fragments'), 'fragments of what', '--help')
trouble(weft('fragments', 'shard'), 'a verb misspelt', "did you mean 'shared'?")
trouble(weft('fragments', 'zzz'), 'a verb that is like none', 'shared')
trouble(weft('fragments', '--json'), 'an option where the verb should be', '--help')

pages = site('site', 5)
found = weft('fragments', 'shared', *pages, '--json')
equal(found.status, 0, 'shared exits with 0')
data = found.json()
equal(set(data), {'pages', 'fragments'}, 'the members of its JSON')
equal(data['pages'], 5, 'pages are counted')
equal([(f['id'], f['bytes'], f['pages'], f['parents']) for f in data['fragments']], [(1, 64, 5, []), (2, 56, 5, [])], 'fragments')
equal(data['fragments'][0]['nodes'][1], {'page': pages[1], 'path': '/html/body/ul'}, 'a node of one')
equal(set(data['fragments'][0]), {'id', 'bytes', 'pages', 'parents', 'nodes'}, 'the members of a fragment')
equal(weft('fragments', 'shared', 'site', '--json').json(), data, 'a folder stands for its pages')
equal(weft('fragments', 'shared', 'site', '--json', '--algorithm', 'paper').json(), data, "the paper's way finds the same")
for match in ('1', '0.5'):
    equal(len(weft('fragments', 'shared', 'site', '--json', '--match', match).json()['fragments']), 2, f'with --match {match}')
equal(weft('fragments', 'shared', 'site', '--json', '--share', '6').json()['fragments'], [], 'no six pages of five')
equal(weft('fragments', 'shared', 'site', '--json', '--min-size', '62').json()['fragments'], data['fragments'][:1], '--min-size')
text = weft('fragments', 'shared', 'site')
point(text.status == 0 and '2 fragments' in text.out and '/html/body/ul' in text.out, 'words for a person', text)
counted = weft('fragments', 'shared', 'site', '--json', '--count-hashes').json()['hashes']
point(0 < counted['hierarchical'] < counted['direct'], '--count-hashes tells both counts', counted)

trouble(weft('fragments', 'shared'), 'no files', 'files, a folder or --site')
trouble(weft('fragments', 'shared', 'nothere.html'), 'a file that is not there', 'nothere.html')
trouble(weft('fragments', 'shared', 'site', '--match', '2'), 'a match over 1', '--match')
trouble(weft('fragments', 'shared', 'site', '--share', '1'), 'shared by one', '--share')
trouble(weft('fragments', 'shared', 'site', '--bits', '65'), 'too many bits', '--bits')
equal(weft('fragments', 'shared', pages[0], '--json').json(), {'pages': 1, 'fragments': []}, 'one file shares nothing')
picture = write('picture.html', b'\x89PNG\r\n\x1a\n\0\0\0\rIHDR' + bytes(range(256)) * 20)
mixed = weft('fragments', 'shared', *pages, picture, '--json')
point(mixed.status == 0 and mixed.json() == data and 'picture.html' in mixed.err, 'a file that is no page is told and left out', mixed)
plain = write('plain.txt', words(7) + MENU.replace('<', ' '))
equal(weft('fragments', 'shared', plain, plain, '--json').json()['pages'], 2, 'text without markup is a page')
empty = write('empty.html', '')
equal(weft('fragments', 'shared', empty, empty, '--json').json(), {'pages': 2, 'fragments': []}, 'empty files')

copy = write('copy.html', open(pages[0], encoding='utf-8').read())
many = weft('fragments', 'shared', *[copy] * 10000, '--json', seconds=60)
point(many.status == 0 and [(f['pages'], len(f['nodes'])) for f in many.json()['fragments']] == [(10000, 10000)], '10,000 copies of a page')
tiny = write('tiny.html', '<body>' + '<p>a' * fewer(1000000))
point(weft('fragments', 'shared', tiny, tiny, '--json', seconds=60, memory=8 << 30).status == 0, f'{fewer(1000000)} tiny nodes')
rows = write('rows.html', '<body>' + ''.join(f'<p>This is row number {i} of a long list of rows' for i in range(fewer(200000))))
rows2 = write('rows2.html', '<body>' + ''.join(f'<p>This is row number {i} of a long list of lines' for i in range(fewer(200000))))
point(weft('fragments', 'shared', rows, rows2, '--json', seconds=120, memory=8 << 30).status == 0, 'very many parts that are nearly alike')
deep = write('deep.html', '<div>some words ' * 5000)
point(weft('fragments', 'shared', deep, deep, '--json').status == 0, 'a page deeper than any')
large = write('large.html', '<body>' + ''.join(f'<div><p>{words(i, 400)}</p></div>\n' for i in range(fewer(1000))) * 17)
point(weft('fragments', 'shared', large, large, '--json', seconds=60, memory=8 << 30).status == 0, f'a page of {len(open(large).read()) >> 20} MB')
versions = []
for v in range(12):
    versions.append(write(f'news/2026-03-{v + 1:02}T10_00_00.html', f'<body><div>{words(1)}</div><p>{words(100 + v, 12)}</p><div>{words(2)}</div>'
                          f'<ul>{"".join(f"<li>{words(300 + v // 4 + 5 - i, 9)}" for i in range(5))}</ul><address>{words(3)}</address>'))
twelve = [read(path) for path in versions]
lived = weft('fragments', 'lifetime', *versions, '--json')
equal(lived.status, 0, 'lifetime exits with 0')
data = lived.json()
equal((set(data), data['versions']), ({'versions', 'fragments'}, 12), 'the members of its JSON')
parts = {f['path']: f for f in data['fragments']}
equal(set(parts['/html/body/p']), {'path', 'bytes', 'status', 'class', 'lifetime_s', 'low_s', 'high_s', 'first', 'last', 'gone_at'}, 'the members of a fragment')
point(parts['/html/body/p']['class'] == 'churn' and parts['/html/body/p']['high_s'] <= 90000, 'what is new every day churns', parts)
point(any(p.startswith('/html/body/ul') and f['class'] == 'scroll' for p, f in parts.items()), 'the list scrolls', parts)
point('/html/body/address' not in parts and '/html/body/div[1]' not in parts, 'what stays is no fragment', parts)
point(all(f['low_s'] <= f['lifetime_s'] <= f['high_s'] and f['status'] in ('value', 'position') for f in parts.values()), 'ranges', parts)
write('when.txt', ''.join(f'{1700000000 + 3600 * v}\n' for v in range(12)))
hours = {f['path']: f for f in weft('fragments', 'lifetime', *versions, '--times', 'when.txt', '--json').json()['fragments']}
point(hours['/html/body/p']['high_s'] < 4000, 'times from a file', hours['/html/body/p'])
point('times: the names' in weft('fragments', 'lifetime', *versions).out, 'words for a person')
write('few.txt', '1700000000\n')
trouble(weft('fragments', 'lifetime', *versions, '--times', 'few.txt'), 'too few times', '12 versions')
write('bad.txt', 'soon\n' * 12)
trouble(weft('fragments', 'lifetime', *versions, '--times', 'bad.txt'), 'times that are none', 'soon')
trouble(weft('fragments', 'lifetime'), 'lifetime without files', 'URL|FILE...')
for v in range(3):  # a new design: what the old one had is listed, with when it went
    versions.append(write(f'news/2026-03-{v + 13:02}T10_00_00.html', f'<body><main><h1>{words(4)}</h1><table><tr><td>{words(700 + v, 20)}</table></main>'))
after = weft('fragments', 'lifetime', *versions, '--json').json()['fragments']
old = {f['path']: f for f in after if f['gone_at']}
equal((old['/html/body/p']['last'], old['/html/body/p']['gone_at'][:10], old['/html/body/p']['first']), (12, '2026-03-13', 1), 'a part that is gone')
point(len(after) > len(parts) and all(f['last'] == 15 for f in after if f['gone_at'] is None), 'more versions, no fewer parts', after)
point('are gone:\nafter version 12, missing on 2026-03-13 10:00:00:\nchurn   value' in (text := weft('fragments', 'lifetime', *versions).out), 'for people', text)
del versions[12:]
shutil.rmtree('news')
for v, text in enumerate(twelve):
    write(versions[v], text)
equal(weft('fragments', 'lifetime', versions[0], '--json').json(), {'versions': 1, 'fragments': []}, 'one version')
few, many = (weft('fragments', 'lifetime', *versions, '--child-change', f, '--json').json()['fragments'] for f in ('0.2', '1'))
point(len(few) <= len(many), 'a higher threshold gives no fewer fragments', len(few), len(many))
graph = weft('fragments', 'graph', 'site', '--format', 'json')
equal(graph.status, 0, 'graph exits with 0')
data = graph.json()
equal((len(data['nodes']), len(data['edges'])), (7, 10), 'five pages, two fragments, ten edges')
write('hits.txt', f'{pages[0]} 40\n{pages[1]} 2\n')
hits = weft('fragments', 'graph', 'site', '--format', 'json', '--accesses', 'hits.txt').json()
equal([n['accesses'] for n in hits['nodes'] if n['kind'] == 'fragment'], [42, 42], 'how often parts were asked for')
write('unknown.txt', 'no/such/page 7\n')
point("no page of the name 'no/such/page'" in weft('fragments', 'graph', 'site', '--accesses', 'unknown.txt').err, 'pages that nobody read are named')
trouble(weft('fragments', 'esi', 'site', '--out', 'edge', '--prefix', 'foo'), 'a prefix that is neither path nor address', '--prefix foo is not a path')
point(weft('fragments', 'graph', 'site', '--format', 'dot').out.startswith('digraph'), 'dot')
point(weft('fragments', 'graph', 'site').out.startswith('<svg '), 'SVG')
report = weft('fragments', 'report', 'site', '--html', 'report.html', '--versions', 'news')
equal(report.status, 0, 'report exits with 0')
text = read('report.html')
point('Home page of the site' in text and 'How long parts live' in text and '<script' not in text, 'the report', text[:500])
for v, name in enumerate(versions):
    write(f'undated/{v:03}.html', read(name))
    os.utime(f'undated/{v:03}.html', (1700000000, 1700000000))
trouble(weft('fragments', 'report', 'site', '--html', 'dated.html', '--versions', 'undated'), 'versions without times', '--times')
undated = weft('fragments', 'lifetime', 'undated', '--json')
unknown = {f['path']: f for f in undated.json()['fragments']}
point(undated.status == 0 and '--times' in undated.err, 'without times it goes on, and says how to tell them', undated)
equal({p: (f['class'], f['status']) for p, f in unknown.items()}, {p: (f['class'], f['status']) for p, f in parts.items()}, 'classes need no times')
equal({f[key] for f in unknown.values() for key in ('lifetime_s', 'low_s', 'high_s')}, {None}, 'how long parts live is unknown then')
point('times: unknown' in weft('fragments', 'lifetime', 'undated').out, 'for people, too')
write('short.txt', ''.join(f'{60 * v}\n' for v in range(12)))
point(weft('fragments', 'lifetime', 'undated', '--times', 'short.txt', '--json').json()['fragments'][0]['high_s'] < 3600, 'seconds from any moment on')
dated = weft('fragments', 'report', 'site', '--html', 'dated.html', '--versions', 'undated', '--times', 'when.txt')
point(dated.status == 0 and 'How long parts live' in read('dated.html'), 'times from a file', dated)
trouble(weft('fragments', 'report', 'site'), 'a report to nowhere', '--html')
trouble(weft('fragments', 'report', '--html', 'x.html'), 'a report about nothing', 'files, a folder or --site')
done()
