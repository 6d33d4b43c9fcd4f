#!/usr/bin/env python3
"""kill -9 in the middle of detection and of sending, again and again: every version that a sentinel asks about is one event, and every event is one
message, as seen by a receiver that honours the key. WEFT_KILLS says how often (200 in make soak)."""
import json
import os
import random
import sqlite3
import time

from receivers import Receiver
from victims import Victim
from website import Archive, Site
from harness import SANITIZED, done, equal, point, write

KILLS = int(os.environ.get('WEFT_KILLS', 3 if SANITIZED else 8))
PAGES = 3
random.seed(7)
site, hook = Site(), Receiver()
weft = Archive('crash.db')
count = 0
on_message = None


def page(headers, body):
    """another word at every visit"""
    global count
    count += 1
    return f'<title>Page</title><h1>News</h1><p>Entry w{count} of the list, with some words around it that stay as they are.</p>'


def slow(handler):
    """the answer may come after the sender is gone: it was taken all the same"""
    if on_message:
        on_message()
    time.sleep(random.random() * 0.03)
    hook.answer(handler, 204)


hook.ways['/s'] = hook.ways['/p'] = slow
text = ''
for i in range(PAGES):
    site.pages[f'/{i}'] = page
    text += f'CREATE SENTINEL s{i} ON "{site.url}/{i}" MONITOR words BY webhook "{hook.url}/s";\n'
    text += f'CREATE SENTINEL seq{i} ON "{site.url}/{i}" MONITOR words SEQ words CONTEXT CHRONICLE BY webhook "{hook.url}/s";\n'
weft('channel', 'add', 'plain', f'{hook.url}/p')
for i in range(PAGES):
    weft('add', f'{site.url}/{i}', '--every', '0')
point(weft('sentinel', 'create', write('s.sentinel', text)).status == 0, 'sentinels')
weft('check')
weft('check', '--all')

kills = 0
for turn in range(KILLS):
    victim = Victim(weft, random.randint(1, PAGES))
    if turn % 2:
        on_message = victim.step
    else:
        site.on_answer = victim.step
    kills += victim.end()
    on_message = site.on_answer = None
point(kills > KILLS // 2, 'most checks were killed', kills)
for i in range(PAGES):
    site.pages[f'/{i}'] = '<title>Page</title><h1>News</h1><p>Entry last of the list, with some words around it that stay as they are.</p>'
weft('check', '--all')
end = time.time() + 60
db = sqlite3.connect(weft.store)
while time.time() < end:  # a message that a killed process had is free again soon
    weft('check')
    left = db.execute('SELECT count(*) FROM delivery WHERE state = 0').fetchone()[0] + db.execute('SELECT count(*) FROM look').fetchone()[0]
    if left == 0:
        break
    time.sleep(0.2)
equal(left, 0, 'everything was looked at and sent')

# ---- What the receiver has, by key
messages = {}
for path, headers, body in hook.got:
    message = json.loads(body)
    key = {name.lower(): value for name, value in headers.items()}['webhook-id']
    known = messages.setdefault(key, (path, message))
    if known[1] != message:
        point(False, 'a message that is sent again is the same', known, message)
sent = [event['sentinel_event']['id'] for path, m in messages.values() if path == '/s' for event in m['events']]
plain = [event['event']['id'] for path, m in messages.values() if path == '/p' for event in m['events']]
events = [row[0] for row in db.execute('SELECT id FROM sentinel_event')]
versions = db.execute('SELECT count(*) FROM version WHERE number > 1').fetchone()[0]
equal(db.execute("SELECT count(*) FROM sentinel_event WHERE name LIKE 's_'").fetchone()[0], versions, f'{versions} versions, each an event')
equal(db.execute("SELECT count(*) FROM sentinel_event WHERE name LIKE 'seq_'").fetchone()[0], versions - PAGES,
      'each but the first of a page the end of a sequence, over all restarts')
equal(sorted(sent), sorted(events), f'{len(events)} events, each sent once ({len(hook.got)} requests, {kills} kills)')
equal(sorted(plain), sorted(row[0] for row in db.execute('SELECT id FROM event WHERE kind <> 0')), 'and what a plain watch finds as well')
point(versions > 2 * PAGES, 'there was something to lose', versions)
done()
