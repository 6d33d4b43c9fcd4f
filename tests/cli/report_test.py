#!/usr/bin/env python3
"""What a user watches, and what is new for them: weft list and weft report."""
import json
import os
import re
import resource
import subprocess

from archive import DAY, START, Archive, env, version, w
from harness import WEFT, done, equal, page, point, read, trouble, write

NEWS, SHOP, GONE, MAIL, PICTURE = (f'https://example.org/{name}' for name in ('news', 'shop?a=1&b=2', 'gone', 'mail', 'logo.png'))


def fill():
    a = Archive()
    a.page(NEWS, [page('The first news.', title='News'), page('The second news.', title='News'), page('The third news.', title='News')],
           settings={'tags': ['daily', 'work']}, state=json.dumps({'title': 'News'})).saw(NEWS, 1)
    a.judged(NEWS, 2, 'first', 'second', 0.2, 'The', 'news.').judged(NEWS, 3, 'old', 'third', 0.1, 'The', 'news.')
    a.page(SHOP, [page('Only four left.', title='<b>Shop</b>'), page('Only three left.', title='<b>Shop</b>')], at=START + 5 * DAY,
           settings={'title': 'My shop', 'tags': ['shop']}).saw(SHOP, 1).judged(SHOP, 2, 'four', 'three', 0.05, 'Only', 'left.')
    a.page(GONE, [page('x')], errors=3, state=json.dumps({'answer': 'gone', 'status': 404, 'message': 'No such page.'})).saw(GONE, 1)
    a.page(MAIL, [page('Hello.'), version(2, page('Log in.'), START + DAY, suspect=True)],
           state=json.dumps({'suspect': 'It looks like a login page.'})).saw(MAIL, 1)
    a.page(PICTURE, [version(1, b'\x89PNG1', START, content_type='image/png'), version(2, b'\x89PNG2', START + DAY, content_type='image/png')]).saw(PICTURE, 1)
    a.judged(PICTURE, 2, '', 'its bytes have changed', 0.15)
    a.page('https://example.org/first', [page('Never seen by anybody.', title='First')], at=START + DAY)
    a.page('https://example.org/same', [page('Old.')], settings={'paused': True}).saw('https://example.org/same', 1)
    a.page('https://example.org/empty', [])
    a.page('https://example.org/moved', [page('m')], state=json.dumps({'moved_to': 'https://example.com/'})).saw('https://example.org/moved', 1)
    a.page('https://bob.example/', [page('b'), page('c')], user='bob', state=json.dumps({'moved_to': 'https://bob.example/home', 'message': '1 word added'})).saw('https://bob.example/', 1, user='bob')
    a.page('https://bob.example/find#weft-0123456789abcdef', [page('b'), page('c')], user='bob').saw('https://bob.example/find#weft-0123456789abcdef', 1, user='bob')
    a.fill()


fill()

# ---- List
text = w('list').out
point(NEWS in text and 'bob.example' not in text and 'tags: daily, work' in text, 'list: my pages with their tags', text)
point('failed (3 times in a row)' in text and 'No such page.' in text and 'paused' in text and 'suspect' in text, 'and how they stand', text)
rows = {row['url']: row for row in w('list', '--json').json()}
equal(len(rows), 9, 'list --json: all of them')
equal((rows[NEWS]['tags'], rows[NEWS]['newest'], rows[GONE]['problems'][0]['times'], rows[GONE]['problems'][0]['answer']), (['daily', 'work'], 3, 3, 'gone'), 'with all that is known')
equal(rows[NEWS]['next_check_at'], '2026-11-05T12:00:00.000Z', 'the next look')
equal([row['url'] for row in w('list', '--tag', 'shop', '--tag', 'daily', '--json').json()], [NEWS, SHOP], 'list --tag, any of them')
equal([row['url'] for row in w('list', 'my', 'EXAMPLE', '--json').json()], [SHOP], 'list WORD...: all of them')
point('like that' in w('list', 'zzz').out, 'nothing like that')
trouble(w('list', '--user', 'nobody'), 'somebody who is not there', 'nobody', 'weft user list')
trouble(w('list', '--collection', 'none'), 'a collection that is not there', 'none', '--collection')
point('weft add' in w('list', more={'LOGNAME': 'nobody'}).out, 'nothing at all: how to begin')
equal(w('list', '--json', more={'LOGNAME': 'nobody'}).json(), [], 'as data too')

# ---- Report as text and data
report = w('report', '--json').json()
rows = {row['url']: row for row in report['new']}
equal(list(rows), [PICTURE, 'https://example.org/first', SHOP, NEWS], 'report: by how much the change matters; what nothing is known of in the middle')
equal((rows[NEWS]['headline'], rows[NEWS]['classes']['content'], rows[NEWS]['versions']), ('The third news (was first)', 1, 2),
      'of several versions: what stands now against what I saw, and how many came')
equal(rows[PICTURE]['headline'], 'its bytes have changed', 'a picture')
equal(rows[NEWS]['changes'], [{'kind': 'update', 'class': 'content', 'old': {'text': 'first'}, 'new': {'text': 'third'}, 'note': None, 'before': 'The', 'after': 'news.'}],
      'and nothing of the version between them')
