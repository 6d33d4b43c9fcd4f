"""weft watch and weft demo: changes as they come, a clean stop, new watches noticed."""
import json
import os
import signal
import subprocess
import threading
import time

from website import Archive, Site
from harness import WEFT, done, equal, point, read, write

PATIENCE = 60


class Watch:
    """weft watch in the background, its lines as they come"""

    def __init__(self, weft, *words):
        self.lines = []
        self.process = subprocess.Popen([WEFT, 'watch', '--json', *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=weft.env)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.lines.append(json.loads(line))

    def wait_for(self, wanted):
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if any(wanted(line) for line in self.lines):
                return True
            time.sleep(0.02)
        return False

    def worker(self):
        """the process that does the work"""
        with open(f'/proc/{self.process.pid}/task/{self.process.pid}/children', encoding='ascii') as file:
            return int(file.read().split()[0])

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)


def test_watch():
    site, weft = Site(), Archive('watch.db')
    weft.env['XDG_CONFIG_HOME'] = os.path.abspath('config')
    site.pages['/'] = '<title>A</title><p>The first words of a page that will change.'
    weft('add', site.url, '--every', '1s')
    watch = Watch(weft, '--report', 'watch.html')
    point(watch.wait_for(lambda line: line['outcome'] == 'first'), 'what is due is checked', watch.lines)
    site.pages['/'] = '<title>A</title><p>The second words of a page that will change.'
    point(watch.wait_for(lambda line: line['outcome'] == 'changed'), 'a change is told as it comes', watch.lines)
    worker = watch.worker()
    os.kill(worker, signal.SIGKILL)
    site.pages['/'] = '<title>A</title><p>The third words of a page that will change.'
    point(watch.wait_for(lambda line: line['outcome'] == 'changed' and line['version'] == 3) and watch.worker() != worker,
          'what ends the work does not end the watch', watch.lines)
    site.pages['/new'] = '<title>B</title><p>Another page that somebody adds while weft watches.'
    weft('add', f'{site.url}/new', '--every', '1h')
    point(watch.wait_for(lambda line: line['url'].endswith('/new')), 'a page that is added meanwhile is noticed', watch.lines)
    os.makedirs('config/weft', exist_ok=True)
    write('config/weft/settings', 'user-agent = somebody/2\n')
    point(watch.wait_for(lambda _: any(asked[2].get('User-Agent') == 'somebody/2' for asked in site.asked('/'))), 'other settings hold without a restart')
    equal(watch.stop(), 0, 'a signal ends it cleanly')
    equal(weft('verify').status, 0, 'and the store is whole')
    point('<ins>third</ins>' in read('watch.html').replace('\n', ' '), 'the report tells what changed', read('watch.html')[-1500:])


def test_demo():
    demo = subprocess.Popen([WEFT, 'demo', '--pace', '300ms'], stdout=subprocess.PIPE, env=os.environ)
    urls = [demo.stdout.readline().decode().strip() for _ in range(5)]
    point(all(url.startswith('http://127.0.0.1:') for url in urls), 'the demo tells where its pages are', urls)
    weft = Archive('demo.db')
    weft('add', *urls, '--every', '1s')
    watch = Watch(weft)
    changed = lambda line: line['outcome'] == 'changed'  # noqa: E731
    point(watch.wait_for(changed), 'its pages change', watch.lines)
    prices = f'{urls[0]}prices'
    point(watch.wait_for(lambda line: changed(line) and line['url'] == prices), 'prices too', watch.lines)
    equal(watch.stop(), 0, 'the watch ends')
    demo.send_signal(signal.SIGTERM)
    equal(demo.wait(timeout=PATIENCE), 0, 'and so does the demo')


test_watch()
test_demo()
done()
