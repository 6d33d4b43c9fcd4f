"""A web site on loopback that a test writes page by page, and weft on an archive of its own."""
import http.server
import json
import os
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'cli'))
import harness  # noqa: E402


class Site:
    """pages by path: text, or (status, headers, text); every request is logged as (method, path, headers, body)"""

    def __init__(self, address='127.0.0.1'):
        self.pages = {'/robots.txt': (404, {}, '')}
        self.log = []
        self.on_request = self.on_answer = None
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'
            wbufsize = 1 << 16  # head and body in one packet: else each answer waits for an acknowledgement
            disable_nagle_algorithm = True

            def answer(self):
                body = self.rfile.read(int(self.headers.get('Content-Length') or 0)).decode()
                site.log.append((self.command, self.path, dict(self.headers), body))
                if site.on_request:
                    site.on_request(self.path)
                page = site.pages.get(self.path, (404, {}, 'not here'))
                page = page(self.headers, body) if callable(page) else page
                status, headers, text = page if isinstance(page, tuple) else (200, {}, page)
                text = text if isinstance(text, bytes) else text.encode()
                self.send_response(status)
                for name, value in {'Content-Type': 'text/html; charset=utf-8', **headers}.items():
                    self.send_header(name, value)
                self.send_header('Content-Length', str(len(text)))
                self.end_headers()
                if site.on_answer:
                    site.on_answer()
                self.wfile.write(text)

            do_GET = do_POST = answer

            def log_message(self, *words):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, request, address):
                pass  # a visitor that was killed

        self.server = Server((address, 0), Handler)
        self.url = f'http://{address}:{self.server.server_port}'
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def asked(self, path):
        return [entry for entry in self.log if entry[1] == path]


class Archive:
    """weft with a store of its own, allowed to go to loopback"""

    def __init__(self, name='weft.db', **settings):
        self.store = os.path.join(harness.SCRATCH, name)
        self.env = harness.environment(WEFT_STORE=self.store, WEFT_ALLOW_ADDRESS='127.0.0.0/8', WEFT_HOST_GAP='0', WEFT_USER='ann',
                                       XDG_CONFIG_HOME=os.path.join(harness.SCRATCH, 'config'), TZ='UTC', **settings)

    def __call__(self, *words, **more):
        if words[0] == 'add' and '--now' not in words:
            words += ('--later',)  # tests say themselves when a page is fetched
        words = [word for word in words if word != '--now']
        return harness.weft(*words, env={**self.env, **more.pop('env', {})}, **more)

    def check(self, *words, **more):
        """outcomes by address"""
        result = self('check', '--json', *words, **more)
        lines = [json.loads(line) for line in result.out.splitlines()]
        return {line['url']: line for line in lines}, result
