"""weft add --browser: the page after its scripts is what is kept; robots.txt and errors count as for any page; what a watch has for its site
(cookies, headers, a login) reaches that site and no other, and is found nowhere else."""
import base64
import glob
import os
import shutil

from website import Archive, Site
from harness import done, equal, point, skip

PAGE = '''<!DOCTYPE html><title>App</title><h1>Orders of the day</h1><div id="app">Loading</div>
<script>fetch('/data').then(r => r.text()).then(t => {{ document.getElementById('app').textContent = t; }});</script>'''


def test_scripts():
    site, weft = Site(), Archive('browser.db')
    site.pages['/'] = PAGE
    site.pages['/data'] = 'There are seven orders of tea and two of coffee.'
    weft('add', site.url, '--browser')
    weft('add', f'{site.url}/gone', '--browser')
    checks, result = weft.check(seconds=60, memory=0)
    by_url = {url: check['outcome'] for url, check in checks.items()}
    equal(by_url, {f'{site.url}/': 'first', f'{site.url}/gone': 'failed'}, 'a page is rendered, one that is not there is not')
    point('seven orders' in weft('show', '--raw', site.url).out, 'what scripts wrote is kept', result)
    equal(weft.check(f'{site.url}/', seconds=60, memory=0)[0][f'{site.url}/']['outcome'], 'same', 'the same again is no version')
    site.pages['/data'] = 'There are eight orders of tea and two of coffee.'
    last = weft.check(f'{site.url}/', seconds=60, memory=0)[0][f'{site.url}/']
    point(last['outcome'] == 'changed' and last['words']['inserted'] == 1, 'a change behind the scripts is a change', last)
    missing = weft.check(f'{site.url}/', env={'WEFT_BROWSER': '/nonexistent/chromium'}, memory=0)[0].get(f'{site.url}/', {})
    point(missing.get('outcome') == 'failed' and 'chromium' in missing.get('message', '').lower(), 'without a browser it is said what to install',
          missing)



PRIVATE = '''<!DOCTYPE html><title>Orders</title><h1>Orders of Ann</h1><p id="p">Loading</p><img src="/own.png"><img src="{other}/pixel.png">
<iframe src="{other}/frame"></iframe><script src="{other}/script.js"></script><img src="/leads">
<script>fetch('/data').then(r => r.text()).then(t => {{ document.getElementById('p').textContent = t; }});</script>'''


def carries(site, path):
    """what the last request for the path had"""
    asked = site.asked(path)
    return {name: asked[-1][2].get(name) for name in ('Cookie', 'Authorization', 'X-Key', 'User-Agent')} if asked else None


def wants(login, page):
    """a page for those who have all of it"""
    def answer(headers, _):
        known = headers.get('Authorization') == login and headers.get('X-Key') == 'secret-key'
        return (200, {'Set-Cookie': 'session=secret-session; Path=/'}, page) if known else (401, {}, 'Who are you?')
    return answer


def traces(folder):
    """files below the folder that hold a secret"""
    found = []
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                with open(os.path.join(path, name), 'rb') as file:
                    if b'secret-' in file.read():
                        found.append(name)
            except OSError:
                pass
    return found


def arguments():
    """of browsers of weft that hold a secret"""
    found = []
    for path in glob.glob('/proc/[0-9]*/cmdline'):
        try:
            with open(path, 'rb') as file:
                text = file.read()
        except OSError:
            continue
        if b'weft-browser-' in text and b'secret-' in text:
            found.append(text)
    return found


def test_secrets():
    site, other, weft = Site(), Site(), Archive('secrets.db')
    login = 'Basic ' + base64.b64encode(b'ann:secret-password').decode()
    name = weft('--version').out.strip().replace(' ', '/')
    seen = {'files': [], 'arguments': []}
    for path in ('/pixel.png', '/frame', '/script.js', '/led.png', '/landed'):
        other.pages[path] = 'x'
    site.pages['/'] = wants(login, PRIVATE.format(other=other.url))
    site.pages['/data'] = wants(login, 'There are seven orders of tea and two of coffee.')
    site.pages['/own.png'] = 'x'
    site.pages['/leads'] = (302, {'Location': f'{other.url}/led.png'}, '')
    site.pages['/moved'] = (301, {'Location': f'{other.url}/landed'}, '')

    def look(path):
        if path == '/own.png':  # Chromium is in the middle of it
            seen['files'] += [name for folder in glob.glob('/tmp/weft-browser-*') for name in traces(folder)]
            seen['arguments'] += arguments()
    site.on_request = look
    for path in ('', '/moved'):
        weft('add', site.url + path, '--browser', '--cookies', '--header', 'X-Key: secret-key', '--login', 'ann:secret-password')
    checks, result = weft.check(seconds=90, memory=0)
    equal(checks[f'{site.url}/']['outcome'], 'first', 'a page behind a login is rendered')
    point('seven orders' in weft('show', '--raw', site.url).out, 'with what its scripts get there', result)
    whole = {'Cookie': 'session=secret-session', 'Authorization': login, 'X-Key': 'secret-key', 'User-Agent': name}
    equal(carries(site, '/data'), whole, 'its own site gets cookie, login and header')
    equal(carries(site, '/own.png'), whole, 'for pictures, too')
    nothing = {'Cookie': None, 'Authorization': None, 'X-Key': None, 'User-Agent': name}
    for path in ('/pixel.png', '/frame', '/script.js', '/led.png'):
        equal(carries(other, path), nothing, f'another site gets nothing of it: {path}')
    equal(carries(other, '/landed'), nothing, 'nor does one that a redirect leads to')
    weft.check(f'{site.url}/moved', seconds=60, memory=0)
    equal([carries(other, '/landed'), len(other.asked('/landed'))], [nothing, 4], 'not even when it has moved there for good')
    point('secret-' not in str(other.log), 'in no request', other.log)
    equal(seen, {'files': [], 'arguments': []}, 'neither files nor arguments of the browser hold it')
    point('secret-' not in result.out + result.err, 'nor what is told', result)


def main():
    if not shutil.which('chromium-headless-shell') and not shutil.which('chromium'):
        skip('pages after their scripts', 'no Chromium is installed')
        return
    test_scripts()
    test_secrets()


main()
done()
