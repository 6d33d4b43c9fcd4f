#!/usr/bin/env python3
"""Options and errors by table: each row is a command line with what it must do, so that no option and no sentence is without a test."""
import os
import re
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import harness
from archive import Archive
from harness import done, equal, page, point, read, trouble, write

URL = 'https://example.org/tea'
OLD, NEW = page('We sell green tea in bags of one hundred grams.'), page('We sell black tea in bags of two hundred grams.')
Archive().page(URL, [OLD, NEW]).page('https://example.org/cup', [page()], settings={'tags': ['cups']}).fill()
ENV = harness.environment(WEFT_STORE='archive.db', WEFT_USER='anna', XDG_CONFIG_HOME=harness.SCRATCH, TZ='UTC')


def weft(*words, **more):
    return harness.weft(*words, env={**ENV, **more.pop('env', {})}, **more)


for name, text in (('old.html', OLD), ('new.html', NEW), ('older.html', page()), ('bytes.bin', b'\0\1\2' * 500), ('empty/x.txt', 'x')):
    write(name, text)
for name in ('old', 'new'):
    write(f'{name}.vixml', weft('segment', f'{name}.html', '--format', 'vixml').out)
write('delta.xml', weft('vidiff', 'old.vixml', 'new.vixml').out)
write('none.sentinel', '')
write('rules', 'heavy .advert\n')
write('two.sentinel', ''.join(f'CREATE SENTINEL {name} ON "https://{name}.example/" MONITOR any change;\n' for name in 'ab'))

# ---- What is wrong, and what to do about it: words of the command line, words of the error
WRONG = [
    ('add https://?x', 'no host in it'),
    ('add https://example.org/ --via foo://ann:geheim@127.0.0.1:1', "--via: weft cannot use a proxy of the kind 'foo'; write http://HOST:PORT"),
    ('list --proxy foo://127.0.0.1:1', "a proxy of the kind 'foo'"),
    ('content new.vixml', 'this is Vi-XML, and content reads pages'),
    ('metrics new.vixml old.vixml', "'weft vidiff' compares such documents"),
    ('metrics --plot x.svg old.html new.html', '--plot draws the steps of --series'),
    ('pause', 'name a page, or give --tag TAG or --all'),
    ('edit https://example.org/tea', 'say what to change'),
    ('edit https://example.org/tea --clear colour', 'it takes the name of an option'),
    ('edit https://example.org/tea@1 --every 1d', 'without a version'),
    ('edit https://example.org/tea --depth many', 'it is a number of links'),
    ('edit https://example.org/tea --login ann', "--login 'NAME:PASSWORD'"),
    ('remove', "which page? 'weft remove URL'"),
    ('report --held-back --html x.html', 'not with --html'),
    ('report --json --html x.html', 'contradict each other'),
    ('check --quiet --verbose', 'contradict each other'),
    ('check https://example.org/nowhere', 'example.org/nowhere'),
    ('fragments personal https://example.org/', 'Give --cookie, --header or --parameter'),
    ('diff empty empty', 'no page (*.html'),
    ('query //Block old.html', 'not Vi-Delta'),
    ('simulate new.vixml --seed x --out s', '--seed takes a whole number'),
    ('simulate new.vixml --blocks 10', '--out FOLDER says where'),
    ('vidiff old.vixml new.vixml --importance --history older.html --history old.html', '--history is for pages'),
    ('vidiff old.html new.html --importance --rules rules', "neither 'FACTOR SELECTOR'"),
    ('serve --certificate cert.pem', '--certificate and --key belong together'),
    ('push', '--new-key'),
    ('sentinel test two.sentinel old.html new.html', 'say with --url which of them'),
    ('sentinel test two.sentinel --url https://c.example/ old.html new.html', 'no sentinel asks for'),
    ('list --store nowhere.db', "no archive yet at nowhere.db; begin with 'weft add URL'"),
    ('list --user bert', "no user is called bert; 'weft user list'"),
    ('settings allow-address 127.0.0.1', 'a setting of the machine'),
    ('settings nosuch 1', "'weft settings' lists them"),
    ('settings --reset', '--reset takes the name of one setting'),
    ('add', 'give an address, or a list with --hotlist FILE'),
    ('help diff more', 'has no commands of its own'),
    ('diff old.html new.html --seen', '--seen is for pages of the archive'),
    ('diff https://example.org/tea https://example.org/cup --tree', '--tree takes one page of the archive'),
    ('tell https://example.org/tea --part 0', 'it is a number from 1 on'),
    ('outbox retry x', 'is not the number of a message'),
    ('collection create a --public --private', 'contradict each other'),
    ('sentinel create none.sentinel', 'none.sentinel has no statements'),
]
for line, words in WRONG:
    result = weft(*line.split())
    trouble(result, f'{line}: {words}', words)
    point('geheim' not in result.err, 'no password in it', result)

