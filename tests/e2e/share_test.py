#!/usr/bin/env python3
"""Several processes on one archive: each page is fetched once, a host never has two requests at a time, and kill -9 loses nothing.

WEFT_KILLS says how often (100; make soak takes 2,000)."""
import collections
import concurrent.futures
import json
import os
import random
import subprocess
import threading
import time

from victims import Victim
from website import Archive, Site
from harness import SANITIZED, WEFT, done, equal, point

PROCESSES = 8
HOSTS = 10
PAGES = 200 if SANITIZED else 1000
KILLS = int(os.environ.get('WEFT_KILLS', '20' if SANITIZED else '100'))
random.seed(11)


class Host:
    """a site on an address of its own that counts how many requests it has at a time"""

    def __init__(self, number):
        self.site = Site(f'127.0.0.{number + 2}')
        self.lock, self.active, self.most = threading.Lock(), 0, 0
        self.site.on_request = self.enter
        self.site.on_answer = self.leave

    def enter(self, path):
        with self.lock:
            self.active += 1
            self.most = max(self.most, self.active)
        time.sleep(0.001)
        if path.startswith('/grows'):
            self.site.pages[path] = f'<title>{path}</title><p>It is {time.time_ns()} now, and this page says so whenever it is asked.'

    def leave(self):
        with self.lock:
            self.active -= 1


hosts = [Host(number) for number in range(HOSTS)]


def lines_of(out):
    return [json.loads(line) for line in out.decode().split('\n')[:-1]]


# ---- Each page once
weft = Archive('share.db')
urls = []
for number in range(PAGES):
    site = hosts[number % HOSTS].site
    site.pages[f'/p{number}'] = f'<title>{number}</title><p>This is page {number} of many that are fetched once.'
    urls.append(f'{site.url}/p{number}')
weft('add', *urls, '--every', '1h')
told = collections.Counter()
processes = [subprocess.Popen([WEFT, 'check', '--json'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=weft.env) for _ in range(PROCESSES)]
for process in processes:
    out, trouble = process.communicate(timeout=300)
    point(process.returncode == 0, 'a process ends well', trouble.decode())
    told.update(line['url'] for line in lines_of(out))
asked = collections.Counter(f'{host.site.url}{path}' for host in hosts for _, path, _, _ in host.site.log if path != '/robots.txt')
equal((len(asked), max(asked.values())), (PAGES, 1), f'{PROCESSES} processes: each of {PAGES} pages is fetched once')
equal((len(told), max(told.values())), (PAGES, 1), 'and told once')
equal(max(host.most for host in hosts), 1, 'no host ever has two requests at a time')
equal({page['newest'] for page in weft('list', '--json').json()}, {1}, 'each has one version')

# ---- Kills
weft = Archive('share-kill.db')
weft('add', *[f'{host.site.url}/grows{number}' for host in hosts[:5] for number in range(10)], '--every', '0')
weft('check')
acknowledged, killed, missing, broken, doubled = {}, 0, [], [], []
with concurrent.futures.ThreadPoolExecutor(PROCESSES) as pool:
    while killed < KILLS:
        victims = [Victim(weft, random.randint(1, 8)) for _ in range(PROCESSES)]
        killed += sum(pool.map(lambda victim: victim.end(by_lines=True), victims))
        for line in (line for victim in victims for line in victim.told):
            acknowledged[line['name']] = max(acknowledged.get(line['name'], 0), line['version'] or 0)
last = weft('check', '--all', '--json')
point(last.status in (0, 1), 'after all that a process can check', last)
verify = weft('verify')
point(verify.status == 0, f'the store is whole after {killed} kills', verify)
listed = {page['name']: page['newest'] for page in weft('list', '--json').json()}
missing = [page for page, version in acknowledged.items() if listed.get(page, 0) < version]
point(not missing and len(acknowledged) > 10, f'no version that was told of {len(acknowledged)} pages is missing', missing[:5])
for url in list(listed)[:10]:
    digests = [version['digest'] for version in weft('log', url, '--json').json()['versions']]
    doubled += [url for one, two in zip(digests, digests[1:]) if one == two]
point(not doubled, 'no version is there twice', doubled[:5])
done()
