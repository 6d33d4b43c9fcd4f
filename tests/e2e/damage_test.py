#!/usr/bin/env python3
"""An archive with damaged rows of every kind: bad JSON, bad numbers, rows without their page or version, settings and secrets of another world. Every
command goes on, the pages that are whole are checked and told as ever, and each fault that hides something is told once, with its page."""
import sqlite3

from website import Archive, Site
from harness import done, equal, point

WORDS = 'tea coffee bread price morning river stone winter garden letter'.split()


def text(page, turn):
    return f'<title>Page {page}</title><h1>News of page {page}</h1><p>' + ' '.join(WORDS[(page + turn * k) % len(WORDS)] for k in range(1, 20)) + f'.<p>Turn {turn} of this page.'


# what is damaged, the statement (:page and :user are numbers), whether the fault must be told with its page
DAMAGE = [
    ('a watch that is half JSON', "UPDATE watch SET settings = '{\"every\":1' WHERE page = :page", True),
    ('a watch that is a list', "UPDATE watch SET settings = '[1,2]' WHERE page = :page", True),
    ('a watch of other types', "UPDATE watch SET settings = '{\"every\":1,\"tags\":\"x\",\"select\":{}}' WHERE page = :page", True),
    ('a selector that is none', "UPDATE watch SET settings = '{\"select\":[\"p[\"]}' WHERE page = :page", False),
    ('a state that is no JSON', "UPDATE page SET state = 'no JSON' WHERE id = :page", False),
    ('a state of other types', "UPDATE page SET state = '{\"checks\":\"many\",\"past\":7}' WHERE id = :page", False),
    ('a past that teaches nothing', "UPDATE page SET state = json_set(state, '$.past', 'AAAA!') WHERE id = :page", False),
    ('changes that are no JSON', "UPDATE verdict SET changes = '[{' WHERE page = :page", False),
    ('reasons that are no JSON', "UPDATE verdict SET reasons = '{', held_back = '[1,{\"what\":2}]' WHERE page = :page", False),
    ('knowledge that is none', "UPDATE verdict SET known = 'x' || known WHERE page = :page", False),
    ('counts below nothing', "UPDATE verdict SET content = -5, inserted = -1, importance = -7 WHERE page = :page", False),
    ("an event's changes that are no JSON", "UPDATE event SET changes = 'x' WHERE page = :page", False),
    ('an event of a kind that nobody knows', "UPDATE event SET kind = 77 WHERE page = :page", False),
    ('an event of a version that is not there', "UPDATE event SET number = 99 WHERE page = :page", False),
    ('a newest version that is gone', 'DELETE FROM version WHERE page = :page AND number = 2', False),
    ('bytes that are gone', 'DELETE FROM blob WHERE id = (SELECT blob FROM version WHERE page = :page AND number = 2)', False),
    ('bytes that are others', "UPDATE blob SET frame = zeroblob(40) WHERE id = (SELECT blob FROM version WHERE page = :page AND number = 2)", False),
    ('no version at all', 'DELETE FROM version WHERE page = :page', False),
    ('what was seen of a version that is not there', 'INSERT INTO seen(person, page, number, seen_at, kept, dismissed) VALUES(:user, :page, 50, 1, 1, 0)', False),
    ('a watch of a page that is not there', "INSERT INTO watch(person, page, added_at, settings, seen) VALUES(:user, 9000 + :page, 1, '{}', 0)", False),
    ('a watch of nobody', "INSERT INTO watch(person, page, added_at, settings, seen) VALUES(777, :page, 1, '{}', 0)", False),
    ('settings of another world', "INSERT OR REPLACE INTO setting VALUES(:user, 'every', 'often'), (:user, 'no-such-setting', '1'), (:user, 'skip-unseen', 'perhaps')", False),
    ('a secret that does not open', "INSERT INTO secret VALUES(:user, :page, 'request', x'00112233')", False),
    ('moments out of time', 'UPDATE page SET checked_at = -1, next_check_at = 0, errors = -3 WHERE id = :page', False),
    ('facts of a host that are none', "INSERT OR REPLACE INTO host VALUES('http://x:1', '[')", False),
]

