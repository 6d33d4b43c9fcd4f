#!/usr/bin/env python3
"""Settings of a user hold for that user's watches, whoever runs weft; those of whoever runs it do not hold for others."""
import os
import re
import sqlite3

from website import Archive, Site
from harness import done, equal, point, trouble, write

HOUR = 3600 * 1000
site, weft = Site(), Archive('preferences.db')
for name in ('anns', 'bobs', 'carls', 'both'):
    site.pages[f'/{name}'] = f'<title>{name}</title><p>The page of {name}.'
weft('add', f'{site.url}/anns', f'{site.url}/both', '--later')
weft('add', f'{site.url}/bobs', f'{site.url}/both', '--user', 'bob', '--later')
weft('add', f'{site.url}/carls', '--user', 'carl', '--later')


def setting(name, *words):
    rows = [row for row in weft('settings', '--json', *words).json() if row['name'] == name]
    return rows[0]['text'], rows[0]['source']


# ---- Set, listed, taken back
default = setting('every')
equal(default[1], 'default', 'nothing is set')
equal(weft('settings', 'every', '360min', '--user', 'bob').out, 'every = 360min, for bob\n', 'bob sets one, and it says so')
equal(setting('every', '--user', 'bob'), ('6h', 'archive'), 'it is his, in one form')
equal(setting('every'), default, 'and nobody else\'s')
equal(weft('settings', 'every', '--user', 'bob', env={'WEFT_EVERY': '9h'}).out, '9h\n', 'the environment is stronger')
trouble(weft('settings', 'every', 'soon'), 'what is no time', 'soon')
trouble(weft('settings', 'host-gap', '5s'), 'a setting of the machine', 'machine', 'settings')
trouble(weft('settings', 'evry', '5s'), 'a misspelt one', 'every')
trouble(weft('settings', 'every', '5h', '--user', 'nobody'), 'somebody who is not there', 'nobody')
trouble(weft('settings', 'every', '--reset', '--user', 'nobody'), 'nor can they take it back', 'nobody')

# ---- They hold for the user's watches, whoever runs weft
write('thresholds', 'carls 3h\nDefault 1h\n')
weft('settings', 'thresholds', os.path.abspath('thresholds'), '--user', 'carl')
weft('check', '--every', '20h')
db = sqlite3.connect(weft.store)


def waits():
    """hours between the check and the next, by name"""
    rows = db.execute('SELECT url, next_check_at - checked_at FROM page').fetchall()
    return {url.rsplit('/', 1)[1]: round(wait / HOUR) for url, wait in rows}


equal(waits(), {'anns': 20, 'bobs': 6, 'carls': 3, 'both': 6}, 'each page by its own user\'s settings; of two the sooner')
point('6 hours' in weft('why', f'{site.url}/bobs', '--user', 'bob').out, 'why says so', weft('why', f'{site.url}/bobs', '--user', 'bob').out)
weft('settings', 'every', '--reset', '--user', 'bob')
equal(setting('every', '--user', 'bob'), default, 'taken back')
weft('check', '--all', '--user', 'bob', '--every', '5h')
equal((waits()['bobs'], waits()['carls']), (5, 3), 'then what bob says in this run holds for his pages')

# ---- Rows that make no sense stop nothing
db.execute("INSERT INTO setting SELECT id, 'nonsense', 'x' FROM person")
db.execute("INSERT INTO setting SELECT id, 'every', 'soon' FROM person")
db.execute("INSERT INTO setting SELECT id, 'store', '/etc/passwd' FROM person")
db.execute("UPDATE setting SET value = '/nowhere/thresholds' WHERE name = 'thresholds'")
db.commit()
lines, result = weft.check('--all')
equal((len(lines), result.status < 2), (2, True), 'foreign rows stop no check')
equal(setting('store')[0], weft.store, 'and move no archive')
equal(re.search('nonsense', weft('settings').out), None, 'nor are they listed')
done()
