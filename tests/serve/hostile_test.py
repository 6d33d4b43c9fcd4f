"""Hostile visitors: broken and doubled heads, ways up, bodies without end, slow and silent connections; others are answered all the while."""
import os
import resource
import socket
import sys
import time

sys.path[:0] = [os.path.join(os.path.dirname(__file__), '..', 'cli'), os.path.dirname(__file__)]
import harness  # noqa: E402
from harness import done, equal, point  # noqa: E402
from client import Server  # noqa: E402

IDLE = 2000 if harness.SANITIZED else 10000  # or as many as the machine's limit of descriptors leaves room for


def raw(server, request, wait=5):
    """What comes back for some bytes, until the other side closes or nothing comes any more."""
    answer = b''
    with socket.create_connection(('127.0.0.1', server.port), timeout=wait) as connection:
        try:
            connection.sendall(request)
            while data := connection.recv(65536):
                answer += data
                if b'\r\n\r\n' in answer and b'Content-Length' in answer:
                    break
        except OSError:
            pass
    return answer


def status(answer):
    return int(answer.split(b' ')[1]) if answer.startswith(b'HTTP/1.') else 0


def test_heads(server):
    host = f'Host: 127.0.0.1:{server.port}\r\n'.encode()
    next_one = b'GET /healthz HTTP/1.1\r\n' + host + b'\r\n'
    for what, request in (
            ('a way up', b'GET /../../../../etc/passwd HTTP/1.1\r\n' + host + b'\r\n'),
            ('a coded way up', b'GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n' + host + b'\r\n'),
            ('a NUL in the address', b'GET /weft.css%00.html HTTP/1.1\r\n' + host + b'\r\n'),
            ('no host', b'GET / HTTP/1.1\r\n\r\n'),
            ('two lengths', b'POST /sign-in HTTP/1.1\r\n' + host + b'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /status HTTP/1.1\r\n\r\n'),
            ('two lengths that differ', b'POST /sign-in HTTP/1.1\r\n' + host + b'Content-Length: 0\r\nContent-Length: 44\r\n\r\n' + next_one),
            ('two codings', b'POST /sign-in HTTP/1.1\r\n' + host + b'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n' + next_one),
            ('a space after a name', b'POST /sign-in HTTP/1.1\r\n' + host + b'Transfer-Encoding : chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n' + next_one),
            ('two hosts', b'GET /healthz HTTP/1.1\r\n' + host + b'Host: evil.example\r\n\r\n'),
            ('a name behind the port', f'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{server.port}@evil.example\r\n\r\n'.encode()),
            ('a host in brackets that is no number', b'GET /healthz HTTP/1.1\r\nHost: [;script-src *]\r\n\r\n'),
            ('a control character in a header', b'GET /healthz HTTP/1.1\r\n' + host + b'X: a\rSet-Cookie: b\r\n\r\n'),
            ('a length that is no number', b'POST /sign-in HTTP/1.1\r\n' + host + b'Content-Length: x\r\n\r\n'),
            ('a negative length', b'POST /sign-in HTTP/1.1\r\n' + host + b'Content-Length: -1\r\n\r\n'),
            ('not HTTP', b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
            ('a head without end', b'GET / HTTP/1.1\r\n' + host + b'X: ' + b'a' * 200000 + b'\r\n\r\n'),
            ('thousands of headers', b'GET / HTTP/1.1\r\n' + host + b'A: b\r\n' * 20000 + b'\r\n'),
            ('an address without end', b'GET /' + b'a' * 100000 + b' HTTP/1.1\r\n' + host + b'\r\n'),
            ('another scheme', b'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n')):
        answer = raw(server, request, wait=1)
        point(status(answer) in (0, 400, 403, 404, 413, 414, 431, 501) and b'root:' not in answer and b'HTTP/1.1 200' not in answer, f'{what} is refused', answer[:200])
    equal(status(raw(server, b'GET /healthz HTTP/1.1\r\n' + host + b'\r\n')), 200, 'and others are answered')


def test_bodies(server, anna):
    host = f'Host: 127.0.0.1:{server.port}\r\n'.encode()
    answer = raw(server, b'POST /sign-in HTTP/1.1\r\n' + host + b'Content-Length: 1048576\r\n\r\n')
    equal(status(answer), 413, 'a body that is too large is refused before it is sent')
    chunk = b'10000\r\n' + b'a' * 65536 + b'\r\n'
    answer = raw(server, b'POST /sign-in HTTP/1.1\r\n' + host + b'Transfer-Encoding: chunked\r\n\r\n' + chunk * 8, wait=3)
    point(status(answer) in (0, 413), 'one without a length is cut off', answer[:100])
    equal(anna.send('POST', '/act', b'&'.join(b'a=1' for _ in range(2000)), {'Content-Type': 'application/x-www-form-urlencoded'}).status, 413,
          'too many fields')
    equal(anna.send('POST', '/add', b'rubbish', {'Content-Type': 'multipart/form-data; boundary=x'}).status, 403, 'a broken form carries no token')
    for kind in ('multipart/form-data', 'multipart/form-data; boundary=', 'application/json', 'text/plain', ''):
        point(anna.send('POST', '/add', b'--\r\n\r\n', {'Content-Type': kind}).status in (400, 403), f'a form of the type "{kind}"')


def say(connection, words):
    """On a slow machine the first may have been silent for so long that the server has shown them out."""
    try:
        connection.sendall(words)
    except OSError:
        pass


def test_silent(server, anna):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    n = min(IDLE, hard - 200)
    silent = []
    try:
        for _ in range(n):
            silent.append(socket.create_connection(('127.0.0.1', server.port), timeout=60))
        slow, bodies = silent[:n // 2], silent[n // 2:n // 2 + 200]
        for connection in slow:
            say(connection, b'GET / HTTP/1.1\r\nX-Slow: ')
        for connection in bodies:
            say(connection, f'POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 1000\r\n\r\nname='.encode())
        began = time.monotonic()
        answer = anna.get('/')
        point(answer.status == 200 and time.monotonic() - began < 15, f'with {n} connections that say little or nothing, others are answered')
        for connection in slow[:500] + bodies:
            say(connection, b'a')
        equal(anna.get('/healthz').status, 200, 'also while they send letter by letter')
    finally:
        for connection in silent:
            connection.close()
    equal(anna.get('/').status, 200, 'and after they have left')


def test_live(server, anna):
    waiting = [anna.send_live() for _ in range(25)]
    end = time.monotonic() + 60
    while time.monotonic() < end and not all(live() for live in waiting):
        time.sleep(.02)
    point(sum(b'text/event-stream' in live() for live in waiting) == 20, 'a user has at most twenty windows that wait',
          [live()[:60] for live in waiting])
    equal(anna.get('/').status, 200, 'and the rest works')


def main():
    with Server(harness.SCRATCH, '--no-checks') as server:
        anna = server.first_user('anna')
        test_heads(server)
        test_bodies(server, anna)
        test_silent(server, anna)
        test_live(server, anna)
    equal((server.status, server.errors), (0, ''), 'the server ends cleanly, with windows still open')
    done()


main()
