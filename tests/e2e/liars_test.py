#!/usr/bin/env python3
"""Those whom weft sends to, and whose lists it reads, may lie: receivers of webhooks, mail servers, hubs, sitemaps. Each has the outcome it deserves, memory
stays small, and whoever is honest is served in time."""
import gzip
import pathlib
import re
import socket
import struct
import subprocess
import threading
import time

from website import Archive, Site
from harness import SANITIZED, WEFT, done, equal, point

PATIENCE = 60
LITTLE = 2000 if SANITIZED else 300  # MB
PAGE = '<title>Prices</title><h1>Tables</h1><p>Oak table {} euro, seats six.</p><p>Lead time is four weeks for all tables.</p>'
ESCAPE = b'\x1b[31m\x07\xc2\x9b2J\xe2\x80\xae'


class Liar:
    """answers each connection as `lie(socket, path)` does; `asked` has the paths"""

    def __init__(self, lie, greet=False):
        self.asked, self.lie = [], lie
        self.socket = socket.create_server(('127.0.0.1', 0), backlog=64)
        self.port = self.socket.getsockname()[1]
        self.greet = greet
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            threading.Thread(target=self.answer, args=(self.socket.accept()[0],), daemon=True).start()

    def answer(self, connection):
        try:
            path = '' if self.greet else self.read(connection)
            self.asked.append(path)
            self.lie(connection, path)
        except OSError:
            pass  # it was hung up on
        finally:
            connection.close()

    @staticmethod
    def read(connection):
        """the path of a request that was read to its end"""
        head = b''
        while b'\r\n\r\n' not in head:
            head += connection.recv(65536)
        length = int((re.search(rb'(?i)content-length: (\d+)', head) or [b'', b'0'])[1])
        body = head.split(b'\r\n\r\n', 1)[1]
        while len(body) < length:
            body += connection.recv(65536)
        return head.split(b' ')[1].decode()


def pour(connection, bit, first=b''):
    connection.sendall(first)
    while True:
        connection.sendall(bit)


def drip(connection, first):
    connection.sendall(first)
    while True:
        connection.sendall(b'x')
        time.sleep(0.2)


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))


OK = b'HTTP/1.1 200 OK\r\n'
# Path, what it does, what becomes of the message. None: it is still being waited for when all others are through.
RECEIVERS = {
    'endless': (lambda c: pour(c, b'x' * 65536, OK + b'\r\n'), 'sent'),
    'chunks': (lambda c: pour(c, b'1\r\nx\r\n' * 5000, OK + b'Transfer-Encoding: chunked\r\n\r\n'), 'sent'),
    'trailers': (lambda c: pour(c, b'X-Trailer: yes\r\n' * 2000, OK + b'Transfer-Encoding: chunked\r\n\r\n0\r\n'), 'sent'),
    'head': (lambda c: pour(c, b'X-Head: yes\r\n' * 2000, OK), 'sent'),
    'line': (lambda c: pour(c, b'y' * 65536, OK + b'X-Long: '), 'waiting'),
    'interim': (lambda c: pour(c, b'HTTP/1.1 100 Continue\r\n\r\n' * 500), 'waiting'),
    'bomb': (lambda c: c.sendall(OK + b'Content-Encoding: gzip\r\nConnection: close\r\n\r\n' + gzip.compress(bytes(32 << 20))), 'sent'),
    'garbage': (lambda c: c.sendall(b'\x00\xff' * 500), 'waiting'),
    'old': (lambda c: c.sendall(b'hello, this is HTTP/0.9'), 'waiting'),
    'nothing': (lambda c: None, 'waiting'),
    'reset': (reset, 'waiting'),
    'cut': (lambda c: c.sendall(b'HTTP/1.1 200 O'), 'waiting'),
    'short': (lambda c: c.sendall(OK + b'Content-Length: 1000\r\n\r\nx'), 'waiting'),
    'negative': (lambda c: c.sendall(OK + b'Content-Length: -1\r\n\r\n'), 'waiting'),
    'lengths': (lambda c: c.sendall(OK + b'Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy'), 'sent'),
    'status': (lambda c: c.sendall(b'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'), 'waiting'),
    'inside': (lambda c: c.sendall(b'HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:22/\r\nContent-Length: 0\r\n\r\n'), 'dead'),
    'file': (lambda c: c.sendall(b'HTTP/1.1 302 Go\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n'), 'dead'),
    'controls': (lambda c: c.sendall(b'HTTP/1.1 400 ' + ESCAPE + b'\r\nConnection: close\r\n\r\nno: ' + ESCAPE + b'\r\nsecond line'), 'dead'),
    'later': (lambda c: c.sendall(b'HTTP/1.1 503 Busy\r\nRetry-After: 99999999999999999999\r\nContent-Length: 0\r\n\r\n'), 'waiting'),
    'never': (lambda c: c.sendall(b'HTTP/1.1 429 Busy\r\nRetry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\nContent-Length: 0\r\n\r\n'), 'waiting'),
    'before': (lambda c: c.sendall(b'HTTP/1.1 503 Busy\r\nRetry-After: -5\r\nContent-Length: 0\r\n\r\n'), 'waiting'),
    'stall': (lambda c: time.sleep(90), None),
    'drip': (lambda c: drip(c, OK + b'Content-Length: 999999\r\n\r\n'), None),
    'drip-head': (lambda c: drip(c, b'HTTP/1.1 200 '), None),
    'good': (lambda c: c.sendall(OK + b'Content-Length: 0\r\n\r\n'), 'sent'),
}