# ---- What is not a number is refused by every option that takes one: a command line, then such options
NUMBERS = [
    ('segment new.html', '--pdoc'),
    ('simulate new.vixml --out made', '--insert --delete --update --move --blocks --seed'),
    ('metrics old.html new.html', '--copy-cost --move-cost --shingle'),
    ('fragments shared old.html new.html', '--min-size --share --match --near --window --sample --bits'),
    ('fragments lifetime old.html new.html', '--min-size --child-change --similar'),
    ('fragments personal old.html new.html', '--min-size --child-change --rounds'),
    ('fragments graph old.html new.html', '--min-size --share --match'),
    ('fragments report old.html new.html --html made.html', '--min-size --share --match'),
    ('fragments esi old.html new.html --out made', '--min-size --share --max-age'),
    ('list', '--limit'),
    ('report', '--limit'),
    ('outbox list', '--limit'),
    ('sentinel events', '--limit'),
    ('log https://example.org/tea', '--limit'),
    ('tell https://example.org/tea', '--part'),
    ('edit https://example.org/tea', '--depth --every'),
]
NO_NUMBERS = ['0x1', '-1', '1 ', 'nan', '+1', '99999999999999999999', '1.5.1', 'x', '1e999']
tried = 0
for line, options in NUMBERS:
    for option in options.split():
        for _ in range(1 if harness.SANITIZED else 3):
            value = NO_NUMBERS[tried % len(NO_NUMBERS)]
            tried += 1
            trouble(weft(*line.split(), f'{option}={value}'), f'{line} {option}={value}', option)
for option in ('--cookie a=b', '--header a:b', '--parameter a=b', '--rounds 2', '--save made'):
    trouble(weft('fragments', 'personal', 'old.html', 'new.html', *option.split()), f'fragments personal of files: {option}', 'is for an address')
point(not os.path.exists('made') and not os.path.exists('made.html'), 'what is refused has written nothing')

# ---- What an option of add and edit does to the watch: option, member of the watch, value
SETS = [
    (['--via', 'socks5h://127.0.0.1:9050'], 'proxy', 'socks5h://127.0.0.1:9050'),
    (['--depth', '2'], 'depth', 2),
    (['--same-prefix'], 'same_prefix', True),
    (['--entities'], 'entities', True),
    (['--ignore-robots'], 'ignore_robots', True),
    (['--min-importance', '0.4'], 'min_importance', '0.4'),
    (['--sensitivity', 'high'], 'sensitivity', 'high'),
    (['--title', 'Tea'], 'title', 'Tea'),
    (['--bearer', 'geheim'], 'private', True),
]
added = weft('add', 'https://example.org/set', '--later')
point(added.status == 0 and added.out.startswith('added    https://example.org/set\n'), 'a page is added', added)


def watch_of(url):
    """the watch of the page, whichever request it is fetched with"""
    return next(row['watch'] for row in weft('list', '--json').json() if row['url'] == url)


before = watch_of('https://example.org/set')
for words, member, value in SETS:
    equal(weft('edit', 'https://example.org/set', *words).status, 0, f'edit {words[0]}')
    watch = watch_of('https://example.org/set')
    equal(watch[member], value, f'{member} is set')
    again = weft('edit', 'https://example.org/set', *words)
    point(again.status == 0 and again.out.startswith('same     ') and 'nothing to change' in again.out, 'a second time there is nothing to change', again)
    cleared = weft('edit', 'https://example.org/set', '--clear', words[0][2:])
    point(cleared.status == 0 and watch_of('https://example.org/set') == before, f'--clear {words[0][2:]} takes it back', cleared)
weft('edit', 'https://example.org/set', '--title', 'My tea')
point('https://example.org/set\n    My tea\n' in weft('list').out, 'list has the title that somebody gave', weft('list'))
removed = weft('remove', 'https://example.org/set')
equal(removed.out, 'https://example.org/set: no longer watched\n', 'of a page without versions none stay')
equal(weft('remove', 'https://example.org/cup').out, 'https://example.org/cup: no longer watched; its versions stay\n', 'of one that has some they do')

