#!/usr/bin/env python3
"""weft metrics: values, JSON, series, picture, and what is refused."""
import math
import xml.etree.ElementTree

from archive import DAY, START, Archive, version
from harness import done, equal, page, point, read, trouble, weft, write

KEYS = ['bw', 'cos', 'wd', 'ed', 'sh', 'ied', 'operations', 'extended_edit_distance', 'words', 'lcs', 'frequencies']
OPERATIONS = ['add', 'drop', 'copy', 'shrink', 'replace', 'move']

# Example 1 of the paper.
write('a.txt', 'w1 w2 w2 w2 w3 w3 w4 w5 w2\n')
write('b.txt', 'w3 w1 w4 w2 w3\nw5 w5\tw6 w6  w7')
example = ('metrics', 'a.txt', 'b.txt', '--words', '--copy-cost', '0.4', '--move-cost', '0.9')
run = weft(*example, '--json')
data = run.json()
equal((run.status, run.err), (0, ''), 'the status is 0 though the texts differ')
equal(list(data), KEYS, 'the fields in their order')
equal(list(data['operations']), OPERATIONS, 'and the operations')
equal(list(data['operations'].values()), [2, 0, 3, 4, 0, 1], 'Example 1')
equal((data['extended_edit_distance'], data['ied'], data['words'], data['lcs'], data['bw']),
      (5.7, 0.57, {'old': 9, 'new': 10}, 4, 1), 'and its distance')
run = weft(*example)
lines = {line.split()[0]: line for line in run.out.splitlines() if line}
point({'BW', 'COS', 'WD', 'ED', '10SH', 'IED'} <= set(lines), 'a row for each metric', run)
point('0.5700' in lines['IED'] and lines['IED'].count('█') == 22, 'with a bar', lines['IED'])
point('add 2, drop 0, copy 3, shrink 4, replace 0, move 1' in run.out and 'distance 5.7:' in run.out, 'and the operations', run)
point('no archive' in run.out and 'costs 0.4' in run.out and 'moved one 0.9' in run.out, 'it says what COS and IED stand on', run)
point('\033' not in run.out and '\033[' in weft(*example, '--color', 'always').out, 'colour where it is asked for')


def words(old, new, *options):
    write('old.txt', old)
    write('new.txt', new)
    return weft('metrics', 'old.txt', 'new.txt', '--words', '--json', *options).json()


for new in ('w1 w2 w3 w4 w2 w3', 'w1 w2 w3 w4 w5 w6'):
    data = words('w1 w2 w3 w4', new)
    equal((data['wd'], data['ed']), (0.2, 0.2), f'section 2: WD and ED to {new}')
equal(words('w1 w2 w3 w4 w5', 'w1 w2 w3 w6 w5', '--shingle', '3')['sh'], 0.75, 'section 2: one word replaced')
equal(words('w1 w2 w3 w4 w5', 'w2 w3 w1 w4 w5', '--shingle=3')['sh'], 1, 'section 2: one word moved')
equal([words('', '')[key] for key in KEYS[:6]], [0] * 6, 'two empty texts are equal')
equal([words('a', '')[key] for key in KEYS[:6]], [1] * 6, 'all gone')

write('old.html', page('Nothing has happened here.'))
write('new.html', page('Something has happened here.'))
write('markup.html', page('Nothing <em>has</em> happened here.'))
data = weft('metrics', 'old.html', 'new.html', '--json').json()
equal((data['operations']['replace'], data['bw'], data['words']['old']), (1, 1, data['words']['new']), 'two pages')
data = weft('metrics', 'old.html', 'markup.html', '--json').json()
equal([data[key] for key in KEYS[:6]], [0] * 6, 'markup is left out')
data = weft('metrics', '-', 'old.html', '--json', stdin=read('old.html').encode()).json()
equal(data['ied'], 0, "'-' is standard input")
run = weft('metrics', 'old.html', 'new.html', '--json', '-o', 'out.json')
equal((run.status, run.out, read('out.json')), (0, '', weft('metrics', 'old.html', 'new.html', '--json').out), '--output')

versions = []
for i in range(12):
    versions.append(write(f'v/{i}-<name>&.html', page(' '.join(['more'] * i + [f'text{i}']))))
