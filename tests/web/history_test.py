"""The history that real Chromium writes: a page it has shown counts as seen, while it runs and after it has ended.

The browser shows a file and can reach nothing: everything goes to a proxy on a closed loopback port."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

WEFT = os.environ['WEFT']
FLAGS = ('--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync '
         '--proxy-server=127.0.0.1:9 --proxy-bypass-list=<-loopback>').split()
points = 0
failed = 0


def ok(good, what):
    global points, failed
    points += 1
    failed += not good
    print(f'{"ok" if good else "not ok"} {points} - {what}', flush=True)


def main():
    browser = shutil.which('chromium')
    if not browser:
        print('1..0 # SKIP no chromium: the small shell keeps no history')
        return
    with tempfile.TemporaryDirectory(prefix='weft-history-', ignore_cleanup_errors=True) as folder:
        page, other = pathlib.Path(folder, 'page.html'), pathlib.Path(folder, 'other.html')
        page.write_text('<title>Hours</title><p>Open all day.')
        other.write_text('<title>Other</title><p>Never shown.')
        env = {**os.environ, 'HOME': folder, 'XDG_CONFIG_HOME': folder, 'LOGNAME': 'anna', 'WEFT_STORE': f'{folder}/archive.db',
               'WEFT_ALLOW_FILE': 'on'}
        history = f'{folder}/profile/Default/History'

        def weft(*args):
            return subprocess.run([WEFT, *args], capture_output=True, text=True, env=env, timeout=60, check=False)

        def why(path):
            return weft('why', '--history', history, path.as_uri()).stdout

        added = weft('add', '--later', page.as_uri(), other.as_uri())
        ok(added.returncode == 0, f'two pages are watched {added.stderr}')
        run = subprocess.Popen([browser, *FLAGS, f'--user-data-dir={folder}/profile', page.as_uri()], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=env)
        try:
            end = time.monotonic() + 90
            while 'you saw it' not in why(page) and time.monotonic() < end:
                time.sleep(0.5)
            ok('not now: you saw it' in why(page), 'a page that a running browser shows is seen')
            ok('never checked' in why(other), 'another one is not')
        finally:
            run.terminate()
            run.wait(timeout=60)
        ok('not now: you saw it' in why(page), 'and after the browser has ended')
    print(f'1..{points}')
    sys.exit(1 if failed else 0)


main()