equal((rows[SHOP]['title'], rows[NEWS]['title']), ('My shop', 'News'), "titles: the watch's, else the page's")
equal([(row['url'], row['problems'][0]['kind']) for row in report['problems']], [(MAIL, 'suspect'), (GONE, 'failed'), ('https://example.org/moved', 'moved')],
      'suspect pages and those that failed or moved are not news')
moved = report['problems'][2]['problems'][0]
point('https://example.com/' in moved['message'] and 'weft add' in moved['message'] and moved['moved_to'] == 'https://example.com/', 'moved: what to do', moved)
equal(([row['url'] for row in report['waiting']], report['same']), (['https://example.org/empty'], 1), 'the rest')
equal([(row['newest'], row['seen']) for row in report['problems'][1:]], [(1, 1)] * 2, 'with what was seen')
text = w('report').out
point('New for anna: 4 pages' in text and '[-first-]{+third+}' in text and 'second' not in text and 'No such page. (3 times in a row)' in text, 'the same as text', text)
equal([row['url'] for row in w('report', '--json', '--tag', 'work').json()['new']], [NEWS], 'report --tag')
write('priorities', 'tag:work 10\nlogo 0\nDefault 1\n')
ranked = w('report', '--json', '--priorities', 'priorities').json()
equal(([row['url'] for row in ranked['new']], ranked['muted']), ([NEWS, 'https://example.org/first', SHOP], 1), 'what matters most first; weight 0 is not told')
write('home/config/weft/priorities', 'shop -1\n')
trouble(w('report'), 'a bad file of priorities', 'priorities:1')
os.remove('home/config/weft/priorities')
trouble(w('report', '--priorities', 'nowhere'), 'a file of priorities that is not there', 'nowhere')
trouble(w('report', '--user', 'nobody'), 'nobody', 'nobody')
trouble(w('report', '--html', 'x.html', '--json'), 'two ways', 'contradict')
trouble(w('report', store='none.db'), 'no archive', 'weft add URL')

# ---- Report as a web page
equal(w('report', '--html', 'out/my report.html').out, '', 'report --html prints nothing')
html = read('out/my report.html')
links = re.findall(r'href="(my%20report_files/[^"]+)"', html)
point(len(links) == 9 and all(os.path.exists('out/' + link.replace('%20', ' ')) for link in links), 'every link leads to a file', links)
point('<b>Shop</b>' not in html and "weft seen 'https://example.org/shop?a=1&amp;b=2'" in html, 'nothing of a page is taken for markup')
files = sorted(os.listdir('out/my report_files'))
history = read('out/my report_files/1-history.html')
point('href="../my%20report.html"' in history, 'the history leads back')
inner = re.findall(r'href="(\d[^"]+)"', history)
point(len(inner) == 5 and all(name in files for name in inner), 'and to each version and difference', inner, files)
point('third' in read('out/my report_files/1-diff.html') and '<del' in read('out/my report_files/1-diff.html'), 'the difference is there')
equal(w('report', '--html', 'folder/').status, 1, 'a folder; something is new')
point(os.path.exists('folder/index.html') and os.path.isdir('folder/index_files'), 'gets an index', os.listdir('folder'))
equal(w('report', '--html', 'folder').status, 1, 'once more, into the same place')
write('plain', '')
trouble(w('report', '--html', 'plain/report.html'), 'not below a file', 'plain')


def small_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))


full = subprocess.run([WEFT, 'report', '--html', 'full.html'], env=env(), capture_output=True, preexec_fn=small_files, check=False)
point(full.returncode == 2 and full.stderr.startswith(b'weft: '), 'a disk that is full is told', full)
equal([name for name in os.listdir('.') if name.startswith('full')], [], 'and leaves nothing behind, not even an empty folder')
point(w('seen', '--all').status == 0 and w('report', '--json').json()['new'] == [], 'what was seen is no news')
equal(len(w('report', '--json', '--user', 'bob').json()['new']), 2, 'for others it is')

moved = [row for row in w('report', '--json', '--user', 'bob').json()['new'] if row['url'] == 'https://bob.example/'][0]
equal(moved['problems'][0]['message'], "it has moved permanently to https://bob.example/home; 'weft add' the new address and 'weft remove' this one", 'what is new may have moved as well')

# ---- Commands that can be copied
FORM = 'https://bob.example/find#weft-0123456789abcdef'
point(FORM + '\n' in w('list', '--user', 'bob').out, 'list: a page that has a name of its own is told by it', w('list', '--user', 'bob').out)
equal([row['name'] for row in w('report', '--json', '--user', 'bob').json()['new'] if row['url'] == 'https://bob.example/find'], [FORM], 'report --json: likewise')
w('report', '--html', 'bob.html', '--user', 'bob')
html = read('bob.html')
point(f"weft seen '{FORM}' --store {os.path.realpath('archive.db')} --user bob<" in html, 'the web page: with archive and user', html)
equal(w('seen', FORM, '--user', 'bob').status, 0, 'and it is what the command takes')
done()
