#!/usr/bin/env python3
"""What pages in a real browser ask for, on loopback: slow answers, downloads, a WebSocket, a service worker. Prints its port and ends with
its standard input. /seen/PATH tells how often PATH was asked for."""
import base64
import collections
import hashlib
import http.server
import time

from serve import serve

SEEN = collections.Counter()
WORKER = b"self.addEventListener('fetch', e => e.respondWith(new Response('from the worker')));"


class Pages(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *_):
        pass

    def answer(self, body, kind='text/html', **lines):
        self.send_response(200)
        self.send_header('Content-Type', kind)
        self.send_header('Content-Length', str(len(body)))
        self.send_header('Access-Control-Allow-Origin', '*')
        for name, value in lines.items():
            self.send_header(name.replace('_', '-'), value)
        try:
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            self.close_connection = True

    def socket(self):
        key = self.headers['Sec-WebSocket-Key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
        self.send_response(101)
        self.send_header('Upgrade', 'websocket')
        self.send_header('Connection', 'Upgrade')
        self.send_header('Sec-WebSocket-Accept', base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
        self.end_headers()
        self.wfile.write(b'\x81\x05hello')
        self.wfile.flush()
        time.sleep(2)
        self.close_connection = True

    def do_GET(self):
        path = self.path.split('?')[0]
        SEEN[path] += 1
        if path.startswith('/seen/'):
            self.answer(str(SEEN[path[5:]]).encode(), 'text/plain')
        elif path == '/slow':
            time.sleep(0.4)
            self.answer(b'came late', 'text/plain')
        elif path == '/never':
            time.sleep(20)
            self.answer(b'', 'text/plain')
        elif path == '/download':
            self.answer(b'x' * 100000, 'application/octet-stream', Content_Disposition='attachment; filename=x.bin')
        elif path == '/worker.js':
            self.answer(WORKER, 'text/javascript', Service_Worker_Allowed='/')
        elif path == '/events':
            self.send_response(200)
            self.send_header('Content-Type', 'text/event-stream')
            self.end_headers()
            self.wfile.write(b'data: one\n\n')
            self.wfile.flush()
            time.sleep(15)
            self.close_connection = True
        elif path == '/socket':
            self.socket()
        elif path == '/away':
            self.answer(b'<!DOCTYPE html><title>away</title><p>another page')
        else:
            self.answer(b'<!DOCTYPE html><title>plain</title><p>plain page')

    do_POST = do_GET


serve(Pages)
