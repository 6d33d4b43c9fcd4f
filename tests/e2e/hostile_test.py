"""One bad answer, list, setting or pattern stops nothing: the page at fault is told, the others are checked."""
import os
import pathlib
import signal
import sqlite3
import subprocess
import threading
import time

from website import Archive, Site, harness
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


def test_goes_on():
    """a check that dies goes on: what it has stored is not asked for again, what it has told is not told again, and all of it counts"""
    site, slow, weft = Site(), Site('127.0.0.2'), Archive('goes-on.db', WEFT_PROBE='off')
    goods = ['green', 'black', 'white', 'yellow', 'mint', 'lime', 'rose', 'sage', 'fennel', 'ginger', 'nettle', 'apple']
    for name in goods:
        site.pages[f'/{name}'] = slow.pages[f'/{name}'] = PAGE
    weft('add', *[f'{host}/{name}' for name in goods for host in (site.url, slow.url)], '--every', '0', '--now')
    for turn, words in enumerate((('--all', '--json'), ('--all', '--verbose'), ('--json',), ('--verbose',))):
        for name in goods:
            site.pages[f'/{name}'] = PAGE + f'<p>Our {name} tea costs {len(name)}{turn} euro.</p>'
        told, dead = threading.Event(), threading.Event()
        slow.on_request = lambda path, turns=iter([told]), dead=dead: next(turns, dead).wait(60)
        site.log.clear()
        lines, status = lines_of_killed(weft, words, len(goods), told, dead)
        what = f"check {' '.join(words)} that dies when {len(goods)} pages are told"
        equal([len(site.asked(f'/{name}')) for name in goods], [1] * len(goods), f'{what} asks for them once')
        equal([sum(f'{site.url}/{name}' in line for line in lines) for name in goods], [1] * len(goods), 'each has one line')
        point(all(any(f'{slow.url}/{name}' in line for line in lines) for name in goods), 'and so have those that came after', lines)
        equal(status, 1, 'what was new before it died is new')
        point('--json' in words or lines[-1].startswith('12 changed, 1'), 'and is counted', lines)


def lines_of_killed(weft, words, after, told, dead):
    """what weft check prints whose work is killed after one line more than `after`, and begins again; its status"""
    lines = []
    with subprocess.Popen([harness.WEFT, 'check', *words], stdout=subprocess.PIPE, text=True, env=weft.env) as process:
        for line in process.stdout:
            lines.append(line)
            if len(lines) == after:
                told.set()
            elif len(lines) == after + 1:  # what was told before is known to have been
                os.kill(below(process.pid), signal.SIGKILL)
                dead.set()
    return lines, process.returncode


test_death()
test_goes_on()
test_validators()
test_lists_and_settings()
test_pattern()
done()
