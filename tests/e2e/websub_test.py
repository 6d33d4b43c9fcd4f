#!/usr/bin/env python3
"""WebSub against a small hub: a page names it, weft subscribes, the hub asks whether it was meant, and what it says later makes weft look at once."""
import hashlib
import hmac
import sqlite3
import struct
import subprocess
import threading
import time
import urllib.parse
import urllib.request

from website import Archive, Site
from harness import WEFT, done, equal, free_port, point


class Hub(Site):
    """takes subscriptions at /hub and comes back with a challenge"""

    def __init__(self):
        super().__init__()
        self.asked, self.verified = [], []
        self.pages['/hub'] = self.subscribe

    def subscribe(self, headers, body):
        form = dict(urllib.parse.parse_qsl(body))
        self.asked.append(form)
        threading.Thread(target=self.verify, args=(form,), daemon=True).start()
        return 202, {}, ''

    def verify(self, form):
        query = urllib.parse.urlencode({'hub.mode': 'subscribe', 'hub.topic': form['hub.topic'], 'hub.challenge': 'ch-4711', 'hub.lease_seconds': '86400'})
        self.verified.append(call(f"{form['hub.callback']}?{query}"))


def call(url, body=None, **headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as fault:
        return fault.code, fault.read().decode()


def wait_for(what, seconds=60):
    end = time.time() + seconds
    while time.time() < end and not what():
        time.sleep(0.01)
    return what()


PAGE = '<title>Prices</title><h1>Tables</h1><p>Oak table {} euro, seats six.</p><p>Lead time is four weeks for all tables.</p>'
hub, site = Hub(), Site()
topic = f'{site.url}/page'
head = {'Link': f'<{hub.url}/hub>; rel="hub", <{topic}>; rel="self"'}
site.pages['/page'] = (200, head, PAGE.format(340))
site.pages['/feed'] = f'<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><link rel="hub" href="{hub.url}/hub"/><link href="{site.url}/feed" rel="self"/></feed>'
port = free_port()
weft = Archive('websub.db', WEFT_PUBLIC_URL=f'http://127.0.0.1:{port}')
weft('add', topic, f'{site.url}/feed', '--every', '1d', '--now')
server = subprocess.Popen([WEFT, 'serve', '--listen', f'127.0.0.1:{port}'], env=weft.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
point(server.stdout.readline(), 'the server listens')
try:
    point(wait_for(lambda: len(hub.verified) == 2), 'weft subscribes to the hubs that pages name', hub.asked, hub.verified)
    equal({form['hub.topic'] for form in hub.asked}, {topic, f'{site.url}/feed'}, 'for a page by its head, for a feed by its own words')
    equal(hub.verified, [(200, 'ch-4711')] * 2, 'and says that it was meant')
    form = [form for form in hub.asked if form['hub.topic'] == topic][0]
    callback, secret = form['hub.callback'], form['hub.secret'].encode()
    other = urllib.parse.urlencode({'hub.mode': 'subscribe', 'hub.topic': 'http://other/', 'hub.challenge': 'x'})
    point(call(f'{callback}?{other}')[0] in (403, 404), 'what was not meant is not confirmed')
    point(call(callback[:-1] + ('0' if callback[-1] != '0' else '1'))[0] in (403, 404), 'nor under another address')

    # ---- The hub says that it changed
    site.pages['/page'] = (200, head, PAGE.format(360))
    n = len(site.asked('/page'))
    equal(call(callback, b'new', **{'X-Hub-Signature': 'sha256=' + '0' * 64})[0], 202, 'a wrong signature is answered')
    time.sleep(0.3)
    equal(len(site.asked('/page')), n, 'and passed over')
    right = hmac.new(secret, b'new', hashlib.sha256).hexdigest()
    equal(call(callback, b'new', **{'X-Hub-Signature': f'sha256={right}'})[0], 202, 'a right one is taken')
    point(wait_for(lambda: len(site.asked('/page')) > n), 'and weft looks at once')
    point(wait_for(lambda: '360' in weft('log', topic).out), 'and keeps what it finds')

    # ---- A hub that is often wrong: the page has learnt it
    with sqlite3.connect(weft.store) as db:
        learnt, = db.execute('SELECT learnt FROM page WHERE url = ?', (topic,)).fetchone()
        counts = struct.pack('=7f', 9, 9, 0, 9, 0, 9, 0)  # announcements, days, waiting, visits without and with news, announced ones of both
        db.execute('UPDATE page SET learnt = ? WHERE url = ?', (learnt[:57] + counts + learnt[85:], topic))
    n = len(site.asked('/page'))
    equal(call(callback, b'new', **{'X-Hub-Signature': f'sha256={right}'})[0], 202, 'a hub whose notices brought nothing is answered')
    with sqlite3.connect(weft.store) as db:
        learnt, state = db.execute('SELECT learnt, state FROM page WHERE url = ?', (topic,)).fetchone()
    equal((struct.unpack_from('=f', learnt, 65)[0], '"owed"' in state), (1, False), 'its notice is counted, and no visit is owed for it')
    equal(len(site.asked('/page')), n, 'nor made')
finally:
    server.terminate()
    server.wait(20)
weft('check', '--all')
equal(len(hub.asked), 2, 'a subscription that stands is not asked for again')
done()
