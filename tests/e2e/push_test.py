#!/usr/bin/env python3
"""weft push beside a web server: a file that changes is announced, signed, and looked at at once; what is forged, old or sent again is refused."""
import atexit
import base64
import functools
import hashlib
import hmac
import http.client
import http.server
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import threading
import time

from receivers import Receiver
import website
from harness import SCRATCH, WEFT, done, equal, free_port, point, write

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


def start_nginx():
    """a real web server over the files, as push is meant for; its dates and tags know seconds alone"""
    port, here = free_port(), os.path.abspath('.')
    temp = ' '.join(f'{name}_temp_path {here}/ng;' for name in ('client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'))
    write('nginx.conf', f'daemon off; master_process off; pid {here}/nginx.pid; error_log {here}/nginx.log; events {{}} '
          f'http {{ types {{ text/html html; text/plain txt; }} access_log off; {temp} server {{ listen 127.0.0.1:{port}; root {here}/www; }} }}')
    process = subprocess.Popen([NGINX, '-c', f'{here}/nginx.conf', '-e', f'{here}/nginx.log'], stderr=subprocess.DEVNULL)
    atexit.register(process.terminate)
    for _ in range(500):
        with socket.socket() as s:
            if s.connect_ex(('127.0.0.1', port)) == 0:
                break
        time.sleep(0.02)
    return port


NGINX = shutil.which('nginx') or shutil.which('nginx', path='/usr/sbin')
if NGINX:
    port = start_nginx()
else:  # what Python serves will do
    web = http.server.ThreadingHTTPServer(('127.0.0.1', 0), functools.partial(Files, directory=os.path.abspath('www')))
    threading.Thread(target=web.serve_forever, daemon=True).start()
    port = web.server_port
site = f'http://127.0.0.1:{port}/'
hook = Receiver()
PAGE = '<title>Page</title><h1>Tables</h1><p>Oak table {} euro, seats six.</p><p>Lead time is four weeks for all tables.'


def wait_for(what, seconds=60):
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
server = Server(os.path.abspath('server'), user='anna')
server.listen = f'127.0.0.1:{free_port()}'  # where it is again after it was away: nobody may have taken that meanwhile, not even who asks there in vain
with server:
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
    atexit.register(push.kill)
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

    # ---- Many times in a second, by rename, deep below, deleted, moved
    def newest(page='page.html'):
        return server.weft('show', site + page).stdout

    for i in range(20):
        write('www/page.html', PAGE.format(500 + i))
        time.sleep(0.02)
    point(wait_for(lambda: '519 euro' in newest()), 'of many changes in a second the last one is seen', newest())
    write('www/page.html.new', PAGE.format(600))
    os.rename('www/page.html.new', 'www/page.html')
    point(wait_for(lambda: '600 euro' in newest()), 'editors write beside a file and rename')
    os.makedirs('www/deep/er')
    write('www/deep/er/x.html', PAGE.format(1))
    server.weft('add', site + 'deep/er/x.html', site + 'moved/er/x.html', '--every', '1d', '--later')
    time.sleep(0.3)
    write('www/deep/er/x.html', PAGE.format(2))
    point(wait_for(lambda: '2 euro' in newest('deep/er/x.html')), 'a folder that is new is watched, with all below it')
    os.rename('www/deep', 'www/moved')
    point(wait_for(lambda: '2 euro' in newest('moved/er/x.html')), 'one that was moved has another address')
    write('www/moved/er/x.html', PAGE.format(3))
    point(wait_for(lambda: '3 euro' in newest('moved/er/x.html')), 'and is watched there')
    os.remove('www/page.html')
    point(wait_for(lambda: 'page.html' in json.dumps(json.loads(server.weft('report', '--json').stdout)['problems'])), 'a file that is deleted is looked at, too',
          server.weft('report').stdout)
    write('www/page.html', PAGE.format(700))
    point(wait_for(lambda: '700 euro' in newest()), 'and comes back')

    # ---- While the page is being fetched
    slow, stock = website.Site(), [1]

    def answer(headers, body):
        """as it was when the question came; the answer takes its time"""
        text = PAGE.format(stock[0])
        time.sleep(0.4)
        return text

    slow.pages['/slow'] = answer
    server.weft('add', slow.url + '/slow', '--every', '1d')
    for stock[0] in (902, 903):
        notice(server, key, {'user': 'anna', 'urls': [slow.url + '/slow']}, id=f'slow{stock[0]}')
        time.sleep(0.2)
    point(wait_for(lambda: '903 euro' in server.weft('show', slow.url + '/slow').stdout), 'a notice that comes while the page is fetched is not lost')

    # ---- A server that is away
    server.__exit__()
    write('www/page.html', PAGE.format(800))
    time.sleep(0.3)
    server.__enter__()
    point(wait_for(lambda: '800 euro' in newest()), 'what changed while the server was away is announced when it is back', newest())
    equal(notice(server, key, good)[0], 403, 'and a notice from before is still known')
    push.terminate()
    equal(push.wait(20), 0, 'push ends when it is told to')
point(subprocess.run([WEFT, 'push', '--root', 'nowhere', '--url', site, '--to', 'http://x', '--key', 'k'], capture_output=True, env=server.env).returncode == 2,
      'a folder that is not there')
done()