# ---- What goes into a file is what would be printed
FILES = [
    (0, ['query', '//*', 'delta.xml']),
    (0, ['apply', 'old.vixml', 'delta.xml']),
    (1, ['vidiff', 'old.html', 'new.html']),
    (1, ['vidiff', 'old.html', 'new.html', '--format', 'json']),
    (0, ['segment', 'new.html', '--base', 'https://example.org/']),
    (0, ['sentinel', 'explain', 'one.sentinel']),
]
write('one.sentinel', 'CREATE SENTINEL a ON "https://a.example/" MONITOR any change;\n')
for status, words in FILES:
    printed, kept = weft(*words), weft(*words, '--output', 'out')
    point(printed.status == kept.status == status and printed.out and not kept.out and read('out') == printed.out, f"{' '.join(words)} --output", printed, kept)
    os.unlink('out')

# ---- Options that change what is shown: command line, words that must be there, words that must not
SHOWS = [
    ('report --color always', '\033[', None),
    ('report --color never', 'New for anna', '\033['),
    ('log https://example.org/tea', '  newest', None),
    ('judge older.html old.html new.html --base https://example.org/', 'black', None),
    ('outbox list --limit 1', '', None),
    ('channel list', "No channels yet. 'weft channel add", None),
    ('collection list', "No collections yet. 'weft collection create", None),
    ('sentinel list', "No sentinels yet. 'weft sentinel create", None),
    ('sentinel events', 'No events yet.', None),
    ('collection create teas https://example.org/tea --title Teas', 'created  teas  Teas  only you, 1 chosen page\n', None),
    ('collection show teas', 'teas  Teas  only you, 1 chosen page\n', None),
    ('collection edit teas --tag tea --public', 'changed  teas  Teas  public, pages with the tag tea, 1 chosen page\n', None),
    ('collection edit teas --no-tags --remove https://example.org/tea', 'changed  teas  Teas  public\n', 'chosen'),
    ('collection show teas', 'Nothing has changed yet on its 0 pages.', None),
    ('collection list', 'teas  Teas  public\n', None),
    ('collection drop teas', 'teas: dropped; its pages are still watched\n', None),
    ('sentinel create two.sentinel', 'a', None),
    ('sentinel explain a', 'https://a.example/', 'https://b.example/'),
    ('vidiff old.html new.html --importance --format text --history older.html --history old.html', 'black', None),
    ('metrics old.html new.html --color always', 'words', None),
]
for line, words, other in SHOWS:
    result = weft(*line.split())
    point(result.status in (0, 1) and not result.err and words in result.out and (not other or other not in result.out), line, result)
blocks = weft('simulate', 'new.vixml', '--blocks', '50', '--out', 'made')
point(blocks.status == 0 and os.path.getsize('made/delta.xml') > 100, 'simulate --blocks writes both files', blocks)
equal(weft('apply', 'new.vixml', 'made/delta.xml').out, read('made/new.vixml'), 'and what apply makes of the delta is the new version')

# ---- Every command explains itself
commands = [line.split()[0] for line in weft('help').out.splitlines() if line.startswith('  ') and line[2:3].isalpha()]
point(len(commands) > 35, 'weft help lists the commands', commands)
for name in commands:
    result = weft(name, '--help')
    point(result.status == 0 and result.out.startswith(f'Usage: weft {name}') and not result.err, f'{name} --help', result)


# ---- weft watch --verbose tells of pages that did not change, too
class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        body = OLD.encode() if self.path != '/robots.txt' else b''
        self.send_response(200)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def is_same(line):
    return re.match(r'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  same ', line)


def watch_lines():
    server = ThreadingHTTPServer(('127.0.0.1', 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f'http://127.0.0.1:{server.server_port}/'
    env = {**ENV, 'WEFT_STORE': 'watch.db', 'WEFT_ALLOW_ADDRESS': '127.0.0.0/8', 'WEFT_HOST_GAP': '0'}
    weft('add', url, '--every', '1s', '--later', env=env)
    checked = weft('check', '--due', '--color', 'always', env=env)
    point('\033[36mnew' in checked.out and '1 new' in checked.out, 'check --due --color', checked)
    process = subprocess.Popen([harness.WEFT, 'watch', '--verbose'], env=env, stdout=subprocess.PIPE, text=True)
    ends, lines = time.monotonic() + 60, []
    while time.monotonic() < ends and not any(is_same(line) for line in lines):
        lines.append(process.stdout.readline())
    process.terminate()
    status = process.wait(30)
    server.shutdown()
    return status, lines


status, lines = watch_lines()
point(any(is_same(line) for line in lines), 'watch --verbose, with the time', lines)
equal(status, 0, 'and ends when it is told to')
done()
