"""A site with a ticker, news and a template behind a real Varnish, once as whole pages and once as weft's templates and fragments.

simulate() plays an hour of it in a short time: a simulated minute is MINUTE seconds, and so is a minute of max-age. At every simulated minute the site
changes, weft sees it and writes the fragments anew into the folder that the origin serves, while a visitor reads on."""
import functools
import http.server
import json
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'cli'))
from archive import Archive, w  # noqa: E402
from harness import SCRATCH, free_port, write  # noqa: E402

MINUTE = 0.4
BEFORE = 45  # minutes that weft knows when the hour begins
NEWS_EVERY = 9  # minutes
NAMES = ('front', 'sport')
HEAD = 200  # bytes of an answer's head, about
VCL = '''vcl 4.1;
import std;
backend default { .host = "127.0.0.1"; .port = "%d"; }
sub vcl_backend_response {
    set beresp.ttl = std.duration(beresp.http.X-TTL, 0s);
    set beresp.grace = 0s;
    set beresp.keep = 0s;
    if (beresp.ttl <= 0s) { set beresp.uncacheable = true; set beresp.ttl = 1s; return (deliver); }
    if (beresp.http.Surrogate-Control ~ "ESI/1.0") { set beresp.do_esi = true; }
}
'''


def words(seed, n=60):
    rng = random.Random(str(seed))
    return ' '.join(''.join(rng.choices('abcdefghijklmnopqrstuvwxyz', k=rng.randint(4, 9))) for _ in range(n))


MENU = '<ul class="menu">' + ''.join(f'<li><a href="/{i}">{words(i, 3)}</a></li>' for i in range(20)) + '</ul>'


@functools.cache
def page(name, ticker, news):
    items = ''.join(f'<p>{words(f"news {news - i}", 30)}</p>' for i in range(5))
    return (f'<!DOCTYPE html><html><head><title>{name}</title></head><body>{MENU}<div class="ticker">Tick {ticker}: {words(f"tick {ticker}", 8)}</div>'
            f'<main><h1>{words(name, 5)}</h1><p>{words(name + " text", 400)}</p></main><section><h2>News {news}</h2>{items}</section>'
            f'<footer>{words("foot")}</footer></body></html>\n')


