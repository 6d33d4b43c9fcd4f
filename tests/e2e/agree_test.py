#!/usr/bin/env python3
"""What a check found is what is said of it later: for random pages, watches and users check, report, log, list and diff, in words and as JSON, agree on
words, counts, importance and headline, also where some of it is noise; what was seen is not new, nor is a page that went back to it; damaged rows stop nothing else."""
import random
import re
import sqlite3

from website import Archive, Site
from harness import done, equal, point

random.seed(5)
WORDS = 'tea coffee bread price morning river stone winter garden letter window engine paper silver island story'.split()
SELECT = ([], ['--select', '#price'], ['--ignore', '#price'], ['--select', 'main'], ['--ignore', 'aside'])
site, weft = Site(), Archive('agree.db')


def quotes(first, change):
    """what the check quotes first is this change, or has it in it: those of one sentence are quoted together"""
    for side in ('old', 'new'):
        quoted, words = first[side]['text'].removesuffix(' …'), ' '.join(change[side]['text'].split())
        if words and (words in quoted or (quoted and quoted in words)):
            return True
    return False


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
listed = {row['url']: row['last_change'] or {} for row in weft('list', '--json').json()}
text = {name: weft(name).out for name in ('report', 'list')}


def says_same(line, other):
    """the JSON of a check and that of an event, a version or a page with news"""
    importance = -1 if other.get('importance') is None else other['importance']
    return line['words'] == other.get('words') and line['headline'] == other.get('headline') and abs(line['importance'] - importance) < 1e-5


def part(name, url):
    """the lines of a text below the address"""
    lines = text[name].split(url + '\n', 1)
    return re.split(r'\n(?=\S)', lines[1])[0] if len(lines) == 2 else ''


differ = {name: [] for name in ('report', 'log', 'list', 'text of the report', 'text of the list', 'text of the log')}
n_changed = 0
for url, line in found.items():
    if line['outcome'] != 'changed':
        if url in rows or listed[url]:
            differ['report'].append((url, line['outcome'], rows.get(url), listed[url]))
        continue
    n_changed += 1
    logged = weft('log', url, '--json').json()['versions'][0]
    logged_text = weft('log', url).out
    counts = f'+{line["words"]["inserted"]} -{line["words"]["deleted"]} words'
    for name, other in (('report', rows.get(url, {})), ('log', logged), ('list', listed[url])):
        if not says_same(line, other):
            differ[name].append((line, other))
    if not rows.get(url, {'classes': {'content': None}})['classes']['content'] == logged['classes']['content'] == listed[url]['classes']['content'] == line['classes']['content']:
        differ['report'].append(('changes', rows.get(url), logged, listed[url]))
    for name, said in (('report', part('report', url)), ('list', part('list', url)), ('log', logged_text)):
        if counts not in said or f'{line["importance"]:.2f}' not in said:
            differ[f'text of the {name}'].append((counts, line['importance'], said))
    if line['headline'] not in part('list', url) or line['headline'] not in logged_text:
        differ['text of the log'].append((line['headline'], part('list', url), logged_text))
point(n_changed > 5, f'{n_changed} pages changed for who watches them')
for name, pairs in differ.items():
    point(not pairs, f'check and the {name} say the same of every page', *pairs[:3])
selected = next(url for number, url in enumerate(f'{site.url}/{n}' for n in range(20)) if number % len(SELECT) == 1 and found[url]['outcome'] == 'changed')
shown = rows[selected]['changes']
point(shown and all(not change['new']['text'] or change['new']['text'] in parts[selected[len(site.url):]][0] for change in shown), 'only what is selected is shown', shown)

# ---- The difference, with the eyes of each user: some of what changes is noise, and they select other parts of the same page
def pages_of(turn):
    for path, part in parts.items():
        for i in random.sample(range(3), random.randint(1, 3)):
            part[i] = sentence(len(part[i].split()))
        views, clock = f'<p class=views>{turn * 7 + 3} views today', f'<footer>Served at 10:{turn:02d}</footer>'
        site.pages[path] = page(*part).replace('<p>', views + '<p>', 1) + clock


for number in range(0, 20, 2):
    weft('add', f'{site.url}/{number}', '--every', '0', *SELECT[(number + 1) % len(SELECT)], '--user', 'bob')


def logged(url, user):
    return weft('log', url, '--json', '--user', user).json()['versions'][0]


def told(user):
    return {row['url']: {**row['events'][0], 'first': row['changes'][0]} for row in weft('report', '--json', '--user', user).json()['new']}


