"""One bad answer, list, setting or pattern stops nothing: the page at fault is told, the others are checked."""
import os
import pathlib
import signal
import sqlite3
import time

from website import Archive, Site
from harness import done, equal, point, write

PAGE = '<title>Tea</title><h1>Prices of tea</h1><p>We sell green tea in bags of one hundred grams.</p>'


def test_validators():
    """what could not be sent back is not kept, and a store that holds such is healed"""
    site, weft = Site(), Archive('validators.db')
    for name, value in (('control', '"a\x01"'), ('escape', '"a\x1b[31m"'), ('delete', '"a\x7f"'), ('long', '"' + 'e' * 20000 + '"')):
        site.pages[f'/{name}'] = (200, {'ETag': value}, PAGE)
    site.pages['/date'] = (200, {'Last-Modified': 'Sun, 06 Nov 1994\x01 08:49:37 GMT'}, PAGE)
    site.pages['/good'] = (200, {'ETag': '"v1"'}, PAGE)
    weft('add', *[site.url + path for path in site.pages if path != '/robots.txt'])
    weft.check()
    for turn in ('again', 'and again'):
        checks, result = weft.check('--all')
        outcomes = {path: checks.get(site.url + path, {}).get('outcome') for path in site.pages if path != '/robots.txt'}
        point(set(outcomes.values()) == {'same'}, f'every page is fetched {turn}', result, outcomes)
    sent = [entry[2].get('If-None-Match', '') + entry[2].get('If-Modified-Since', '') for entry in site.log]
    equal({value for value in sent if value}, {'"v1"'}, 'nothing but what can be sent comes back to the server')
    store = sqlite3.connect(weft.store)
    store.execute("update page set etag = ?, last_modified = ? where url like '%/control'", ('"old\x01"', 'x\r\nEvil: 1'))
    store.commit()
    store.close()
    site.pages['/control'] = PAGE + '<p>And black tea, too, in tins of fifty.</p>'
    checks, result = weft.check('--all')
    equal(checks[f'{site.url}/control']['outcome'], 'changed', 'a page whose kept validator is bad is fetched all the same')
    equal(sorted({check['outcome'] for check in checks.values()}), ['changed', 'same'], 'and so are the others')


def test_lists_and_settings():
    site, weft = Site(), Archive('lists.db')
    site.pages['/good'] = site.pages['/bad'] = PAGE
    write('urls.yaml', f'url: "{site.url}/bad"\nheaders:\n  Host: evil.test\n---\nurl: "{site.url}/good"\n')
    added = weft('add', '--hotlist', 'urls.yaml')
    point('Host' in added.err and f'{site.url}/good' in added.out, 'a header that HTTP has for itself is refused, the rest of the list is taken', added)
    refused = weft('add', f'{site.url}/bad', '--header', 'X: a\r\nEvil: 1')
    point(refused.status == 2 and 'header' in refused.err, 'a header of two lines is refused', refused)
    checks, _ = weft.check()
    equal({url: check['outcome'] for url, check in checks.items()}, {f'{site.url}/good': 'first'}, 'what was taken is checked')
    agent = weft('check', '--all', env={'WEFT_USER_AGENT': 'me\r\nEvil: 1'})
    point(agent.status == 2 and 'user-agent' in agent.err.lower().replace('_', '-'), 'a name of two lines is refused before anything is asked', agent)


def test_pattern():
    """a pattern that takes too much work is its author's problem"""
    site, weft = Site(), Archive('pattern.db')
    long = '/' + 'a' * 60 + 'c'
    site.pages[long] = site.pages['/short'] = PAGE
    thresholds = write('thresholds', f'{site.url}/(a+)+[bd] 5h\n')
    weft('add', site.url + long, site.url + '/short', '--thresholds', thresholds)
    checks, result = weft.check('--thresholds', thresholds)
    equal({check['outcome'] for check in checks.values()}, {'first'}, 'all pages are checked')
    point('thresholds are left out' in (checks[site.url + long]['message'] or ''), 'and the pattern is told with the page it is too much for', result)


def below(pid):
    """the process that a process has started"""
    found = pathlib.Path(f'/proc/{pid}/task/{pid}/children').read_text().split()
    return int(found[0]) if found else 0


def walls(pid):
    """how many threads of a process may not ask everything of the kernel: each puts up its wall when it begins, which is waited for"""
    ends = time.monotonic() + 30
    while True:
        states = [(task / 'status').read_text() for task in pathlib.Path(f'/proc/{pid}/task').iterdir()]
        behind = sum('Seccomp:\t2' in state for state in states)
        if behind or time.monotonic() > ends:
            return behind, len(states)
        time.sleep(0.02)


def test_death():
    """add looks after its work as check does; threads that take pages apart have walls around them"""
    site, weft = Site(), Archive('death.db')
    site.pages['/tea'] = PAGE
    deaths, seen = [], []

    def kill_once(path):
        if path == '/tea':
            work = below(below(os.getpid()))
            seen.append(walls(work))
            if not deaths:
                deaths.append(work)
                os.kill(work, signal.SIGKILL)  # a sanitizer would make an exit of another

    site.on_request = kill_once
    added = weft('add', f'{site.url}/tea', '--now')
    checks, _ = weft.check('--all')
    point(added.status == 0 and len(deaths) == 1 and checks[f'{site.url}/tea']['outcome'] == 'same', 'what add fetches when it dies is fetched again', added)
    point(all(0 < n < threads for n, threads in seen), 'the threads that take pages apart stand behind a wall', seen)


test_death()
test_validators()
test_lists_and_settings()
test_pattern()
done()