def at_minute(name, minute):
    return page(name, minute, minute // NEWS_EVERY)


def varnish():
    return shutil.which('varnishd') or next((p for p in ('/usr/sbin/varnishd',) if os.path.exists(p)), None)


class Origin(http.server.BaseHTTPRequestHandler):
    """/NAME is a template, /fragments/FILE a part of it, /whole/NAME the page; their ages are those of esi.json, in simulated time"""
    protocol_version = 'HTTP/1.1'
    sent = {'whole': 0, 'parts': 0}
    requests = {'whole': 0, 'parts': 0}
    missing = []
    minute = 0

    def do_GET(self):
        name, kind = self.path.rsplit('/', 1)[1], 'whole' if self.path.startswith('/whole/') else 'parts'
        listed = json.loads(pathlib.Path('edge/esi.json').read_text(encoding='utf-8'))
        files = {f['file']: f for f in listed['fragments']}
        templates = {p['template']: p for p in listed['pages']}
        try:
            if kind == 'whole':  # as fresh as the page is when it is put together
                body = at_minute(name, Origin.minute).encode()
                age, esi = min([templates[name]['max_age']] + [files[part['file']]['max_age'] for part in templates[name]['parts']]), False
            else:
                folder = 'fragments' if self.path.startswith('/fragments/') else 'pages'
                body = pathlib.Path('edge', folder, name).read_bytes()
                about = files.get(name) or templates.get(name) or {'max_age': 0, 'esi': b'<esi:' in body}
                age, esi = about['max_age'], about['esi']
        except (OSError, KeyError) as error:
            Origin.missing.append((self.path, repr(error)))
            self.send_error(404)
            return
        Origin.sent[kind] += len(body) + HEAD
        Origin.requests[kind] += 1
        self.send_response(200)
        self.send_header('Content-Type', 'text/html')
        self.send_header('Content-Length', str(len(body)))
        self.send_header('X-TTL', f'{age * MINUTE / 60:.3f}s')
        if esi:
            self.send_header('Surrogate-Control', 'content="ESI/1.0"')
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Quick(http.server.ThreadingHTTPServer):
    daemon_threads = True


def start_varnish(origin_port):
    """varnishd in the foreground and its port, or None where it cannot run here"""
    port = free_port()
    vcl = write('edge.vcl', VCL % origin_port)
    process = subprocess.Popen([varnish(), '-j', 'none', '-F', '-a', f'127.0.0.1:{port}', '-f', os.path.abspath(vcl), '-n', f'{SCRATCH}/varnish', '-s',
                                'malloc,32M', '-p', 'vsl_space=4M', '-p', 'thread_pools=1', '-p', 'shortlived=0'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    for _ in range(200):
        if process.poll() is not None:
            return process, None
        try:
            socket.create_connection(('127.0.0.1', port), 1).close()
            return process, port
        except OSError:
            time.sleep(0.1)
    return process, None


def publish(minute):
    """weft has seen the site at every minute up to this one; what it writes is what the origin serves"""
    archive = Archive()
    for name in NAMES:
        archive.page(f'https://example.org/{name}', [at_minute(name, m) for m in range(minute + 1)], every=60000)
    archive.fill()
    return w('fragments', 'esi', '--site', 'example.org', '--out', 'edge')


class Visitor(threading.Thread):
    """reads pages, each once whole and once put together, and keeps what it saw with when"""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        self.port, self.seen, self.errors, self.stop = port, [], [], threading.Event()

    def run(self):
        n = 0
        while not self.stop.is_set():
            name = NAMES[n % len(NAMES)]
            n += 1
            for address in (f'whole/{name}', name):
                began = time.monotonic()
                try:
                    with self.opener.open(f'http://127.0.0.1:{self.port}/{address}', timeout=20) as answer:
                        self.seen.append((began, time.monotonic(), address, answer.read().decode()))
                except OSError as error:
                    self.errors.append((address, repr(error)))
            self.stop.wait(MINUTE / 20)


def check(seen, published, ages):
    """What is wrong with the pages seen: not put together from states of the site, or a part older than its max-age allows. published: (minute, when its
    publishing began, when it was done)."""
    wrong = []
    began_of = {minute: began for minute, began, _ in published}
    done_of = {minute: done for minute, _, done in published}
    for began, ended, address, body in seen:
        name = address.rsplit('/', 1)[-1]
        ticker, news = (int(re.search(pattern, body)[1]) for pattern in ('>Tick ([0-9]+):', '<h2>News ([0-9]+)<'))
        if body != page(name, ticker, news):
            wrong.append((address, 'is no state of the page'))
        last = {'ticker': ticker, 'news': news * NEWS_EVERY + NEWS_EVERY - 1}  # the last minute of each part's state
        for part, minute in last.items():
            replaced = done_of.get(minute + 1)
            if replaced and began > replaced + (ages[part] * MINUTE / 60 if address == name else ages['ticker'] * MINUTE / 60) + 0.5 * MINUTE:
                wrong.append((address, f'{part} of minute {minute} is {began - replaced:.2f} s too old'))
        first = max(ticker, news * NEWS_EVERY)
        if first in began_of and ended < began_of[first]:
            wrong.append((address, 'is ahead of its time'))
    return wrong


def simulate(minutes=60):
    """The figures of an hour; None where Varnish cannot run here."""
    published, templates = [], {}
    made = publish(BEFORE)
    Origin.minute = BEFORE
    if made.status != 0:
        raise RuntimeError(str(made))
    server = Quick(('127.0.0.1', 0), Origin)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    process, port = start_varnish(server.server_address[1])
    try:
        if port is None:
            return None
        visitor = Visitor(port)
        visitor.start()
        for minute in range(BEFORE + 1, BEFORE + minutes + 1):
            began = time.monotonic()
            made = publish(minute)
            Origin.minute = minute
            published.append((minute, began, time.monotonic()))
            if made.status != 0:
                raise RuntimeError(str(made))
            for name in NAMES:
                templates.setdefault(name, set()).add(pathlib.Path('edge/pages', name).read_bytes())
            time.sleep(max(0, began + MINUTE - time.monotonic()))
        visitor.stop.set()
        visitor.join(30)
    finally:
        process.terminate()
        process.wait(20)
        server.shutdown()
    listed = json.loads(pathlib.Path('edge/esi.json').read_text(encoding='utf-8'))
    text = {f['file']: pathlib.Path('edge/fragments', f['file']).read_text(encoding='utf-8') for f in listed['fragments']}
    ages = {part: min(f['max_age'] for f in listed['fragments'] if mark in text[f['file']]) for part, mark in (('ticker', 'class="ticker"'), ('news', '<h2>News '))}
    return {'sent': Origin.sent, 'requests': Origin.requests, 'missing': Origin.missing, 'errors': visitor.errors, 'seen': len(visitor.seen),
            'wrong': check(visitor.seen, published, ages), 'ages': ages, 'listed': listed, 'templates': {name: len(t) for name, t in templates.items()}}
