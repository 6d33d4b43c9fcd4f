#!/usr/bin/env python3
"""weft push beside a web server: a file that changes is announced, signed, and looked at at once; what is forged, old or sent again is refused."""
import base64
import functools
import hashlib
import hmac
import http.client
import http.server
import json
import os
import statistics
import subprocess
import sys
import threading
import time

from receivers import Receiver
import website  # noqa: F401: it knows where the harness is
from harness import SANITIZED, SCRATCH, WEFT, done, equal, point, write

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'serve'))
from client import Server  # noqa: E402

ROUNDS = int(os.environ.get('WEFT_ROUNDS', 3))


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


os.makedirs('www/news', exist_ok=True)
write('www/robots.txt', 'User-agent: *\nAllow: /\n')
write('www/page.html', '<title>Page</title><h1>Tables</h1><p>Oak table 340 euro, seats six.</p><p>Lead time is four weeks for all tables.')
write('www/news/index.html', '<title>News</title><p>Nothing yet, but there will be something soon.')
web = http.server.ThreadingHTTPServer(('127.0.0.1', 0), functools.partial(Files, directory=os.path.abspath('www')))
threading.Thread(target=web.serve_forever, daemon=True).start()
site = f'http://127.0.0.1:{web.server_port}/'
hook = Receiver()


def wait_for(what, seconds=60 if SANITIZED else 20):
    end = time.time() + seconds
    while time.time() < end and not what():
        time.sleep(0.002)
    return what()


def notice(server, key, body, at=None, id='x1', **change):
    """what the server says to a notice"""
    body = body if isinstance(body, str) else json.dumps(body)
    at = str(int(at or time.time()))
    mac = base64.b64encode(hmac.new(base64.b64decode(key[6:]), f'{id}.{at}.{body}'.encode(), hashlib.sha256).digest()).decode()
    head = {'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': f'v1,{mac}', 'Content-Type': 'application/json', **change}
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=30)
    connection.request('POST', '/api/v1/push', body, head)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


os.makedirs('server', exist_ok=True)
with Server(os.path.abspath('server'), user='anna') as server:
    key = server.weft('push', '--new-key').stdout.strip()
    point(key.startswith('whsec_'), 'a key is made')
    server.weft('channel', 'add', 'hook', f'{hook.url}/hook')
    added = server.weft('add', site + 'page.html', site + 'news/', '--every', '1d')
    point(added.returncode == 0, 'pages that are looked at once a day', added.stdout, added.stderr)

    # ---- What is refused
    good = {'user': 'anna', 'urls': [site + 'page.html', site + 'unknown.html']}
    status, answer = notice(server, key, good)
    equal((status, json.loads(answer)), (202, {'pages': 1, 'unknown': 1}), 'a notice is taken')
    equal(notice(server, key, good)[0], 403, 'once')
    equal(notice(server, key, good, id='x2', at=time.time() - 400)[0], 403, 'not an old one')
    equal(notice(server, 'whsec_AAAA', good, id='x3')[0], 403, 'nor with another key')
    equal(notice(server, key, {'user': 'eve', 'urls': []}, id='x4')[0], 403, 'nor for another user')
    equal(notice(server, key, good, id='x5', **{'webhook-signature': ''})[0], 403, 'nor without a signature')
    point(notice(server, key, '{"user":', id='x6')[0] in (400, 422), 'rubbish is none')

    # ---- Files that change
    write('key', key)
    push = subprocess.Popen([WEFT, 'push', '--root', 'www', '--url', site, '--to', f'http://127.0.0.1:{server.port}', '--key', f'file:{SCRATCH}/key'],
                            env=server.env, stdout=subprocess.PIPE, text=True)
    point('watching 2 folders' in push.stdout.readline(), 'push watches')
    times = []
    for i in range(1, ROUNDS + 1):
        n = len(hook.got)
        begun = time.time()
        write('www/page.html', f'<title>Page</title><h1>Tables</h1><p>Oak table {340 + i} euro, seats six.</p><p>Lead time is four weeks for all tables.')
        wait_for(lambda: len(hook.got) > n)
        times.append((time.time() - begun) * 1000)
    equal([m['events'][0]['event']['version'] for m in hook.posted('/hook')], list(range(2, ROUNDS + 2)), 'each change is announced, fetched and sent')
    print(f'# file written to message received: median {statistics.median(times):.0f} ms of {ROUNDS}')
    write('www/news/.index.html.swp', 'x')
    write('new.html', '<title>News</title><p>There is something new, as we said there would be.')
    os.rename('new.html', 'www/news/index.html')
    point(wait_for(lambda: any(m['events'][0]['event']['url'] == site + 'news/' for m in hook.posted('/hook'))), 'index.html stands for its folder')
    os.makedirs('www/deep/er')
    write('www/deep/er/x.html', 'x')
    push.terminate()
    equal(push.wait(20), 0, 'push ends when it is told to')
point(subprocess.run([WEFT, 'push', '--root', 'nowhere', '--url', site, '--to', 'http://x', '--key', 'k'], capture_output=True, env=server.env).returncode == 2,
      'a folder that is not there')
done()
