#!/usr/bin/env python3
"""weft diff of two folders: pairing, index page, counts, JSON, and pages inside that cannot be read."""
import html.parser
import json
import os
import re
import subprocess
import urllib.parse

from harness import WEFT, done, environment, equal, page, point, read, skip, trouble, weft, write

OTHER = page('Something else has happened here today.')
for path, old, new in (('same.html', page(), page()), ('changed.htm', page(), OTHER), ('sub/deep/changed.xhtml', page(), OTHER),
                       ('gone.html', page(), None), ('added & "new" #1.html', None, page()), ('feed.XML', '<r><i>a</i></r>', '<r><i>b</i></r>'),
                       ('index.html', page(), OTHER), ('style.css', 'a{}', 'b{}'), ('.html', 'hidden', 'other')):
    if old:
        write(f'old/{path}', old)
    if new:
        write(f'new/{path}', new)
STATES = {'same.html': 'same', 'changed.htm': 'changed', 'sub/deep/changed.xhtml': 'changed', 'gone.html': 'removed',
          'added & "new" #1.html': 'added', 'feed.XML': 'changed', 'index.html': 'changed'}
SUMMARY = '7 pages: 4 changed, 1 added, 1 removed, 1 same; 2 other files not compared\n'


class Index(html.parser.HTMLParser):
    """The rows of the index page and its links."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.links, self.cell = [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == 'tr':
            self.rows.append([])
        self.cell = tag == 'td' or (self.cell and tag in ('a', 'br'))
        if tag == 'td':
            self.rows[-1].append('')
        if tag == 'a':
            self.links.append(dict(attrs)['href'])

    def handle_endtag(self, tag):
        self.cell = self.cell and tag != 'td'

    def handle_data(self, data):
        if self.cell:
            self.rows[-1][-1] += data


trouble(weft('diff', 'old', 'new'), 'folders need a place for their pages', '--output')
trouble(weft('diff', 'old', 'new', '-o', '-'), 'which standard output is not', '--output')
run = weft('diff', 'old', 'new', '--output', 'report/')
equal((run.status, run.out, run.err), (1, SUMMARY, ''), 'folders that differ')
index = Index(read('report/index.html'))
rows = [row for row in index.rows if row]
equal({row[1]: row[0] for row in rows}, STATES, 'the index lists every page with its state')
equal(rows[-1][0], 'same', 'what is the same comes last')
files = {urllib.parse.unquote(link) for link in index.links}
equal(len(index.links), 6, 'a link for each page that differs')
point(all(os.path.isfile(f'report/{file}') for file in files), 'each link leads to a file', files)
found = {os.path.relpath(os.path.join(top, name), 'report') for top, _, names in os.walk('report') for name in names}
equal(found, files | {'index.html'}, 'and there are no others')
point('Something' in read('report/pages/changed.htm.html'), 'which shows the difference')
DATE = re.compile(r' · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d')
BACK = '<a class="btn ghost" href="../index.html"><span aria-hidden="true">‹ </span>All pages</a>'
equal(read('report/pages/index.html.html').replace(BACK, ''), DATE.sub('', weft('diff', 'old/index.html', 'new/index.html').out),
      'as it is shown for two files, with a way back')
point('<script' not in read('report/index.html') and 'Content-Security-Policy' in read('report/index.html'), 'the index runs nothing')
equal(weft('diff', 'old', 'new', '-o', 'report').out, SUMMARY, 'a second run replaces the first')
equal(weft('diff', 'old', 'new', '-o', 'new/report').out, SUMMARY, 'an output folder inside')
equal(weft('diff', 'old', 'new', '-o', 'new/report').out, SUMMARY, 'is not compared the next time')
subprocess.run(['rm', '-r', 'new/report'], check=True)

SENTENCES = ('The first of some lines.', 'Another one stands here.', 'And a third, to end with.')
os.makedirs('was')
os.makedirs('now')
for name, was, now in (('a-little.html', SENTENCES, (*SENTENCES[:2], 'And a fourth, to end with.')),
                       ('look.html', ('<b>Here</b> it is.',), ('Here it is.',)),
                       ('much.html', SENTENCES, ('The last of some lines.', 'Another two stand here.', 'And a fourth, to end with.'))):
    for side, paragraphs in (('was', was), ('now', now)):
        write(f'{side}/{name}', page(''.join(f'<p>{paragraph}</p>' for paragraph in paragraphs)))
for side in ('was', 'now'):
    write(f'{side}/bytes.html', f'%PDF-1.4\n{side}')
run = weft('diff', 'was', 'now', '-o', 'order')
point(run.status == 2 and 'weft: was/bytes.html: ' in run.err, 'a page that cannot be read is named', run)
rows = [row for row in Index(read('order/index.html')).rows if row]
equal([row[1].split('.html')[0] for row in rows], ['bytes', 'much', 'a-little', 'look'], 'trouble first, then what changed most')
equal(rows[-1][2:], ['0', '0', '0'], 'look is not counted')

MENU = '<p>Home, Shop</p><h1>{}</h1><p>Text of {} stands here.</p>'
for name in ('one', 'two', 'three', 'four'):
    write(f'monday/{name}.html', page(MENU.format(name, name)))
    write(f'tuesday/{name}.html', page(MENU.format(name, f'<b>{name}</b>').replace('Shop', 'Shop, News')))
write('tuesday/two.html', page(MENU.format('two', 'two').replace('Shop', 'Shop, News').replace('stands', 'stood')))
weft('diff', 'monday', 'tuesday', '-o', 'template')
text = read('template/index.html')
rows = [row for row in Index(text).rows if row]
equal((text.count('<li>'), text.count('on 4 pages')), (1, 1), "a template's change is shown once")
equal([(row[1].split('.html')[0], row[2]) for row in rows], [('two', '1'), ('four', '0'), ('one', '0'), ('three', '0')],
      'and the rows count what a page has of its own')
lines = weft('diff', 'monday', 'tuesday', '--stat').out.splitlines()
equal([line.split()[1] for line in lines[1:5]], ['1', '1', '1', '2'], '--stat counts content')
equal(lines[5:7], ['1 change is the same on several pages', 'and 3 changes of look'], 'and look in one line')

# two templates in one folder: what the pages of the smaller one share is a change of a template, too
for side, was in (('spring', 'Tea'), ('autumn', 'Tea, Coffee')):
    for k in range(8):
        foot = f'<p>{was}</p>' if k < 3 else ''
        write(f'{side}/{k}.html', page(f'<h1>Page {k}</h1><p>What stands here on page {k} is {"new" if side == "autumn" else "old"}{k}.</p>{foot}'))
weft('diff', 'spring', 'autumn', '-o', 'two')
text = read('two/index.html')
equal((text.count('<li>'), text.count('on 3 pages')), (1, 1), 'a change of three pages out of eight is shown once')
equal([row[2] for row in Index(text).rows if row], ['1'] * 8, 'and not counted again')

text = weft('diff', 'old', 'new', '--format', 'text').out
point('--- (no such page)\n+++ new/added' in text and '--- old/gone.html\n+++ (no such page)\n' in text, 'a page that came or went has one name', text)
point('little in common' not in text.split('+++ new/added')[1].split('---')[0], 'and is not compared with nothing', text)
point(text.endswith('2 other files not compared\n'), 'files that are not pages are counted', text)
run = weft('diff', 'old', 'old', '--stat')
point(run.status == 0 and run.out.endswith('6 pages: 6 same; 2 other files not compared\n'), 'a folder against itself', run)
run = weft('diff', 'old', 'new', '--stat')
lines = run.out.splitlines()
equal((run.status, lines[-1] + '\n', len(lines)), (1, SUMMARY, 11), '--stat is a table')
equal(lines[-3], '2 changes are the same on several pages', 'which says what pages share')
run = weft('diff', 'old', 'new', '--json')
equal(run.status, 1, '--json of folders')
entries = run.json()
equal({e['path']: e['state'] for e in entries}, STATES, 'is one array with an entry for each page')
point(all(('difference' in e) == (e['state'] != 'same') for e in entries), 'with the difference of those that differ')
alone = weft('diff', 'old/changed.htm', 'new/changed.htm', '--json').json()
entry = next(e for e in entries if e['path'] == 'changed.htm')
equal(entry['difference']['changes'], alone['changes'], 'as it is for two files')
equal(json.loads(weft('diff', 'old', 'new', '--json', '--stat').out), [{k: v for k, v in e.items() if k != 'difference'} for e in entries],
      '--stat --json has the counts alone')
run = weft('diff', 'old', 'new', '--json', '-o', 'all.json')
equal((run.status, run.out, json.loads(read('all.json'))), (1, '', entries), '--json into a file')
text = weft('diff', 'old', 'new', '--format', 'text')
point(text.status == 1 and all(name in text.out for name in ('changed.htm', 'gone.html', 'feed.XML')), 'text is one stream', text)
run = weft('diff', 'old', 'new', '--format', 'patch', '-o', 'patches')
equal(run.status, 1, 'patches of folders')
run = weft('patch', 'old/changed.htm', 'patches/pages/changed.htm.patch')
equal((run.status, run.out), (0, OTHER), 'each makes the new page of the old one')
entries = weft('diff', 'old', 'new', '--json', '--base', 'https://example.org/dir').out
write('old/sub/link.html', page(link='x.html'))
write('new/sub/link.html', page(link='y.html'))
weft('diff', 'old', 'new', '--base', 'https://example.org/dir', '-o', 'based')
point('https://example.org/dir/sub/y.html' in read('based/pages/sub/link.html.html'), '--base is the address of the folder')

trouble(weft('diff', 'old', 'old/same.html'), 'a folder against a file', 'two files or two folders')
trouble(weft('diff', 'old/same.html', 'old'), 'a file against a folder', 'two files or two folders')
trouble(weft('diff', 'old', '-'), 'a folder against standard input', 'two files or two folders')
trouble(weft('diff', 'old', 'nowhere'), 'a folder against nothing', 'nowhere', 'No such file')
os.mkdir('empty')
trouble(weft('diff', 'empty', 'empty', '--stat'), 'no page anywhere', 'no page')
equal(weft('diff', 'empty', 'new', '--stat').status, 1, 'all pages added')

# what cannot be read
os.symlink('.', 'new/sub/loop')
os.symlink('same.html', 'new/alias.html')
os.symlink('nowhere.html', 'new/dangling.html')
run = weft('diff', 'old', 'new', '--json')
equal({e['path'] for e in run.json() if e['state'] == 'added'}, {'added & "new" #1.html', 'alias.html'},
      'links to files are read, loops and dangling ones are not')
os.mkfifo('new/pipe.html')
equal(weft('diff', 'old', 'new', '--stat').status, 1, 'a pipe among the pages is not waited for')
as_user = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] if os.geteuid() == 0 else []
if as_user and subprocess.run([*as_user, 'true'], capture_output=True, check=False).returncode != 0:
    skip('a page that may not be read', 'setpriv cannot drop rights here')
else:
    os.chmod('.', 0o755)
    for top, _, names in os.walk('old'):
        os.chmod(top, 0o755)
        for name in names:
            os.chmod(os.path.join(top, name), 0o644)
    write('old/locked.html', page())
    write('new/locked.html', page())
    os.chmod('old/locked.html', 0)
    os.makedirs('new/locked')
    write('new/locked/page.html', page())
    os.chmod('new/locked', 0)
    run = subprocess.run([*as_user, WEFT, 'diff', 'old', 'new', '--json'], capture_output=True, env=environment(), text=True, check=False)
    if not run.stdout and 'exec' in run.stderr:
        skip('a page that may not be read', 'the program is not where another user may run it')
    else:
        states = {e['path']: e['state'] for e in json.loads(run.stdout)}
        equal((run.returncode, run.stderr.count('weft: '), run.stderr.count('Permission denied')), (2, 2, 2), 'trouble inside: 2, told')
        equal((states['locked.html'], states['locked'], states['changed.htm']), ('trouble', 'trouble', 'changed'), 'and the rest is done')
    os.chmod('new/locked', 0o755)
done()
