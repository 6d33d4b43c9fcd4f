"""kill -9 at random moments while 50 pages change: after each the store is whole, and no version that was told is missing.

WEFT_KILLS says how often (24; make soak takes 2,000)."""
import os
import random

from victims import Victim
from website import Archive, Site
from harness import SANITIZED, done, point

PAGES = 50
KILLS = int(os.environ.get('WEFT_KILLS', '6' if SANITIZED else '24'))
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
weft.check('--all')
acknowledged, killed, missing, broken = {}, 0, [], []
for turn in range(KILLS):
    victim = Victim(weft, random.randint(1, PAGES // 2))
    site.on_answer = None if turn % 2 else victim.step
    killed += victim.end(by_lines=turn % 2)
    for line in victim.told:
        if line['version']:
            acknowledged[line['name']] = max(acknowledged.get(line['name'], 0), line['version'])
    if turn % 8 == 7 or turn == KILLS - 1:
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
