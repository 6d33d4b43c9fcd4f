#!/usr/bin/env python3
"""A site that writes down what every request carries. Prints its port and ends with its standard input.

/page?ORIGIN names things of its own and of another origin, in all the ways a page can; /to?ADDRESS leads there; /private wants a login;
/log tells each request so far in a line: method, host, path, then the lines of its head that a test may ask about."""
import base64
import http.server
import os

from serve import serve

LOG = []
LOGIN = 'Basic ' + base64.b64encode('ann:pass:wörd'.encode()).decode()
TELL = ('Cookie', 'Authorization', 'X-Key', 'User-Agent', 'Accept-Language', 'Accept')
PAGE = '''<!DOCTYPE html><title>gate</title><link rel=stylesheet href="/own.css"><link rel=stylesheet href="{other}/other.css">
<img src="/own.png"><img src="{other}/other.png"><img src="/to?{other}/led.png"><script src="{other}/other.js"></script>
<iframe src="/inner"></iframe><iframe src="{other}/frame?{own}"></iframe><p id=p>{head}</p><script>
const tell = t => document.getElementById('p').append(' [' + t + ']');
tell(document.cookie);
fetch('/own.api', {{method: 'POST', body: 'x'}}).then(r => r.text()).then(tell);
fetch('{other}/other.api', {{credentials: 'include', mode: 'no-cors'}});
fetch('{other}/other.cors', {{headers: {{'X-Asked': '1'}}}}).catch(() => 0);
fetch('/to?{other}/led.api', {{credentials: 'include', mode: 'no-cors'}});
new Worker('/own.worker');
</script>'''
FRAME = '''<!DOCTYPE html><p>a frame</p><img src="{own}/asked-by-other.png">
<form id=f method=post action="{own}/posted-by-other" target=t><input name=a value=b></form><iframe name=t></iframe><script>f.submit()</script>'''
KINDS = {'.css': 'text/css', '.js': 'text/javascript', '.worker': 'text/javascript', '.png': 'image/png'}


class Gate(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *_):
        pass

    def answer(self, text, status=200, **lines):
        body = text.encode()
        self.send_response(status)
        for name, value in lines.items():
            self.send_header(name.replace('_', '-'), value)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.rfile.read(int(self.headers.get('Content-Length') or 0))
        path, _, query = self.path.partition('?')
        own = 'http://' + self.headers['Host']
        html = 'text/html; charset=utf-8'
        if path == '/log':
            self.answer('\n'.join(LOG), Content_Type='text/plain')
            return
        told = ''.join(f' | {name}: {self.headers[name]}' for name in TELL if self.headers[name])
        LOG.append(f'{self.command} {self.headers["Host"].split(":")[0]} {path}{told}')
        if path == '/page':
            self.answer(PAGE.format(own=own, other=query, head=told), Content_Type=html, Set_Cookie='late=1; Path=/')
        elif path == '/frame':
            self.answer(FRAME.format(own=query), Content_Type=html)
        elif path == '/to':
            self.answer('', 302, Location=query)
        elif path == '/private' and self.headers['Authorization'] != LOGIN:
            self.answer('<p>who are you?', 401, Content_Type=html, WWW_Authenticate='Basic realm="gate"')
        else:
            kind = KINDS.get(os.path.splitext(path)[1], html)
            self.answer('answer to' + told if kind == html else '', Content_Type=kind)

    do_POST = do_OPTIONS = do_GET


serve(Gate)
