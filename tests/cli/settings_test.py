#!/usr/bin/env python3
"""Settings from file, environment and command line, and what is said where they are wrong."""
import os
import re

from archive import env, w
from harness import SCRATCH, done, equal, point, read, trouble, weft, write

CONFIG = f'{SCRATCH}/home/config/weft/settings'


def value(name, *words, **more):
    return weft('settings', name, *words, env=env(**more)).out.strip()


def row(name, *words, **more):
    return weft('settings', name, '--json', *words, env=env(**more)).json()


equal(value('host-gap'), '1s', 'a default')
equal(row('host-gap')['source'], 'default', 'and it says so')
write(CONFIG, '# mine\nhost-gap = 5s   # polite\nallow-address = 127.0.0.0/8\nallow-address = ::1\nactive = 3\n')
equal(value('host-gap'), '5s', 'the file')
equal(value('allow-address'), '127.0.0.0/8,::1', 'lists in a file add up')
equal(row('host-gap')['where'], f'{CONFIG}:2', 'with its place')
equal(value('host-gap', WEFT_HOST_GAP='0'), '0s', 'the environment wins over the file')
equal(row('host-gap', WEFT_HOST_GAP='0.25')['value'], 250, 'a plain number is seconds')
equal(row('host-gap', WEFT_HOST_GAP='0')['source'], 'environment', 'and it says so')
equal(value('host-gap', '--host-gap', '2min', WEFT_HOST_GAP='0'), '2min', 'the command line wins over both')
equal(row('host-gap', '--host-gap=2min')['where'], '--host-gap', 'and it says so')
equal(value('host-gap', WEFT_HOST_GAP=''), '5s', 'an empty variable is none')
equal(value('error-counts', '--error-counts'), 'on', 'a flag alone')
equal(value('error-counts', '--error-counts=off', WEFT_ERROR_COUNTS='yes'), 'off', 'a flag with a value')
equal(value('store'), 'archive.db', 'the store of the environment')
equal(value('store', WEFT_STORE=''), f'{SCRATCH}/home/data/weft/weft.db', 'the store of XDG_DATA_HOME')
equal(value('user'), 'anna', 'the login name')

equal([value('probe', *words) for words in (['--probe', 'off'], ['--probe=off'], ['--probe', 'on'], ['--probe'])], ['off', 'off', 'on', 'on'],
      'a flag takes on or off, as a word of its own too')
rows = weft('settings', '--json', env=env()).json()
point(len(rows) > 20 and all(r['help'] and r['type'] and r['scope'] for r in rows), 'all of them as data')
whole = weft('settings', env=env()).out
point(all(f'\n{r["name"]} = ' in whole for r in rows), 'all of them as text', whole)
write(f'{SCRATCH}/copy/weft/settings', re.sub(r'^(\S+) = *#.*$', r'# \1', whole, flags=re.M))
again = weft('settings', '--json', env=env(XDG_CONFIG_HOME=f'{SCRATCH}/copy', WEFT_STORE='')).json()
point([r['text'] for r in again if r['name'] != 'store'] == [r['text'] for r in rows if r['name'] != 'store'],
      'what it prints is a settings file', [(a['name'], a['text'], r['text']) for a, r in zip(again, rows) if a['text'] != r['text']])
point(max(map(len, whole.splitlines())) < 200, 'its help is broken into lines')

trouble(weft('settings', 'host-gab', env=env()), 'a name misspelt', "did you mean 'host-gap'?")
trouble(weft('settings', '--host-gap', '5m', env=env()), 'minutes or months', '--host-gap', 'min for minutes')
trouble(weft('settings', '--host-gap', 'soon', env=env()), 'no span of time', 'soon')
trouble(weft('settings', '--active', '0', env=env()), 'out of range', '1 to 1000')
trouble(weft('settings', '--host-gap', env=env()), 'no value', '--host-gap TIME')
trouble(weft('settings', '--hostgap', '1', env=env()), 'an option misspelt', '--host-gap?')
trouble(weft('settings', env=env(WEFT_ALLOW_ADDRESS='10.0.0.0/99')), 'a bad variable', 'WEFT_ALLOW_ADDRESS', '10.0.0.0/99')
for line, says in (('host-gap', "'name = value'"), ('host-gab = 1', "'host-gap'"), ('active = many', 'active'), ('= 3', "'name = value'")):
    write(CONFIG, f'# fine\n{line}\n')
    trouble(w('settings'), f'a bad line: {line}', f'{CONFIG}:2', says)
write(CONFIG, b'\xff\xfe\x00binary\n')
trouble(w('settings'), 'a file that is none', f'{CONFIG}:1')
equal(weft('diff', CONFIG, CONFIG, env=env()).status, 0, 'a command that needs no settings does not read them')
os.remove(CONFIG)
os.mkdir(CONFIG)
trouble(w('settings'), 'a folder in its place', CONFIG)
os.rmdir(CONFIG)

# The store is made where it should be, with the folders above it, by the first command that fills it.
write('empty.jsonl', '{"weft-store":{"format":1}}\n{"end":{"pages":0,"versions":0}}\n')
equal(weft('import', 'empty.jsonl', env=env(WEFT_STORE='')).status, 0, 'the store of XDG_DATA_HOME is made')
point(os.path.exists('home/data/weft/weft.db'), 'with its folder', os.listdir('home'))
equal(weft('import', 'empty.jsonl', '--store', 'deep/er/x.db', env=env()).status, 0, 'or where --store says')
point(read('deep/er/x.db').startswith('SQLite'), 'it is there')
write('file', 'x')
trouble(weft('import', 'empty.jsonl', '--store', 'file/x.db', env=env()), 'not below a file', 'file')
done()
