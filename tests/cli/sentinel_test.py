#!/usr/bin/env python3
"""weft sentinel: files of sentinels are read, explained and tried out on files. Golden cases have the language itself."""
import os
import pathlib

from harness import done, equal, point, trouble, weft, write

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
trouble(weft('sentinel', 'check', 'none.sentinel'), 'a file that is not there', 'none.sentinel')
trouble(weft('sentinel', 'chek', 'good.sentinel'), 'a verb misspelt', "did you mean 'check'?")

grammar = (SOURCE / 'docs/sentinel-grammar.md').read_text(encoding='utf-8')
point(grammar.endswith(weft('sentinel', 'grammar').out), 'docs/sentinel-grammar.md is what weft sentinel grammar prints: write it anew')

done()
