#!/usr/bin/env python3
"""Pages, titles and addresses full of what a terminal obeys: escape sequences, C1 controls, DEL, marks that turn the direction of text. None of it
reaches a terminal, whatever the command; as data it comes out escaped."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

from website import Archive, Site
from harness import WEFT, done, point, write

EVIL = 'a\x9bb\x7fc\u202ed\u2066e\x1b[2Jf\x85g\u2028h\x9d0;x\x07'
OBEYED = re.compile('[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]')


def page(n):
    items = ''.join(f'<li><a href="/x{EVIL}{i}?{n}">item {EVIL} {i} {n}</a>' for i in range(5))
    return (f'<title>T{EVIL}{n}</title><h1>H{EVIL}</h1><main><p>Some {EVIL} text {n} that is long enough to be what this page is about, and a price of '
            f'{n} euros.</p><ul>{items}</ul><table><tr><td>{EVIL}<td>{n}</table></main>')


def on_terminal(words, env):
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 50, 100, 0, 0))
    run = subprocess.Popen([WEFT, *words], stdin=subprocess.DEVNULL, stdout=slave, stderr=slave, env={**env, 'TERM': 'dumb', 'PAGER': '', 'NO_COLOR': '1'})
    os.close(slave)
    seen = b''
    try:
        while piece := os.read(master, 65536):
            seen += piece
    except OSError:
        pass
    run.wait()
    os.close(master)
    return seen.replace(b'\r\n', b'\n').decode('utf-8', 'surrogateescape')


def clean(words, seen, where):
    found = OBEYED.search(seen)
    point(not found, f'weft {" ".join(words)[:40]} {where}', repr(seen[max(0, found.start() - 60):found.end() + 30]) if found else '')


site, weft = Site(), Archive('controls.db')
url = f'{site.url}/'
added = []
for n in range(1, 4):
    site.pages['/'] = page(n)
    if n == 1:
        added.append(weft('add', url, '--title', 'My' + EVIL, '--tag', 't' + EVIL, '--every', '1h'))
    added.append(weft('check', '--all', '--verbose'))
for run in added:
    clean(run.words, run.out + run.err, 'while it works')
point('new' in added[1].out and 'changed' in added[2].out, 'there are versions', *added)
write('old.html', page(1))
write('new.html', page(2))
write('list.txt', f'http://x/{EVIL}\n')
FILES = ['old.html', 'new.html']
# As text and as data: to a pipe already.
for words in (['list'], ['list', '--json'], ['report'], ['report', '--json'], ['log', url], ['log', url, '--json'], ['why', url], ['query', 'text'], ['query', 'text', '--json'],
              ['query', '//Insert', '--json'], ['export'], ['verify'], ['user', 'list'], ['diff', url, '--format', 'text'], ['diff', url, '--json'], ['diff', *FILES, '--format', 'text'],
              ['diff', *FILES, '--json'], ['diff', *FILES, '--format', 'patch'], ['diff', *FILES, '--stat'], ['page', 'old.html', '--json'], ['segment', 'old.html'], ['metrics', *FILES],
              ['importance', *FILES], ['judge', *FILES], ['judge', *FILES, '--json'], ['fragments', 'shared', *FILES, '--json'], ['add', '--hotlist', 'list.txt', '--later'],
              ['why', f'http://x/{EVIL}'], ['check', '--all', '--json'], ['edit', url, '--title', f'x{EVIL}'], ['add', url + EVIL, '--later'], ['seen', url], ['show', url + EVIL]):
    run = weft(*words)
    clean(words, run.raw.decode('utf-8', 'surrogateescape') + run.err, 'to a pipe')
# A page or its text goes to a pipe as it is, and to a terminal without what it would obey.
for words in (['page', 'old.html', '--text'], ['content', 'old.html'], ['content', url], ['vidiff', *FILES], ['show', url], ['show', url, '--raw'], ['diff', *FILES, '--format', 'merged'], ['report'],
              ['list'], ['diff', *FILES]):
    clean(words, on_terminal(words, weft.env), 'to a terminal')
done()
