"""weft add --browser: the page after its scripts is what is kept; robots.txt and errors count as for any page."""
import shutil

from website import Archive, Site
from harness import done, equal, point, skip

PAGE = '''<!DOCTYPE html><title>App</title><h1>Orders of the day</h1><div id="app">Loading</div>
<script>fetch('/data').then(r => r.text()).then(t => {{ document.getElementById('app').textContent = t; }});</script>'''


def main():
    if not shutil.which('chromium-headless-shell') and not shutil.which('chromium'):
        skip('pages after their scripts', 'no Chromium is installed')
        return
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
    point(last['outcome'] == 'changed' and last['words_inserted'] == 1, 'a change behind the scripts is a change', last)
    missing = weft.check(f'{site.url}/', env={'WEFT_BROWSER': '/nonexistent/chromium'}, memory=0)[0].get(f'{site.url}/', {})
    point(missing.get('outcome') == 'failed' and 'chromium' in missing.get('words', '').lower(), 'without a browser it is said what to install',
          missing)


main()
done()
