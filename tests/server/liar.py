#!/usr/bin/env python3
"""A web server on loopback that lies, stalls, breaks off and bombs: one path for each way a server can be wrong.

It prints the port it listens on and ends when its standard input is closed. What robots.txt says depends on the name in the Host line
(tests map names to loopback without DNS). /log tells what was asked for so far, one line for each request; /forget empties it."""
import asyncio
import gzip
import socket
import struct
import sys
import time
import zlib

LOG = []
COUNT = {}
ACTIVE, HELD = {}, {}
PAGE = b'<!DOCTYPE html><title>page</title><p>' + b'A page that stays as it is. ' * 40
YEAR = 365 * 86400
CHUNKED = b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
BOMB = gzip.compress(bytes(16 << 20), 1)

ROBOTS = {
    'deny.test': b'User-agent: *\nDisallow: /private\nAllow: /private/open\n',
    'deny-weft.test': b'User-agent: *\nDisallow:\n\nUser-agent: Weft\nDisallow: /\n',
    'delay.test': b'User-agent: *\nCrawl-delay: 7\n',
    'huge.test': b'User-agent: *\nDisallow: /private\n' + b'# filler\n' * 60000 + b'Disallow: /\n',
    'binary.test': bytes(range(256)) * 40,
}
ROBOTS_STATUS = {'r401.test': 401, 'r403.test': 403, 'r404.test': 404, 'r500.test': 500, 'r503.test': 503}


def http_date(seconds):
    return time.strftime('%a, %d %b %Y %H:%M:%S GMT', time.gmtime(seconds))


class Peer:
    """one connection and the request at hand"""

    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer
        self.method = self.path = ''
        self.headers = {}
        self.raw = b''
        self.body = b''
        self.keep = True

    async def read(self):
        try:
            head = await self.reader.readuntil(b'\r\n\r\n')
        except (asyncio.IncompleteReadError, ConnectionError):
            return False
        lines = head.decode('latin-1').split('\r\n')
        self.method, self.path = lines[0].split(' ')[:2]
        self.raw = head
        self.headers = {key.lower(): value.strip() for key, _, value in (line.partition(':') for line in lines[1:] if line)}
        self.body = await self.reader.readexactly(int(self.headers.get('content-length', 0)))
        host = self.headers.get('host', '').rsplit(':', 1)[0]
        LOG.append(f'{host} {self.method} {self.path}')
        return True

    async def send(self, data):
        self.writer.write(data)
        await self.writer.drain()

    async def answer(self, status=200, body=PAGE, head=(), length=True):
        lines = [f'HTTP/1.1 {status} Something', *head]
        if length:
            lines.append(f'Content-Length: {len(body)}')
        await self.send('\r\n'.join(lines).encode('latin-1') + b'\r\n\r\n' + body)

    def reset(self):
        """the connection ends with RST"""
        self.writer.get_extra_info('socket').setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
        self.writer.transport.abort()
        self.keep = False


async def ok(peer):
    """an honest page with validators"""
    validators = ['ETag: "v1"', 'Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT', 'Content-Type: text/html']
    if peer.headers.get('if-none-match') == '"v1"':
        await peer.answer(304, b'', validators, length=False)
    else:
        await peer.answer(head=validators)


async def stall(peer):
    await asyncio.sleep(30)


async def stall_body(peer):
    await peer.send(b'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n0123456789')
    await asyncio.sleep(30)


async def slow_head(peer):
    for byte in b'HTTP/1.1 200 OK\r\nX-Slow: ' + b'x' * 200:
        await peer.send(bytes([byte]))
        await asyncio.sleep(0.1)


async def reset(peer):
    peer.reset()


async def reset_body(peer):
    await peer.send(b'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n0123456789')
    await asyncio.sleep(0.05)
    peer.reset()


async def close(peer):
    peer.keep = False


async def short(peer):
    await peer.send(b'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n0123456789')
    peer.keep = False


async def long(peer):
    """more bytes than announced: they look like another answer"""
    await peer.send(b'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL')


async def negative_length(peer):
    await peer.send(b'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n0123456789')
    peer.keep = False


