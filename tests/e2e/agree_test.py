#!/usr/bin/env python3
"""What a check found is what is said of it later: for random pages and watches check, report and log agree on words and importance;
what was seen is not new, nor is a page that went back to it; damaged rows stop nothing else."""
import random
import sqlite3

from website import Archive, Site
from harness import done, equal, point

random.seed(5)
WORDS = 'tea coffee bread price morning river stone winter garden letter window engine paper silver island story'.split()
SELECT = ([], ['--select', '#price'], ['--ignore', '#price'], ['--select', 'main'], ['--ignore', 'aside'])
site, weft = Site(), Archive('agree.db')


def sentence(n):
    return ' '.join(random.choice(WORDS) for _ in range(n))


def page(price, story, advert):
    return f'<title>Shop</title><main><h1>Prices of today</h1><p id=price>{price}<p>{story}</main><aside>{advert}</aside>'


parts = {}
for number in range(20):
    parts[f'/{number}'] = [sentence(4), sentence(30), sentence(8)]
    site.pages[f'/{number}'] = page(*parts[f'/{number}'])
    weft('add', f'{site.url}/{number}', '--every', '0', *SELECT[number % len(SELECT)])
weft('check')
equal(weft('report', '--json').json()['new'], [], 'at first nothing is new')
for path, part in parts.items():
    for i in random.sample(range(3), random.randint(1, 3)):
        part[i] = sentence(len(part[i].split()))
    site.pages[path] = page(*part)
found, _ = weft.check('--all')
rows = {row['url']: row for row in weft('report', '--json').json()['new']}
differ = []
n_changed = 0
for url, line in found.items():
    row = rows.get(url, {})
    if line['outcome'] != 'changed':
        if row:
            differ.append((url, line['outcome'], row))
        continue
    n_changed += 1
    said = [row.get(name) for name in ('words_inserted', 'words_deleted')]
    if said != [line['words']['inserted'], line['words']['deleted']] or abs(row.get('importance', -1) - (-1 if line['importance'] is None else line['importance'])) > 1e-5:
        differ.append((url, line, row))
point(n_changed > 5, f'{n_changed} pages changed for who watches them')
point(not differ, 'check and report say the same of every page', *differ[:3])

# ---- Seen, and back again
url, path = next((url, url[len(site.url):]) for url, line in found.items() if line['outcome'] == 'changed')
weft('seen', '--all')
before = site.pages[path]
parts[path] = [sentence(4), sentence(30), sentence(8)]
site.pages[path] = page(*parts[path])
weft.check(url)
equal([row['url'] for row in weft('report', '--json').json()['new']], [url], 'a change is new')
site.pages[path] = before
weft.check(url)
equal(weft('report', '--json').json()['new'], [], 'a page that went back to what was seen is not')

# ---- Damaged rows
db = sqlite3.connect(weft.store)
bad = f'{site.url}/3'
db.execute("UPDATE watch SET settings = '{\"every\":1' WHERE page = (SELECT id FROM page WHERE url = ?)", (bad,))
db.execute("UPDATE page SET state = 'no JSON' WHERE url = ?", (f'{site.url}/4',))
db.execute("INSERT OR REPLACE INTO host VALUES('http://x:1', '[')")
db.execute("DELETE FROM blob WHERE id = (SELECT blob FROM version v JOIN page p ON p.id = v.page WHERE p.url = ? ORDER BY number DESC LIMIT 1)",
           (f'{site.url}/6',))
db.commit()
db.close()
for path in parts:
    site.pages[path] = page(sentence(4), sentence(30), sentence(8))
lines, result = weft.check()
point(len(lines) == 20 and lines[bad]['outcome'] == 'failed' and 'cannot be read' in lines[bad]['message'], 'a damaged watch is told with its page',
      lines.get(bad), result.err)
equal([url for url, line in lines.items() if line['outcome'] not in ('changed', 'quiet') and url != bad], [], 'and all others are checked')
done()
