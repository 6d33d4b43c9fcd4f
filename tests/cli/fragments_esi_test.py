#!/usr/bin/env python3
"""weft fragments esi: a real Varnish puts the pages together again, byte for byte. Skipped where Varnish is not installed."""
import http.server
import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import threading
import time
import urllib.parse
import urllib.request

from harness import SCRATCH, done, equal, free_port, point, skip, trouble, weft, write

rng = random.Random(6)


def words(n):
    return ' '.join(''.join(rng.choices('abcdefghijklmnopqrstuvwxyzäöß', k=rng.randint(3, 9))) for _ in range(n))


MENU = '<ul class="menu">' + ''.join(f'<li><a href="/{i}">{words(3)}</a></li>' for i in range(20)) + '</ul>'
SCRIPT = '<script>if (a < b) { document.write("<!-- no end <p>"); }</script>'
BOX = f'<div class="box"><h2>{words(4)}</h2>{MENU}<p>{words(60)}</p></div>'
FOOT = f'<footer>\r\n<p>{words(50)}</p>\n<!-- a comment --><p title="a > b">{words(20)}</p></footer>'
ODD = ['<p>unclosed <li>tags <b><i>crossed</b></i>', '<table><p>fostered</p><tr><td>x</table>', '<![CDATA[ x ]]>', '<!-- unclosed comment', SCRIPT,
       '<style>p > a { content: "</div>" }</style>', '<textarea></div><p></textarea>', '\0', '<esi:remove>', '<!--esi x -->', '<p a="1" a=\'2>3\'>']


def page(i):
    parts = [BOX if i % 3 else MENU, f'<p>{words(80)}</p>', FOOT]
    if i % 4 == 0:
        parts.insert(rng.randrange(3), rng.choice(ODD))
    return f'{"" if i % 7 else chr(0xfeff)}<!DOCTYPE html>\n<html><head><title>{words(3)}</title></head><body>{"".join(parts)}</body></html>\n'


originals = {}
for i in range(40):
    text = page(i)
    originals[f'p{i:02}.html'] = text.encode('iso-8859-1', 'replace') if i % 5 == 0 else text.encode()
originals['empty.html'] = b''
originals['text.html'] = b'no markup at all, but some words in it'
corpus = os.environ.get('WEFT_CORPUS')
for path in sorted(pathlib.Path(corpus, 'sites').glob('*/*.html')) if corpus else []:
    originals[f'{path.parent.name}-{path.name}'] = path.read_bytes()
for name, body in originals.items():
    write(f'site/{name}', body)

trouble(weft('fragments', 'esi', 'site'), 'no folder to write to', '--out')
trouble(weft('fragments', 'esi', '--out', 'edge'), 'no pages', 'files, a folder or --site')
made = weft('fragments', 'esi', 'site', '--out', 'edge', seconds=120)
point(made.status == 0 and 'fragments' in made.out, 'templates and fragments are written', made)
manifest = json.loads(pathlib.Path('edge/esi.json').read_text(encoding='utf-8'))
names = {os.path.basename(p['page']): p for p in manifest['pages']}
originals = {name: body for name, body in originals.items() if b'\0' not in body}  # weft takes those for pictures and says so
point(set(names) >= set(originals), 'every page has its template', set(originals) - set(names))
point(sum(p['includes'] for p in manifest['pages']) > 30, 'most pages include something', manifest['pages'][:5])
point(any(f['pages'] > 20 for f in manifest['fragments']), 'a fragment that many pages share', manifest['fragments'])
point(all(f['max_age'] == 3600 for f in manifest['fragments']), 'without a history a fragment may be kept an hour')


ESI = {p['template'] for p in manifest['pages'] if p['esi']} | {f['file'] for f in manifest['fragments'] if f['esi']}


class Origin(http.server.BaseHTTPRequestHandler):
    """serves the folder as a site would: pages with ESI, both with their age"""
    protocol_version = 'HTTP/1.1'
    hits = {}

    def do_GET(self):
        name = urllib.parse.unquote(self.path)
        path = pathlib.Path('edge' + name if name.startswith('/fragments/') else 'edge/pages' + name)
        body = path.read_bytes()
        Origin.hits[name] = Origin.hits.get(name, 0) + 1
        self.send_response(200)
        self.send_header('Content-Type', 'text/html')
        self.send_header('Content-Length', str(len(body)))
        self.send_header('Cache-Control', 'max-age=3600')
        if path.name in ESI:
            self.send_header('Surrogate-Control', 'content="ESI/1.0"')
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def varnish():
    return shutil.which('varnishd') or next((p for p in ('/usr/sbin/varnishd',) if os.path.exists(p)), None)


def start(origin_port):
    """varnishd in the foreground, or None where it cannot run here"""
    port = free_port()
    write('edge.vcl', 'vcl 4.1;\nbackend default { .host = "127.0.0.1"; .port = "%d"; }\n'
          'sub vcl_backend_response { if (beresp.http.Surrogate-Control ~ "ESI/1.0") { unset beresp.http.Surrogate-Control; set beresp.do_esi = true; } }\n'
          % origin_port)
    process = subprocess.Popen([varnish(), '-j', 'none', '-F', '-a', f'127.0.0.1:{port}', '-f', f'{SCRATCH}/edge.vcl', '-n', f'{SCRATCH}/varnish', '-s',
                                'malloc,32M', '-p', 'vsl_space=4M', '-p', 'thread_pools=1'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    for _ in range(200):
        if process.poll() is not None:
            return process, None
        try:
            socket.create_connection(('127.0.0.1', port), 1).close()
            return process, port
        except OSError:
            time.sleep(0.1)
    return process, None


if not varnish():
    skip('Varnish puts the pages together', 'varnish is not installed')
    done()
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Origin)
threading.Thread(target=server.serve_forever, daemon=True).start()
process, port = start(server.server_address[1])
try:
    if port is None:
        skip('Varnish puts the pages together', 'varnishd does not start here: ' + str(process.stdout.read() if process.poll() is not None else '')[-200:])
        done()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    wrong = []
    for name, body in originals.items():
        with opener.open(f'http://127.0.0.1:{port}/{urllib.parse.quote(names[name]["template"])}', timeout=20) as answer:
            got = answer.read()
        if got != body:
            wrong.append((name, len(got), len(body), names[name]))
    equal(wrong, [], f'{len(originals)} pages come out of Varnish as they were, byte for byte')
    fetched = [name for name in Origin.hits if name.startswith('/fragments/')]
    point(fetched and all(Origin.hits[name] == 1 for name in fetched), 'each fragment is fetched from the origin once', Origin.hits)
finally:
    process.terminate()
    process.wait(20)
done()
