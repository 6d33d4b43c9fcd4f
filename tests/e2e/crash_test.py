"""kill -9 at random moments while 50 pages change: after each the store is whole, and no version that was told is missing.

WEFT_KILLS says how often (200; make soak takes 2,000)."""
import json
import os
import random
import signal
import subprocess
import time

from website import Archive, Site
from harness import SANITIZED, WEFT, done, point

PAGES = 50
KILLS = int(os.environ.get('WEFT_KILLS', '40' if SANITIZED else '200'))
random.seed(7)

site, weft = Site(), Archive('crash.db')
count = [0]


def grow(path):
    """every request finds the page changed"""
    if path.startswith('/p'):
        count[0] += 1
        site.pages[path] = f'<title>{path}</title><p>This is version {count[0]} of a page that changes whenever one looks at it.'


site.on_request = grow
weft('add', *[f'{site.url}/p{i}' for i in range(PAGES)], '--every', '0')


def told_lines(process):
    """what the run told before it was killed; a line cut off in the middle was not told"""
    out = process.stdout.read().decode()
    return [json.loads(line) for line in out.split('\n')[:-1]]


# How long a run takes that nobody kills, on this machine at this moment; the first has nothing to compare and is faster.
weft.check('--all')
start = time.monotonic()
weft.check('--all')
whole = time.monotonic() - start
acknowledged, killed, missing, broken = {}, 0, [], []
for turn in range(KILLS):
    process = subprocess.Popen([WEFT, 'check', '--all', '--json'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=weft.env)
    try:
        process.wait(timeout=random.uniform(0.02, 1.6) * whole)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        killed += 1
    for line in told_lines(process):
        if line['version']:
            acknowledged[line['name']] = max(acknowledged.get(line['name'], 0), line['version'])
    process.wait()
    if turn % 20 == 19 or turn == KILLS - 1:
        verify = weft('verify')
        if verify.status:
            broken.append(f'after {turn + 1}: {verify}')
        listed = {page['name']: page['newest'] for page in weft('list', '--json').json()}
        missing += [f'{page}: {version} told, {listed.get(page)} there' for page, version in acknowledged.items()
                    if listed.get(page, 0) < version]

point(killed >= KILLS // 4, f'{killed} of {KILLS} runs were killed')
point(len(acknowledged) > 10, f'{len(acknowledged)} pages had versions told')
point(not broken, 'the store is whole after every one of them', *broken[:3])
point(not missing, 'no version that was told is missing', *missing[:5])
done()