site, weft = Site(), Archive('damage.db')
count = len(DAMAGE)
urls = [f'{site.url}/{i}' for i in range(count + 2)]  # the last two stay whole
for turn in (1, 2):
    for i, url in enumerate(urls):
        site.pages[f'/{i}'] = text(i, turn)
        if turn == 1:
            weft('add', url, '--every', '0')
    weft.check('--all')
db = sqlite3.connect(weft.store)
user = db.execute("SELECT id FROM person WHERE name = 'ann'").fetchone()[0]
for i, (what, statement, _) in enumerate(DAMAGE):
    page = db.execute('SELECT id FROM page WHERE url = ?', (urls[i],)).fetchone()[0]
    db.execute(statement, {'page': page, 'user': user})
db.commit()
db.close()

# ---- Everything that reads
whole = urls[count]
for words in (['report'], ['report', '--json'], ['report', '--held-back'], ['report', '--html', 'report.html'], ['list'], ['list', '--json'], ['settings'], ['user', 'list'], ['seen', whole],
              ['query', '//Insert', '--since', '1d'], ['export', 'out.jsonl']):
    result = weft(*words)
    point(result.status in (0, 1), f'weft {" ".join(words[:2])} goes on', result)
report, listed = weft('report', '--json').json(), weft('list', '--json').json()
new = [row['url'] for row in report['new']]
point(urls[count + 1] in new, 'a page that is whole is told as new', new)
for i, (what, _, told) in enumerate(DAMAGE):
    problems = [p for row in listed if row['url'] == urls[i] for p in row['problems'] if p['kind'] == 'damage']
    if told:
        point(len(problems) == 1 and len([row for row in report['problems'] if row['url'] == urls[i]]) == 1, f'{what}: told once, with its page', problems)
    results = [weft(*words) for words in (['log', urls[i]], ['log', urls[i], '--json'], ['why', urls[i]], ['diff', f'{urls[i]}@1', '@newest', '--format', 'text'])]
    failed = [result for result in results if result.status not in (0, 1, 2)]
    point(not failed, f'{what}: its own commands answer or refuse', *failed)

# ---- Everything that writes
for i in range(len(urls)):
    site.pages[f'/{i}'] = text(i, 3)
lines, result = weft.check('--all')
point(set(urls) <= set(lines), 'every page is checked', sorted(set(urls) - set(lines)), result.err)
for i, (what, _, told) in enumerate(DAMAGE):
    line = lines.get(urls[i], {})
    good = line.get('outcome') == 'failed' and 'cannot be used' in line.get('message', '') if told else line.get('outcome') in ('changed', 'first', 'quiet', 'failed')
    point(good, f'{what}: {line.get("outcome")}', line)
equal([lines[url]['outcome'] for url in urls[count:]], ['changed', 'changed'], 'those that are whole changed')
equal(len(result.err.splitlines()), len(set(result.err.splitlines())), 'nothing is told twice')
found = weft('verify', '--json')
point(found.status == 1 and found.json()['faults'] > 3, 'verify finds what is damaged', found)
mended = weft('verify', '--repair')
point(mended.status == 2 and 'could not be brought back' in mended.err, 'and mends what it can, and says what is lost', mended)
lines, _ = weft.check('--all')
equal([lines[url]['outcome'] for url in urls[count:]], ['same', 'same'], 'and all goes on')

# ---- Structures of the file: what is said of them is for people, not for those who know SQLite
db = sqlite3.connect(weft.store)
db.execute('PRAGMA wal_checkpoint(TRUNCATE)')
size = db.execute('PRAGMA page_size').fetchone()[0]
root = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'verdict'").fetchone()[0]
db.close()
with open(weft.store, 'r+b') as file:
    file.seek((root - 1) * size)
    file.write(b'\x55' * size)
torn = weft('verify')
said = torn.out + torn.err
point(torn.status and 'structures of the file are damaged' in said, 'a torn page is found', torn)
point(not any(word in said for word in ('tree', 'cell', 'btree', 'Page ')) and '0 pages' not in said, 'and told in words that people know', torn)
done()