differ, n_compared, n_noise = [], 0, 0
for turn in range(5):
    pages_of(turn)
    for user in ('ann', 'bob'):
        weft('seen', '--all', '--user', user)  # so that what is told is of this round
    before = {user: {url: event['version'] for url, event in told(user).items()} for user in ('ann', 'bob')}
    weft.check('--all')
    for user in ('ann', 'bob'):
        for url, event in told(user).items():
            if turn in (1, 2) or before[user].get(url) == event['version']:
                continue  # no event of this round
            last = logged(url, user)
            shown = weft('diff', f'{url}@{last["before"]}', f'@{last["number"]}', '--json', '--user', user)
            delta, stat = shown.json(), weft('diff', f'{url}@{last["before"]}', f'@{last["number"]}', '--stat', '--json', '--user', user).json()
            n_compared += 1
            n_noise += 'noise' in shown.err
            if 'held back' in shown.err:
                differ.append((turn, user, url, 'announced, yet', shown.err))
            if user == 'ann' and n_compared % 4 == 0:
                number = weft('importance', f'{url}@{last["before"]}', f'@{last["number"]}', '--json').json()['importance']
                if abs(number - event['importance']) > 1e-5:
                    differ.append((turn, url, 'importance', number, event['importance']))
            for one in (delta, stat):
                said = {'inserted': one['words']['inserted'], 'deleted': one['words']['deleted']}
                if said != event['words'] or said != last['words'] or one['classes'] != event['classes'] or one['classes'] != last['classes']:
                    differ.append((turn, user, url, said, one['classes'], event['words'], event['classes'], last['words']))
            if len([c for c in delta['changes'] if c['class'] == 'content']) != event['classes']['content']:
                differ.append((turn, user, url, 'changes', len(delta['changes']), event['classes']))
            if not any(quotes(event['first'], c) for c in delta['changes'] if c['class'] == 'content'):
                differ.append((turn, user, url, event['first'], delta['changes']))
point(n_compared > 30 and n_noise > 5, f'{n_compared} differences were looked at again, {n_noise} of them with noise in them')
point(not differ, 'a difference shows what the check told of it: words, counts and the change that matters most', *differ[:4])

# ---- What was held back: the difference says that nobody was told, the log and the report have the same parts, also for who ignores some of the page
pages_of(9)
weft('seen', '--all')
weft.check('--all')
for path in parts:
    site.pages[path] = re.sub(r'[0-9]+ views', f'{random.randint(100, 999)} views', re.sub('at 10:[0-9]*', f'at 11:{random.randint(10, 59)}', site.pages[path]))
lines, _ = weft.check('--all')
held = {row['url']: row for row in weft('report', '--held-back', '--json').json() if row['version'] == lines[row['url']]['version']}
quiet = [url for url, line in lines.items() if line['outcome'] == 'quiet']
wrong = []
for url in quiet:
    last = logged(url, 'ann')
    if last['held_back'] != held[url]['held_back']:
        wrong.append((url, last['held_back'], held[url]['held_back']))
    shown = weft('diff', f'{url}@{held[url]["before"]}', f'@{last["number"]}', '--json')
    if ('this was held back and not announced' in shown.err) != (shown.json()['classes']['content'] > 0):
        wrong.append((url, shown.err, shown.json()['classes']))
point(len(quiet) > 10 and not wrong, f'{len(quiet)} versions were held back: log, report and diff say so alike', *wrong[:3])
url = f'{site.url}/1'  # selects the price
parts['/1'] = [sentence(4), ' '.join(['changed', *parts['/1'][1].split()[1:]]), parts['/1'][2]]
site.pages['/1'] = page(*parts['/1'])
weft.check(url)
narrow, whole = (weft('diff', f'{url}@-1', '@newest', '--stat', '--json', *more) for more in ([], ['--whole']))
point('outside of what you watch' in narrow.err and 'not shown; --whole shows all' in narrow.err and not whole.err, 'what is left out is said', narrow.err, whole.err)
point(whole.json()['classes']['content'] > narrow.json()['classes']['content'], 'and shown when it is asked for')
for form in 'merged side changes new reversed text json'.split():
    shown = weft('diff', f'{url}@-1', '@newest', '--format', form)
    point(shown.status < 2, f'as {form}', shown)
    if form in ('text', 'json'):
        point('changed' not in shown.out, f'{form} has nothing of what is not selected', shown.out)
patch = weft('diff', f'{url}@-1', '@newest', '--format', 'patch')
point(patch.status < 2 and weft('show', f'{url}@-1').out and 'changed' in patch.out, 'a patch is always whole', patch)

# ---- Seen, and back again
path = next(f'/{n}' for n in range(0, 20, len(SELECT)) if found[f'{site.url}/{n}']['outcome'] == 'changed')  # nothing of it is left out
url = site.url + path
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
point(len(lines) == 20 and lines[bad]['outcome'] == 'failed' and 'cannot be used' in lines[bad]['message'], 'a damaged watch is told with its page',
      lines.get(bad), result.err)
report, listed = weft('report', '--json'), weft('list', '--json')
point(report.status < 2 and [row['url'] for row in report.json()['problems'] if 'damage' in [p['kind'] for p in row['problems']]] == [bad], 'the report tells it too', report.out[:500])
equal([row['problems'][-1]['kind'] for row in listed.json() if row['url'] == bad], ['damage'], 'and the list')
equal([url for url, line in lines.items() if line['outcome'] not in ('changed', 'quiet') and url != bad], [], 'and all others are checked')
done()
