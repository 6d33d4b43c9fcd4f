"""Those who get messages: a mail server, and web servers that take, refuse, hang, lie and talk without end. All on loopback."""
import email
import email.policy
import http.server
import json
import threading
import time

from aiosmtpd.controller import Controller

from website import harness


class MailServer:
    """letters as they came; `refuse` may hold an answer such as '550 no such user'"""

    def __init__(self):
        self.letters, self.refuse = [], None
        server = self

        class Handler:
            async def handle_RCPT(self, peer, session, envelope, address, options):
                if server.refuse:
                    return server.refuse
                envelope.rcpt_tos.append(address)
                return '250 OK'

            async def handle_DATA(self, peer, session, envelope):
                server.letters.append(envelope)
                return '250 taken'

        port = harness.free_port()
        self.controller = Controller(Handler(), hostname='127.0.0.1', port=port)
        self.controller.start()
        self.url = f'smtp://127.0.0.1:{port}'

    def messages(self):
        return [email.message_from_bytes(letter.content, policy=email.policy.default) for letter in self.letters]

    def close(self):
        self.controller.stop()


class Receiver:
    """takes what is posted: `got` has (path, headers, body). A path may have its own way to answer."""

    def __init__(self):
        self.got, self.ways = [], {}
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get('Content-Length') or 0)).decode()
                receiver.got.append((self.path, dict(self.headers), body))
                way = receiver.ways.get(self.path)
                if way:
                    way(self)
                else:
                    receiver.answer(self, 204)

            do_PUT = do_POST

            def log_message(self, *words):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, request, address):
                pass  # a sender that was killed

        self.server = Server(('127.0.0.1', 0), Handler)
        self.url = f'http://127.0.0.1:{self.server.server_port}'
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @staticmethod
    def answer(handler, status, headers=(), body=b''):
        handler.send_response(status)
        for name, value in headers:
            handler.send_header(name, value)
        handler.send_header('Content-Length', str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    @staticmethod
    def hang(handler):
        time.sleep(120)

    @staticmethod
    def talk(handler):
        """an answer that never ends"""
        handler.send_response(200)
        handler.end_headers()
        for _ in range(10000):
            handler.wfile.write(b'x' * 65536)

    def posted(self, path):
        return [json.loads(body) for where, _, body in self.got if where == path]