run = weft('metrics', '--series', *versions, '--plot', 'curves.svg', env=None)
rows = [line for line in run.out.splitlines() if '-<name>&.html' in line]
equal((run.status, len(rows)), (0, 12), 'a row for each version')
point(rows[0].split()[1:] == ['-'] * 6 and all(len(row.split()) >= 7 for row in rows[1:]), 'each but the first with six values', run)
steps = weft('metrics', '--json', '--series', *versions).json()
equal([(step['from'], step['to']) for step in steps], list(zip(versions, versions[1:])), '--json is an array of steps')
equal([key for key in steps[0] if key not in ('from', 'to')], KEYS, 'each with the fields of a pair')
pair = weft('metrics', '--json', versions[3], versions[4]).json()
equal({key: steps[3][key] for key in KEYS}, pair, 'and the values of a pair')
equal([len(weft('metrics', '--series', '--json', *versions[:2]).json())], [1], 'two versions are one step')
svg = xml.etree.ElementTree.fromstring(read('curves.svg'))
curves = [path for path in svg.iter('{http://www.w3.org/2000/svg}path') if path.get('class', '').startswith('m') and 'L' in path.get('d')]
equal((len(curves), {path.get('d').count('L') for path in curves}), (6, {10}), 'six curves of eleven points, in good XML')
point('…' not in rows[1] and max(map(len, run.out.splitlines())) <= 80, 'no row is wider than 80 columns')

# COS by the pages of an archive: the newest version of each that is neither suspect nor lost.
archive = Archive()
archive.page('https://example.org/1', ['<p>far the', '<p>near the the <b hidden>far</b>'])
archive.page('https://example.org/2', ['<p>the cat', version(2, '<p>far the near', START + DAY, suspect=True)])
archive.page('https://example.org/3', ['<p>the dog', version(2, '<p>near and far the', START + DAY, lost=True)])
archive.page('https://example.org/4', [])
archive.page('https://example.org/5', [version(1, b'far the near', START, content_type='image/png')])
store = archive.fill()
write('near.html', '<p>near the')
write('far.html', '<p>far the')
pair = ('metrics', 'near.html', 'far.html')
weight = {n: math.log(4 / (1 + n)) + 1 for n in (0, 1, 3)}
cos = 1 - weight[3] ** 2 / math.hypot(weight[1], weight[3]) / math.hypot(weight[0], weight[3])
data = weft(*pair, '--store', store, '--json').json()
equal((round(data['cos'], 5), data['frequencies']), (round(cos, 5), 'archive'), 'COS by the pages of an archive')
point('by the 3 pages of the archive' in weft(*pair, '--store', store).out, 'which is said')
steps = weft('metrics', '--series', '--store', store, *pair[1:], 'near.html', '--json').json()
equal([step['cos'] for step in steps], [data['cos']] * 2, 'in a series too')
Archive().fill('empty.db')
run = weft(*pair, '--store', 'empty.db')
point('the archive has no page' in run.out and run.out.splitlines()[1] == weft(*pair).out.splitlines()[1], 'an archive without pages', run)
trouble(weft(*pair, '--store', 'missing.db'), 'an archive that is not there', 'missing.db')
trouble(weft(*pair, '--store', 'near.html'), 'a file that is no archive', 'near.html')
trouble(weft(*pair, '--store', store, '--words'), '--store with --words', '--words')

for value in ('-0.1', '1.01', 'x', 'nan', '', '0.5x', 'inf'):
    for name in ('copy-cost', 'move-cost'):
        trouble(weft('metrics', 'a.txt', 'b.txt', f'--{name}={value}'), f'--{name}={value}', f'--{name}')
for value in ('0', '-1', '1.5', 'x', '1000001', '99999999999999999999'):
    trouble(weft('metrics', 'a.txt', 'b.txt', f'--shingle={value}'), f'--shingle={value}', '1 to 1000000')
equal(weft('metrics', 'a.txt', 'b.txt', '--shingle', '1000000', '--copy-cost', '0', '--move-cost', '1').status, 0, 'the limits themselves')
trouble(weft('metrics', 'a.txt'), 'one file', 'OLD NEW')
trouble(weft('metrics', 'a.txt', 'b.txt', 'a.txt'), 'three files without --series', '--series')
trouble(weft('metrics', 'a.txt', 'b.txt', '--plot', 'x.svg'), '--plot without --series', '--series')
trouble(weft('metrics', '-', '-'), 'standard input twice', "'-'")
trouble(weft('metrics', 'a.txt', 'missing.txt'), 'a file that is not there', 'missing.txt')
equal(weft('metrics', '--series', '--words', *['a.txt'] * 1025).status, 0, 'more versions than a thousand')
trouble(weft('metrics', '--series', 'a.txt', 'b.txt', '--plot', 'none/x.svg'), 'a picture that cannot be written', 'none/x.svg')
done()
