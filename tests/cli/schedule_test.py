#!/usr/bin/env python3
"""weft schedule and what weft why says of the plan: text, data and picture."""
import os
import sqlite3

from harness import done, equal, page, point, weft, write

os.environ['WEFT_STORE'] = os.path.abspath('watch.db')
os.environ['WEFT_ALLOW_FILE'] = 'on'
for i in range(6):
    write(f'{i}.html', page(f'<main><h1>Page {i}</h1><p>What is said here.</p></main>'))
weft('add', *[f'{i}.html' for i in range(4)])
weft('add', '4.html', '--every', '6h')
weft('add', '5.html', '--every', '3d..9d')
weft('check')

plan = weft('schedule', '--json').json()
equal((plan['best_effort'], plan['promised'], plan['late']), (5, 1, 0), 'pages are best effort or promised')
point(0 < plan['now']['freshness'] <= 1 and plan['now']['delay_days'] > 0, 'the plan says how fresh they are', plan['now'])
fresh = [p['freshness'] for p in plan['curve']]
point(fresh == sorted(fresh) and [p['factor'] for p in plan['curve']].count(1) == 1, 'a larger budget buys more', fresh)
point(plan['next'][0]['url'].endswith('/4.html') and not plan['next'][0]['best_effort'], 'what is next comes first', plan['next'])
text = weft('schedule').out
point('5 best effort, 1 promised' in text and 'an important change is seen after' in text and 'Next:' in text, 'in words', text)
more = weft('schedule', '--json', '--requests-a-day', '100').json()
point(95 < more['now']['visits_a_day'] < 105 and more['now']['delay_days'] < plan['now']['delay_days'], 'as if the budget were another', more['now'])
few = weft('schedule', '--requests-a-day', '1').out
point('The promises alone take 4.0 visits a day' in few, 'promises that are too many are told', few)
svg = weft('schedule', '--svg').out
point(svg.startswith('<svg') and 'visits a day' in svg and '<script' not in svg, 'a picture', svg[:200])

why = weft('why', '0.html', '--json').json()
point(why['best_effort'] and why['plan']['visits'] == 1 and why['plan']['changes_a_day'] > 0, 'why has the numbers of the plan', why)
why = weft('why', '4.html', '--json').json()
point(not why['best_effort'] and why['plan'] is None and why['threshold'] == '6h', 'but not of a promise', why)
why = weft('why', '5.html').out
point('best effort' in why and 'not sooner than 3d and not later than 9d after the last' in why, 'bounds hold', why)
point(weft('add', '5.html', '--every', '9d..3d').status == 2, 'bounds in the wrong order are refused')
for i in range(3):
    write('0.html', page(f'<main><h1>Page 0</h1><p>Now the council has decided {i} times about the bridge and the new school.</p></main>'))
    weft('check', '0.html')
before = why = weft('why', '1.html', '--json').json()['plan']['changes_a_day']
after = weft('why', '0.html', '--json').json()['plan']['changes_a_day']
point(after > 2 * before, 'what changes is expected to change', (before, after))
late = weft('schedule', '--json').json()
point(late['late'] == 0 and late['broken'] == 0 and late['last_broken'] == [], 'no promise is late', late)
with sqlite3.connect('watch.db') as db:
    db.execute("UPDATE page SET checked_at = checked_at - 864000000, next_check_at = next_check_at - 864000000 WHERE url LIKE '%/4.html'")
late = weft('schedule', '--json').json()
equal(late['late'], 1, 'one that is late is told')
weft('check')
late = weft('schedule', '--json').json()
point(late['late'] == 0 and late['broken'] == 1 and late['last_broken'][0]['late_seconds'] > 9 * 86400, 'and remembered when it was made up for', late)
text = weft('schedule').out
point('1 promise was broken in the last 30 days. The last:' in text and '/4.html' in text, 'in words', text)
point('later than promised on ' in weft('why', '4.html').out, 'also for the page', weft('why', '4.html').out)
weft('edit', '--every', '2h', '3.html')
plan = weft('schedule', '--json').json()
point(plan['next'][0]['url'].endswith('/3.html') and not plan['next'][0]['best_effort'], 'a new promise holds from the beginning', plan['next'])
weft('edit', '--policy', 'delay', '2.html')
equal(weft('list', '2.html', '--json').json()[0]['watch']['policy'], 'delay', 'a watch has a policy')
point('harmonic' in weft('edit', '--policy', 'often', '2.html').err, 'which has a name')
usual, early = (weft('schedule', '--json', *more).json()['now'] for more in ([], ['--policy', 'delay']))
point(early['delay_days'] < usual['delay_days'], 'and so has the machine, for all others', usual, early)
point('harmonic' in weft('schedule', '--policy', 'often').err, 'by the same names')

weft('pause', '1.html')
point("paused     by you; 'weft resume' with its address goes on" in weft('why', '1.html').out, 'a page that is paused says so')

os.environ['WEFT_STORE'] = os.path.abspath('capped.db')
weft('add', '--later', '--every', '6h', *[f'http://h.test/{i}' for i in range(8)])
capped = weft('schedule', '--json', '--host-requests-a-day', '16').json()
point(capped['overbooked'] == [{'host': 'h.test', 'promised_a_day': 32, 'most_a_day': 16}] and capped['now']['visits_a_day'] == 16,
      'a host that takes fewer visits than are promised is named, and the plan reckons with it', capped)
text = weft('schedule', '--host-requests-a-day', '16').out
point('h.test: 32 visits a day are promised, and it takes one every 1 hour 30 minutes at most' in text, 'in words', text)
equal(weft('schedule', '--json', '--host-requests-a-day', '32').json()['overbooked'], [], 'but not one that takes them')
done()