async def chunk_garbage(peer):
    await peer.send(b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\nworld\r\n0\r\n\r\n')
    peer.keep = False


async def chunk_cut(peer):
    await peer.send(b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nff\r\nwor')
    peer.keep = False


async def trailer(peer):
    await peer.send(b'HTTP/1.1 200 OK\r\nETag: "head"\r\nTransfer-Encoding: chunked\r\nTrailer: ETag\r\n\r\n5\r\nhello\r\n0\r\nETag: "tail"\r\nLocation: /x\r\n\r\n')


async def not_http(peer):
    await peer.send(b'SSH-2.0-OpenSSH_9.2\r\n')
    peer.keep = False


async def no_head(peer):
    await peer.send(b'<html>no head at all</html>')
    peer.keep = False


async def head_bomb(peer):
    await peer.send(b'HTTP/1.1 200 OK\r\n')
    for number in range(20000):
        await peer.send(b'X-Header-%d: %s\r\n' % (number, b'x' * 900))


async def bomb(peer):
    """16 MB of zeros in 72 KB of gzip"""
    await peer.answer(body=BOMB, head=['Content-Encoding: gzip'])


async def deflate_bomb(peer):
    await peer.answer(body=zlib.compress(BOMB, 1), head=['Content-Encoding: gzip, deflate'])


async def endless(peer):
    await peer.send(b'HTTP/1.1 200 OK\r\n\r\n')
    for _ in range(4096):
        await peer.send(b'x' * 65536)
    peer.keep = False


async def gzipped(peer):
    await peer.answer(body=gzip.compress(PAGE), head=['Content-Encoding: gzip'])


async def gzip_bad(peer):
    await peer.answer(body=b'this is no gzip at all' * 10, head=['Content-Encoding: gzip'])


async def not_modified_unasked(peer):
    await peer.answer(304, b'', length=False)


async def lie(peer):
    """says "not modified", and serves another body with the old ETag"""
    COUNT['lie'] = COUNT.get('lie', 0) + 1
    if 'if-none-match' in peer.headers:
        await peer.answer(304, b'', ['ETag: "same"'], length=False)
    else:
        await peer.answer(body=b'<p>body %d' % COUNT['lie'], head=['ETag: "same"'])


async def new_etag(peer):
    COUNT['etag'] = COUNT.get('etag', 0) + 1
    await peer.answer(head=[f'ETag: "e{COUNT["etag"]}"'])


async def skew(peer):
    """a clock a year ahead, and a Retry-After that is right by that clock"""
    now = time.time() + YEAR
    await peer.answer(503, head=[f'Date: {http_date(now)}', f'Retry-After: {http_date(now + 30)}'])


async def future(peer):
    date = http_date(time.time() + YEAR)
    if peer.headers.get('if-modified-since'):
        await peer.answer(304, b'', length=False)
    else:
        await peer.answer(head=[f'Last-Modified: {date}', f'Date: {date}'])


async def cookie(peer):
    await peer.answer(302, b'', ['Set-Cookie: taste=sweet; Path=/', 'Location: /echo'])


async def cookie_wall(peer):
    """sends round in a circle until the cookie comes back"""
    if 'wall=1' in peer.headers.get('cookie', ''):
        await peer.answer(body=b'through')
    else:
        await peer.answer(302, b'', ['Set-Cookie: wall=1; Path=/', 'Location: /cookie-wall'])


async def echo(peer):
    await peer.answer(body=peer.raw + peer.body, head=['Content-Type: text/plain'])


async def early(peer):
    await peer.send(b'HTTP/1.1 103 Early Hints\r\nETag: "early"\r\n\r\n')
    await peer.answer(head=['X-Real: yes'])


def raw(data, keep=False):
    """an answer that is sent as it stands"""
    async def send(peer):
        await peer.send(data)
        peer.keep = keep
    return send


def flood(start, piece):
    """an answer that never ends, as fast as it is taken; pieces of 64 KB, so that the server is not the slow one"""
    piece = piece * (65536 // len(piece) + 1)

    async def send(peer):
        await peer.send(start)
        while True:
            await peer.send(piece)
    return send


def drip(start, piece, seconds=0.05):
    """an answer that never ends, a little at a time"""
    async def send(peer):
        await peer.send(start)
        while True:
            await asyncio.sleep(seconds)
            await peer.send(piece)
    return send


def honest(*head, status=200, body=PAGE):
    async def send(peer):
        await peer.answer(status, body, head)
    return send


async def redirect_slowly(peer):
    """each hop comes in time, all of them together do not"""
    await asyncio.sleep(0.15)
    await peer.answer(302, b'', [f'Location: /redirect-slowly?{peer.path.partition("?")[2]}x'])


async def redirect_endless(peer):
    COUNT['redirect'] = COUNT.get('redirect', 0) + 1
    await peer.answer(302, b'', [f'Location: /redirect-endless?{COUNT["redirect"]}'])


async def held(peer):
    """takes a moment, so that two requests to one host at a time are seen; /held-log tells of them"""
    host = peer.headers.get('host', '')
    ACTIVE[host] = ACTIVE.get(host, 0) + 1
    COUNT['overlaps'] = COUNT.get('overlaps', 0) + (ACTIVE[host] > 1)
    HELD[(host, peer.path)] = HELD.get((host, peer.path), 0) + 1
    await asyncio.sleep(0.002)
    ACTIVE[host] -= 1
    await peer.answer(body=PAGE + peer.path.encode())


async def held_log(peer):
    most = max(HELD.values(), default=0)
    await peer.answer(body=f'pages {len(HELD)} most {most} overlaps {COUNT.get("overlaps", 0)}'.encode())


async def log(peer):
    await peer.answer(body='\n'.join(LOG).encode())


async def forget(peer):
    LOG.clear()
    COUNT.clear()
    await peer.answer(body=b'')


async def robots(peer, host):
    if host in ROBOTS_STATUS:
        await peer.answer(ROBOTS_STATUS[host], b'no')
    elif host == 'rreset.test':
        peer.reset()
    elif host == 'rshort.test':
        await short(peer)
    elif host == 'rloop.test':
        await peer.answer(302, b'', ['Location: /robots.txt?' + peer.path.partition('?')[2] + 'x'])
    elif host == 'rmoved.test':
        port = peer.headers['host'].rsplit(':', 1)[1]
        await peer.answer(301, b'', [f'Location: http://deny.test:{port}/robots.txt'])
    elif host == 'rinside.test':
        await peer.answer(301, b'', ['Location: http://10.0.0.1/robots.txt'])
    elif host in ROBOTS:
        await peer.answer(body=ROBOTS[host], head=['Content-Type: text/plain'])
    else:
        await peer.answer(404, b'none')


FIXED = {
    '/stall': stall, '/stall-body': stall_body, '/slow-head': slow_head, '/reset': reset, '/reset-body': reset_body, '/close': close,
    '/short': short, '/long': long, '/negative-length': negative_length, '/chunk-garbage': chunk_garbage, '/chunk-cut': chunk_cut,
    '/trailer': trailer, '/not-http': not_http, '/no-head': no_head, '/head-bomb': head_bomb, '/bomb': bomb, '/deflate-bomb': deflate_bomb,
    '/endless': endless, '/gzip': gzipped, '/gzip-bad': gzip_bad, '/304': not_modified_unasked, '/lie': lie,
    '/new-etag': new_etag, '/skew': skew, '/future': future, '/cookie': cookie, '/cookie-wall': cookie_wall, '/echo': echo, '/early': early,
    '/log': log, '/forget': forget, '/held': held, '/held-log': held_log, '/redirect-slowly': redirect_slowly, '/redirect-endless': redirect_endless,
    # Heads
    '/trailer-flood': flood(CHUNKED + b'5\r\nhello\r\n0\r\n', b'X-Trailer: ' + b'x' * 500 + b'\r\n'),
    '/trailer-drip': drip(CHUNKED + b'5\r\nhello\r\n0\r\n', b'X-Trailer: x\r\n'),
    '/head-flood': flood(b'HTTP/1.1 200 OK\r\n', b'X-Head: ' + b'x' * 500 + b'\r\n'),
    '/head-drip': drip(b'HTTP/1.1 200 OK\r\n', b'X-Head: x\r\n'),
    '/line-flood': flood(b'HTTP/1.1 200 OK\r\nX-Line: ', b'x'),
    '/status-flood': flood(b'HTTP/1.1 200 ', b'O'),
    '/interim-flood': flood(b'', b'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'),
    '/interim-drip': drip(b'', b'HTTP/1.1 100 Continue\r\n\r\n'),
    '/folded': raw(b'HTTP/1.1 200 OK\r\nX-Long: a\r\n b\r\n c\r\nContent-Length: 5\r\n\r\nhello', True),
    '/bare-lf': raw(b'HTTP/1.1 200 OK\nContent-Length: 5\n\nhello', True),
    '/nul-in-head': raw(b'HTTP/1.1 200 OK\r\nX-Nul: a\0b\r\nContent-Length: 5\r\n\r\nhello'),
    '/no-colon': raw(b'HTTP/1.1 200 OK\r\nthis is no header\r\nContent-Length: 5\r\n\r\nhello'),
    '/two-lengths': raw(b'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 500\r\n\r\nhello'),
    '/huge-length': raw(b'HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nhello'),
    '/large-length': raw(b'HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\nhello'),
    '/word-length': raw(b'HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello'),
    '/length-and-chunks': raw(b'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n', True),
    '/http-9': raw(b'HTTP/9.9 200 OK\r\nContent-Length: 5\r\n\r\nhello'),
    '/status-0': raw(b'HTTP/1.1 000 None\r\nContent-Length: 5\r\n\r\nhello'),
    '/status-999': raw(b'HTTP/1.1 999 Denied\r\nContent-Length: 5\r\n\r\nhello', True),
    '/status-words': raw(b'HTTP/1.1 fine\r\nContent-Length: 5\r\n\r\nhello'),
    '/upgrade': raw(b'HTTP/1.1 101 Switching\r\nUpgrade: magic\r\nConnection: Upgrade\r\n\r\nmagic bytes'),
    # Chunks
    '/chunk-extension': flood(CHUNKED + b'5;', b'x=y;'),
    '/chunk-extensions': flood(CHUNKED, b'1;' + b'x' * 4000 + b'\r\na\r\n'),
    '/chunk-huge': raw(CHUNKED + b'ffffffffffffffffffff\r\nhello'),
    '/chunk-negative': raw(CHUNKED + b'-5\r\nhello\r\n0\r\n\r\n'),
    '/chunk-flood': flood(CHUNKED, b'5\r\nhello\r\n'),
    '/chunk-drip': drip(CHUNKED, b'1\r\nx\r\n'),
    '/chunk-no-end': raw(CHUNKED + b'5\r\nhello\r\n'),
    # Bodies
    '/body-drip': drip(b'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n', b'x'),
    '/gzip-twice': honest('Content-Encoding: gzip', body=gzip.compress(BOMB)),
    '/gzip-many': honest('Content-Encoding: ' + ', '.join(['gzip'] * 50), body=b'x'),
    '/coding-unknown': honest('Content-Encoding: magic', body=b'x'),
    '/transfer-unknown': raw(b'HTTP/1.1 200 OK\r\nTransfer-Encoding: magic\r\n\r\nhello'),
    '/brotli-bad': honest('Content-Encoding: br', body=b'this is no brotli' * 20),
    '/nothing': honest(body=b''),
    '/zeros': honest(body=bytes(4096)),
    # What is kept and sent back
    '/etag-control': honest('ETag: "a\x01b"'),
    '/etag-escape': honest('ETag: "a\x1b[31m"'),
    '/etag-delete': honest('ETag: "a\x7f"'),
    '/etag-long': honest('ETag: "' + 'e' * 20000 + '"'),
    '/date-control': honest('Last-Modified: Sun, 06 Nov 1994\x01 08:49:37 GMT'),
    '/type-control': honest('Content-Type: text/html\x1b]0;x\x07'),
    '/cookie-flood': honest(*[f'Set-Cookie: c{number}={"x" * 3000}; Path=/' for number in range(60)]),
    '/cookie-foreign': honest('Set-Cookie: a=b; Domain=other.test'),
    '/retry-endless': honest('Retry-After: 99999999999999', status=503),
    '/retry-nonsense': honest('Retry-After: soon', status=429),
    '/location-control': honest('Location: /x\x01y', status=302, body=b''),
    '/location-long': honest('Location: /' + 'x' * 60000, status=302, body=b''),
    '/location-twice': honest('Location: /ok', 'Location: http://10.0.0.1/', status=302, body=b''),
    '/location-user': honest('Location: http://eve:pw@10.0.0.1/', status=302, body=b''),
}


async def serve(peer):
    path, _, query = peer.path.partition('?')
    host = peer.headers.get('host', '').rsplit(':', 1)[0]
    parts = path.strip('/').split('/')
    if peer.method == 'CONNECT':  # as a proxy: c502.test is answered with 502
        await peer.answer(int(peer.path[1:4]), b'')
    elif path == '/robots.txt':
        await robots(peer, host)
    elif path in FIXED:
        await FIXED[path](peer)
    elif path.startswith('http://c407.test'):
        await peer.answer(407, b'', ['Proxy-Authenticate: Basic realm=x'])
    elif parts[0] == 'to':  # /to/STATUS?ADDRESS
        await peer.answer(int(parts[1]), b'', [f'Location: {query}'])
    elif parts[0] == 'hops':  # /hops/N: N redirects to /ok
        await peer.answer(302, b'', [f'Location: /hops/{int(parts[1]) - 1}' if parts[1] != '1' else 'Location: /ok'])
    elif parts[0] == 'circle':
        await peer.answer(302, b'', [f'Location: /circle/{(int(parts[1]) + 1) % 3}'])
    elif parts[0] == 'status':  # /status/CODE?RETRY-AFTER
        await peer.answer(int(parts[1]), head=[f'Retry-After: {query}'] if query else ())
    else:
        await ok(peer)


async def connected(reader, writer):
    peer = Peer(reader, writer)
    try:
        while peer.keep and await peer.read():
            await serve(peer)
    except (ConnectionError, asyncio.IncompleteReadError, ValueError):
        pass
    writer.close()


async def main():
    server = await asyncio.start_server(connected, '127.0.0.1', 0, limit=1 << 20)
    sys.stdout.write(f'{server.sockets[0].getsockname()[1]}\n')
    sys.stdout.flush()
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.buffer.read)
    server.close()


if __name__ == '__main__':
    asyncio.run(main())
