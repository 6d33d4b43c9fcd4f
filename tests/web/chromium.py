"""Real Chromium for tests, over the DevTools pipe: no port, no driver, no download.

    with Chromium() as browser:
        page = browser.open(path)
        page.press('n')
        page.eval('document.title')

The browser can reach nothing: every name fails to resolve and everything goes to a proxy on a closed loopback port, so a page that
names outside addresses can be opened safely. What a page tried to load is listed in page.requests, what it complained about in page.log.
"""
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ('chromium-headless-shell', 'chromium')
FLAGS = ('--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update '
         '--disable-sync --remote-debugging-pipe --proxy-server=127.0.0.1:9 --proxy-bypass-list=<-loopback>').split()
RULES = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'
TIMEOUT = 60


def program():
    """Path of the browser, or None where there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Page:
    def __init__(self, browser, session):
        self.browser, self.session = browser, session
        self.requests, self.log = [], []
        self.loads = 0  # documents that were loaded with all that is in them

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def eval(self, expression):
        answer = self.call('Runtime.evaluate', expression=expression, returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in answer:
            raise RuntimeError(answer['exceptionDetails'])
        return answer['result'].get('value')

    def press(self, key):
        for kind in ('keyDown', 'keyUp'):
            self.call('Input.dispatchKeyEvent', type=kind, key=key, text=key if kind == 'keyDown' else '')

    def click(self, selector):
        """A real click in the middle of the first such element of the page, which is scrolled to first."""
        place = self.eval(f'(function () {{ var e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: "center"}});'
                          'var b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })()')
        for kind in ('mousePressed', 'mouseReleased'):
            self.call('Input.dispatchMouseEvent', type=kind, x=place[0], y=place[1], button='left', clickCount=1)

    def size(self, width, height=800):
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=width < 500)

    def scheme(self, name):
        self.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': name}])

    def wait(self, condition, what='', seconds=10):
        """Until an expression is true; False where it never is."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.eval(condition):
                return True
            time.sleep(0.05)
        return False

    def screenshot(self, path):
        import base64
        pathlib.Path(path).write_bytes(base64.b64decode(self.call('Page.captureScreenshot', format='png')['data']))


class Chromium:
    def __init__(self, *flags):
        self.flags = flags

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        read_end, self.to = os.pipe()
        self.come, write_end = os.pipe()
        command = [program(), *FLAGS, *self.flags, RULES, '--window-size=1200,800', f'--user-data-dir={self.profile.name}', 'about:blank']

        def place():  # Chromium reads from descriptor 3 and writes to 4
            os.dup2(os.dup(read_end), 3)
            os.dup2(write_end, 4)

        reserved = [os.open(os.devnull, os.O_RDONLY) for _ in range(4)]  # keeps 3 and 4 from being one of the ends
        self.process = subprocess.Popen(command, close_fds=False, preexec_fn=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for fd in (*reserved, read_end, write_end):
            os.close(fd)
        self.buffer, self.number, self.pages = b'', 0, {}
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)
        os.close(self.to)
        os.close(self.come)
        self.profile.cleanup()

    def receive(self):
        while b'\0' not in self.buffer:
            data = os.read(self.come, 1 << 20)
            if not data:
                raise RuntimeError('the browser went away')
            self.buffer += data
        message, self.buffer = self.buffer.split(b'\0', 1)
        return json.loads(message)

    def call(self, method, session=None, **params):
        self.number += 1
        request = {'id': self.number, 'method': method, 'params': params}
        if session:
            request['sessionId'] = session
        os.write(self.to, json.dumps(request).encode() + b'\0')
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            message = self.receive()
            if message.get('id') == self.number:
                if 'error' in message:
                    raise RuntimeError(f'{method}: {message["error"]}')
                return message['result']
            self.note(message)
        raise TimeoutError(method)

    def pump(self, seconds):
        """Takes what the browser says by itself, until something came or the time is over."""
        if b'\0' in self.buffer or select.select([self.come], [], [], seconds)[0]:
            self.note(self.receive())

    def note(self, message):
        page = self.pages.get(message.get('sessionId'))
        if not page:
            return
        params = message.get('params', {})
        if message['method'] == 'Page.loadEventFired':
            page.loads += 1
        elif message['method'] == 'Network.requestWillBeSent':
            page.requests.append(params['request']['url'])
        elif message['method'] in ('Log.entryAdded', 'Runtime.exceptionThrown', 'Runtime.consoleAPICalled'):
            page.log.append(json.dumps(params))

    def open(self, path, scripts=True):
        target = self.call('Target.createTarget', url='about:blank')['targetId']
        session = self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        page = self.pages[session] = Page(self, session)
        page.target = target
        for domain in ('Page', 'Runtime', 'Network', 'Log'):
            page.call(domain + '.enable')
        if not scripts:
            page.call('Emulation.setScriptExecutionDisabled', value=True)
        page.call('Page.navigate', url=pathlib.Path(path).resolve().as_uri())
        end = time.monotonic() + TIMEOUT
        while page.eval('document.readyState + location.protocol') != 'completefile:':
            if time.monotonic() > end:
                raise TimeoutError(path)
            time.sleep(0.05)
        return page
