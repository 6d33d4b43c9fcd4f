"""A browser without a screen for tests of the server: cookies, forms with their tokens, and `weft serve` itself.

    with Server(folder) as server:
        anna = server.first_user('anna')
        anna.post('/add', list='https://example.org/')
        page = anna.get('/')
"""
import http.client
import os
import re
import signal
import socket
import subprocess
import threading
import urllib.parse

WEFT = os.environ['WEFT']
PASSWORD = 'correct horse battery staple'


class Answer:
    def __init__(self, response):
        self.status, self.headers = response.status, response.headers
        self.bytes = response.read()

    @property
    def text(self):
        return self.bytes.decode('utf-8', 'replace')

    def all(self, pattern):
        return re.findall(pattern, self.text)

    def header(self, name):
        return self.headers.get(name, '')


class Client:
    """One browser, signed in or not."""

    def __init__(self, host, port, pages_port=None):
        self.host, self.port, self.pages_port, self.cookies, self.token = host, port, pages_port, {}, ''

    def send(self, method, path, body=None, headers=None, port=None):
        connection = http.client.HTTPConnection(self.host, port or self.port, timeout=30)
        sent = {'Cookie': '; '.join(f'{k}={v}' for k, v in self.cookies.items()), **(headers or {})}
        connection.request(method, path, body, sent)
        answer = Answer(connection.getresponse())
        connection.close()
        for cookie in answer.headers.get_all('Set-Cookie') or []:
            name, value = cookie.split(';')[0].split('=', 1)
            self.cookies.pop(name, None)
            if value:
                self.cookies[name] = value
        return answer

    def get(self, path, **headers):
        return self.send('GET', path, headers=headers)

    def post(self, path, headers=None, **fields):
        fields.setdefault('t', self.token)
        body = urllib.parse.urlencode(fields)
        return self.send('POST', path, body, {'Content-Type': 'application/x-www-form-urlencoded', **(headers or {})})

    def learn_token(self):
        found = self.get('/').all(r'data-token="([^"]*)"')
        self.token = found[0] if found else ''
        return self

    def sign_in(self, name, password=PASSWORD):
        answer = self.post('/sign-in', name=name, password=password)
        if answer.status == 303:
            self.learn_token()
        return answer

    def send_live(self, query=''):
        """Waits for news in the background; what it returns gives what came so far."""
        connection = socket.create_connection((self.host, self.port), timeout=120)
        cookies = '; '.join(f'{k}={v}' for k, v in self.cookies.items())
        connection.sendall(f'GET /live{query} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nCookie: {cookies}\r\n\r\n'.encode())
        came = []

        def listen():
            while data := connection.recv(65536):
                came.append(data)

        threading.Thread(target=listen, daemon=True).start()
        return lambda: b''.join(came)

    def view(self, path):
        """What the frame of a page shows: fetched from the other origin, as a browser without cookies would."""
        address = self.get(path).all(r'<iframe[^>]* src="([^"]*)"')[0].replace('&amp;', '&')
        parts = urllib.parse.urlsplit(address)
        return Client(self.host, parts.port).send('GET', f'{parts.path}?{parts.query}')


class Server:
    def __init__(self, folder, *options, **settings):
        self.folder, self.options, self.listen = str(folder), options, '127.0.0.1:0'
        self.env = {**os.environ, 'XDG_CONFIG_HOME': self.folder, 'WEFT_STORE': f'{self.folder}/weft.db', 'WEFT_HOST_GAP': '0', 'WEFT_PROBE': 'off',
                    'WEFT_ALLOW_ADDRESS': '127.0.0.0/8', **{f'WEFT_{k.upper()}': v for k, v in settings.items()}}

    def __enter__(self):
        command = [WEFT, 'serve', '--listen', self.listen, *self.options]
        self.process = subprocess.Popen(command, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.process.stderr.read())
        self.port = int(re.search(r':(\d+)/', line)[1])
        self.code, self.listen = None, f'127.0.0.1:{self.port}'  # one that starts again is where it was
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.status = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.status = self.process.wait()
        self.errors = self.process.stderr.read()

    def client(self):
        return Client('127.0.0.1', self.port)

    def read_code(self):
        self.code = re.search(r'password is (\S+)', self.process.stdout.readline())[1]

    def first_user(self, name='anna'):
        self.read_code()
        client = self.client()
        answer = client.post('/first-run', code=self.code.upper(), name=name, password=PASSWORD)
        if answer.status != 303:
            raise RuntimeError(answer.text)
        return client.learn_token()

    def weft(self, *args):
        """Another command on the same archive."""
        return subprocess.run([WEFT, *args], env=self.env, capture_output=True, text=True, timeout=60)