def peak(pid):
    """the most megabytes that a process and those below it have had"""
    most = 0
    for status in pathlib.Path('/proc').glob('[0-9]*/status'):
        try:
            text = status.read_text()
        except OSError:
            continue
        if re.search(rf'^(Pid|PPid):\t{pid}$', text, re.M):
            most = max(most, int((re.search(r'VmHWM:\s+(\d+)', text) or [0, 0])[1]) // 1024)
    return most


def wait_for(what, seconds=PATIENCE):
    end = time.time() + seconds
    while time.time() < end and not what():
        time.sleep(0.3)
    return what()


def test_receivers():
    site, weft = Site(), Archive('receivers.db')
    liar = Liar(lambda connection, path: RECEIVERS[path[1:]][0](connection))
    site.pages['/p'] = PAGE.format(340)
    weft('add', f'{site.url}/p', '--every', '0')
    weft('check')
    notify = []
    for name in RECEIVERS:
        weft('channel', 'add', name, f'http://127.0.0.1:{liar.port}/{name}')
        notify += ['--notify', name]
    weft('edit', f'{site.url}/p', *notify)
    site.pages['/p'] = PAGE.format(5000)
    watching = subprocess.Popen([WEFT, 'watch'], env=weft.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    settled = {name: state for name, (_, state) in RECEIVERS.items() if state}

    def states():
        rows = weft('outbox', 'list', '--state', 'all', '--json').json()['messages']
        return {row['channel']: row for row in rows}

    def through():
        rows = states()
        return all(name in rows and (rows[name]['state'] == 'sent' or rows[name].get('error')) for name in settled)

    begun = time.time()
    point(wait_for(lambda: '/good' in liar.asked), 'who is honest is served in time')
    point(wait_for(through), f'each of {len(settled)} receivers has its outcome', {name: row['state'] for name, row in states().items()})
    rows = states()
    equal({name: rows[name]['state'] for name in settled}, settled, 'and the one it deserves')
    point(time.time() - begun > 25 or all(rows[name]['state'] not in ('sent', 'dead') for name, (_, state) in RECEIVERS.items() if not state), 'who says nothing is waited for')
    point(peak(watching.pid) < LITTLE, 'in little memory', peak(watching.pid))
    point(watching.poll() is None, 'and weft goes on')
    watching.terminate()
    watching.wait()
    shown = weft('outbox', 'list', '--state', 'all').out
    point('no: ' in shown and not re.search('[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]', shown), 'what a receiver says cannot steer a terminal', repr(shown)[:300])
    day = 26 * 3600 * 1000
    waits = {name: rows[name]['next_try_at'] - rows[name]['made_at'] for name in ('later', 'never', 'before')} if isinstance(rows['later']['next_try_at'], int) else {}
    point(all(0 < wait < day for wait in waits.values()), 'nor put a message off for ever', waits, rows['later'])


def mail_server(lines):
    """a mail server that says these lines, each after something was said to it; a function takes over"""
    def lie(connection, _):
        for line in lines:
            if callable(line):
                line(connection)
                return
            connection.sendall(line)
            connection.recv(65536)
    return Liar(lie, greet=True)


MAIL = {
    'garbage': ([b'\x00\xff\x00' * 300 + b'\r\n'], 'waiting'),
    'nothing': ([lambda c: None], 'waiting'),
    'web': ([b'HTTP/1.1 400 Bad\r\n\r\n'], 'waiting'),
    'long': ([lambda c: c.sendall(b'220 ' + b'x' * (4 << 20) + b'\r\n')], 'waiting'),
    'busy': ([b'421 ' + ESCAPE + b' come later\r\n'], 'waiting'),
    'refused': ([b'220 hi\r\n', b'250 hi\r\n', b'550 ' + ESCAPE + b' nobody here\r\n'], 'dead'),
    'tls': ([b'220 hi\r\n', b'250-hi\r\n250 STARTTLS\r\n', b'220 go\r\n', b'\x16\x03\x01garbage'], 'waiting'),
    'early': ([b'220 hi\r\n250 hi\r\n250 ok\r\n250 ok\r\n354 go\r\n250 taken\r\n', lambda c: time.sleep(1)], None),
    'endless': ([lambda c: pour(c, b'220-and\r\n' * 5000)], None),
    'silent': ([lambda c: time.sleep(90)], None),
}


def test_mail():
    started, site = {}, Site()
    for name, (lines, _) in MAIL.items():
        server = mail_server(lines)
        site.pages['/' + name] = '<p>Tickets are sold from Monday on.'
        weft = Archive(f'mail-{name}.db', WEFT_SMTP=f'smtp://127.0.0.1:{server.port}', WEFT_MAIL_FROM='weft@example.org', WEFT_PUBLIC_URL='https://weft.example')
        weft('channel', 'add', 'mail', 'mail:ann@example.org')
        weft('add', f'{site.url}/{name}', '--now')
        site.pages['/' + name] = '<p>Tickets are sold out, and none will come.'
        started[name] = weft, subprocess.Popen([WEFT, 'check', '--all'], env=weft.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(2)
    for name, (weft, process) in started.items():
        state = MAIL[name][1]
        if state is None:
            point(peak(process.pid) < LITTLE, f'a mail server: {name} takes little memory', peak(process.pid))
            process.terminate()
        out, err = process.communicate(timeout=PATIENCE)
        rows = weft('outbox', 'list', '--state', 'all', '--json').json()['messages']
        if state:
            equal([row['state'] for row in rows], [state], f'a mail server: {name}')
            point(not re.search(rb'[\x00-\x08\x0b-\x1f\x7f]|\xc2\x9b|\xe2\x80\xae', out + err), f'{name}: and what it says is shown without its controls', out + err)


def test_lists():
    """sitemaps and feeds that lie, and hubs that a page names"""
    site, weft = Site(), Archive('lists.db', WEFT_PUBLIC_URL='https://weft.example')
    hub = Liar(lambda connection, _: pour(connection, b'x' * 65536, OK + b'\r\n'))
    entry = '<url><loc>{}</loc><lastmod>2026-11-15</lastmod></url>'
    places = ['file:///etc/passwd', 'http://127.0.0.1:22/', 'javascript:alert(1)', site.url + '/good', 'http://[::1', 'x' * 100000, '\u202ehttp://a/']
    head = '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    site.pages['/sitemap.xml'] = (200, {'Content-Type': 'application/xml'}, head + ''.join(entry.format(place) for place in places) + '</urlset>')
    site.pages['/huge.xml'] = (200, {'Content-Type': 'application/xml'}, head + entry.format(site.url + '/x') * 60000 + '</urlset>')
    site.pages['/bomb.xml'] = (200, {'Content-Type': 'application/xml', 'Content-Encoding': 'gzip'}, gzip.compress(head.encode() + b' ' * (200 << 20)))
    site.pages['/entities.xml'] = (200, {'Content-Type': 'application/rss+xml'}, '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><rss><channel><item><link>&b;</link></item></channel></rss>')
    site.pages['/never.xml'] = (302, {'Location': '/never.xml'}, '')
    site.pages['/hub'] = (200, {'Link': f'<http://127.0.0.1:{hub.port}/h>; rel="hub", <{site.url}/hub\x1b[31m>; rel="self"'}, PAGE.format(1))
    site.pages['/inner-hub'] = (200, {'Link': '<http://169.254.169.254/latest>; rel="hub"'}, PAGE.format(2))
    site.pages['/odd-hub'] = (200, {'Link': '<file:///etc/passwd>; rel="hub", <javascript:x>; rel="hub"'}, PAGE.format(3))
    site.pages['/good'] = PAGE.format(4)
    weft('add', *[site.url + path for path in site.pages if path != '/robots.txt'])
    begun = time.time()
    checks, result = weft.check('--all')
    outcome = {path: checks.get(site.url + path, {}).get('outcome') for path in site.pages if path != '/robots.txt'}
    point(outcome['/good'] == 'first' and outcome['/sitemap.xml'] == 'first' and outcome['/hub'] == 'first', 'the honest and the readable are taken', outcome, result.err[:300])
    point(outcome['/bomb.xml'] == 'failed' and outcome['/never.xml'] == 'failed', 'a bomb and a circle are failures', outcome)
    checks, result = weft.check('--all')
    point(time.time() - begun < PATIENCE, 'in time', time.time() - begun)
    point(result.status in (0, 1, 2) and not [path for path in ('/good', '/hub', '/inner-hub', '/odd-hub') if checks[site.url + path]['outcome'] not in ('same', 'quiet')], 'and again', result.err[:300])
    listed = weft('list').out
    point('passwd' not in listed and ':22/' not in listed, 'a list adds no page of its own choice', listed)


test_receivers()
test_mail()
test_lists()
done()
