#!/usr/bin/env python3
"""What only a terminal gets: colour, its own width, a progress bar. Run under a pseudo-terminal."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

from harness import WEFT, done, environment, equal, page, point, weft, write


def on_terminal(*words, columns=100, env=None, out=True, err=True, seconds=60):
    """Standard output and standard error as the terminal saw them; what is not to be one goes to a pipe and is left out."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
    run = subprocess.Popen([WEFT, *words], stdin=subprocess.DEVNULL, stdout=slave if out else subprocess.DEVNULL,
                           stderr=slave if err else subprocess.DEVNULL, env=environment(**{'TERM': 'xterm', **(env or {})}))
    os.close(slave)
    seen, end = b'', time.monotonic() + seconds
    while time.monotonic() < end:
        ready = select.select([master], [], [], 0.1)[0]
        if not ready and run.poll() is not None:
            break
        try:
            seen += os.read(master, 65536) if ready else b''
        except OSError:
            break
    if time.monotonic() >= end:
        run.kill()
    status = run.wait()
    os.close(master)
    return status, seen.decode('utf-8', 'replace')


write('old.html', page())
write('new.html', page('Nothing has happened here for a very long time.'))
ESC = '\033['
text = ['diff', 'old.html', 'new.html', '--format', 'text']
status, seen = on_terminal(*text)
equal((status, ESC in seen), (1, True), 'text in a terminal is coloured')
equal(ESC in on_terminal(*text, env={'NO_COLOR': '1'})[1], False, 'NO_COLOR takes it away')
equal(ESC in on_terminal(*text, env={'NO_COLOR': ''})[1], True, 'but not where it is empty')
equal(ESC in on_terminal(*text, env={'TERM': 'dumb'})[1], False, 'a dumb terminal has none')
equal(ESC in on_terminal(*text, '--color=never')[1], False, '--color=never takes it away')
on_terminal(*text, '-o', 'plain.txt')
with open('plain.txt', encoding='utf-8') as file:
    point(ESC not in file.read(), 'a file is not coloured because the terminal would be')

# text is what a terminal gets; a pipe gets the page
status, seen = on_terminal('diff', 'old.html', 'new.html')
point(status == 1 and '@@' in seen and '<html' not in seen, 'the difference on a terminal is text', repr(seen[:300]))
point('<html' in weft('diff', 'old.html', 'new.html').out, 'and in a pipe a page')
point('<html' in on_terminal('diff', 'old.html', 'new.html', '--format', 'merged')[1], 'unless another form is asked for')
point(on_terminal('diff', 'old.html', 'new.html', '--json')[1].startswith('{'), '--json stays JSON')
lines = [line for line in on_terminal('diff', 'old.html', 'new.html', '--color=never', columns=40)[1].splitlines() if not line.startswith(('+++', '---'))]
point(max(map(len, lines)) <= 40, "lines end at the terminal's width", lines)

# a pager for what is longer than the terminal
write('long.txt', ''.join(f'line {i}\n' for i in range(60)))
write('longer.txt', ''.join(f'row {i}\n' for i in range(60)))
long = ['diff', 'long.txt', 'longer.txt', '--color=never']
pager = {'PAGER': 'sed s/^/PAGED:/'}
point(on_terminal(*long, env=pager)[1].count('PAGED:') > 60, 'what is longer than the terminal goes through $PAGER')
equal(on_terminal(*long, env=pager)[0], 1, '... and the exit status stays')
point('OWN:' in on_terminal(*long, env={**pager, 'WEFT_PAGER': 'sed s/^/OWN:/'})[1], '... or through $WEFT_PAGER')
for what, words, env in (('--no-pager', ['--no-pager'], pager), ('a pager of no name', [], {'PAGER': ''}), ('cat', [], {'PAGER': 'cat'}),
                         ('a dumb terminal', [], {**pager, 'TERM': 'dumb'}), ('a pager that is not there', [], {'PAGER': '/no/such/pager 2>/dev/null'})):
    seen = on_terminal(*long, *words, env=env)[1]
    point('PAGED' not in seen and '{+row+} 59' in seen, f'no pager: {what}', repr(seen[-300:]))
point('PAGED' not in on_terminal('diff', 'old.html', 'new.html', env=pager)[1], 'no pager for what fits')
equal(on_terminal(*long, env={'PAGER': 'head -n 1'})[0], 1, 'a pager may stop reading')
widths = [max(map(len, on_terminal('diff', '--help', columns=n)[1].splitlines())) for n in (40, 60, 100)]
point(widths[0] <= 60 and widths[1] <= 62 and 60 < widths[2] <= 100, "help follows the terminal's width", widths)

write('evil.html', page('Nothing\033[2J has happened \x9b31m here, and this is told in a sentence that is long enough to be what the page is about.'))
for words in (['page', 'evil.html', '--text'], ['content', 'evil.html'], ['content', 'evil.html', '--format', 'html'],
              ['diff', 'old.html', 'evil.html', '--color=never'], ['diff', 'old.html', 'evil.html', '--format', 'merged'],
              ['diff', 'old.html', 'evil.html', '--format', 'patch'],
              ['segment', 'evil.html', '--format', 'html'], ['vidiff', 'old.html', 'evil.html']):
    status, seen = on_terminal(*words)
    point('\033' not in seen and '\x9b' not in seen and 'happened' in seen,
          f"a page's text cannot command the terminal: weft {' '.join(words)}", repr(seen))

for i in range(40):
    write(f'a/page{i:02}.html', page('Some words. ' * 3000))
    write(f'b/page{i:02}.html', page('Some words. ' * 3000 + f'And the number {i}.'))
status, seen = on_terminal('diff', 'a', 'b', '--stat', out=False)
point(re.search(r'1/40 .*\[-+\] page00\.html', seen), 'a progress bar with count and name', repr(seen[:300]))
point(seen.endswith('\r\033[K'), 'which is erased at the end', repr(seen[-100:]))
point(all(len(line) <= 30 for line in re.split(r'\r\033\[K', on_terminal('diff', 'a', 'b', '--stat', out=False, columns=31)[1])),
      'and never wider than the terminal')
equal(on_terminal('diff', 'a', 'b', '--stat', err=False)[1].count('\033'), 0, 'standard output never gets it')
equal(weft('diff', 'a', 'b', '--stat').err, '', 'nor does a pipe')
done()
