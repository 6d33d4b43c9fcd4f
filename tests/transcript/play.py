#!/usr/bin/env python3
"""Transcripts: every *.txt beside this file is a session at the terminal that is played again, and must come out as it is written.

    Prose stands at the margin and says why. What is indented by four is the terminal:

        $ weft add http://site.test/prices --every 1h
        http://site.test/prices: watched every hour
        $ cat <<END
        > a command goes on behind this sign, as in a shell
        > END
        a command goes on behind this sign, as in a shell
        $ false
        ? 1

Below a command stands all that it prints, errors too, and its exit status where that is not 0. The commands run in /bin/sh, in a fresh folder
that is also HOME, as the user ann. A session needs pages, files and time; these lines at the margin make them, with their content indented below:

    page http://site.test/prices:               what that address answers from now on; any host under .test will do
    page http://site.test/prices 503:           with a status; behind it a type (text/plain), or where the answer sends one (http://...)
    file sentinels.txt:                         a file in the folder
    later 2d                                    time goes by: s, min, h or d

The world stands still otherwise (world.c): the session starts on Monday, 2026-11-02, at 9:00 UTC, each command takes one minute, and chance is the
same in every run. What is posted to a page is appended to the file `posts` of the folder, mail to `mail`. Lines of a check that
follow each other are sorted by their pages, for they come in the order of the answers. The few things that differ all the same are in SUBSTITUTIONS; all
else is compared byte by byte.

    tools/bless transcript/add                  plays add.txt and writes what is printed now: read the difference before you commit it
"""
import datetime
import difflib
import http.server
import itertools
import os
import pathlib
import re
import shutil
import signal
import socketserver
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'cli'))
import harness  # noqa: E402

WORLD = os.environ.get('WEFT_WORLD') or os.path.join(os.environ['WEFT_BUILD'], 'tests', 'libtranscript_world.so')
START = datetime.datetime(2026, 11, 2, 9, tzinfo=datetime.timezone.utc)
HOME = os.path.join(harness.SCRATCH, 'ann')
PAGE = re.compile(r'page (http://\S+?\.test\S*?)(?: (\d{3})(?: (\S+?))?)?:')
FILE = re.compile(r'file (\S+):')
LATER = re.compile(r'later (\d+)(s|min|h|d)')
CHECKED = re.compile(r'(?:(?:changed|new|same|quiet|suspect|failed|put off) +|\{"url":")(http[^ "]*)')
UNITS = {'s': 'seconds', 'min': 'minutes', 'h': 'hours', 'd': 'days'}
SUBSTITUTIONS = [
    (re.escape(HOME), '/home/ann'),
    (r'after \d+ ms', 'after <n> ms'),
    (r'a whole copy of \S+', 'a whole copy of <size>'),
    (r'Size: \S+ before, \S+ now', 'Size: <size> before, <size> now'),
]
SETTINGS = '''# No two seconds between the looks at a new page, no second between two requests.
probe = off
host-gap = 0
mail-from = weft@site.test
allow-address = 127.0.0.0/8
'''


class Web(http.server.BaseHTTPRequestHandler):
    """The pages of a session, by address: (status, type or place, body). Posts go to a file."""
    protocol_version = 'HTTP/1.1'
    wbufsize = 1 << 16
    disable_nagle_algorithm = True
    pages = {}
    now = START

    def answer(self):
        address = f"http://{self.headers['Host']}{self.path}"
        posted = self.rfile.read(int(self.headers.get('Content-Length') or 0)).decode()
        if self.command != 'GET':
            with open(os.path.join(HOME, 'posts'), 'a', encoding='utf-8') as file:
                file.write(f'{self.command} {address}\n{posted}\n')
        status, how, body = self.pages.get(address, (204 if posted else 404, '', 'not here'))
        body = b'' if status == 204 else body.encode()
        self.send_response(status)
        self.send_header('Location' if how.startswith('http:') else 'Content-Type', how or 'text/html; charset=utf-8')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PUT = answer

    def date_time_string(self, timestamp=None):
        return super().date_time_string(timestamp or self.now.timestamp())

    def version_string(self):
        return 'transcript'

    def log_message(self, *words):
        pass


class Mail(socketserver.StreamRequestHandler):
    """takes every letter, into a file"""

    def handle(self):
        letter = None
        self.wfile.write(b'220 mail.test\r\n')
        while line := self.rfile.readline():
            if letter is None:
                letter = b'' if line.upper().startswith(b'DATA') else None
                self.wfile.write(b'354 go on\r\n' if letter is not None else b'221 bye\r\n' if line.startswith(b'QUIT') else b'250 mail.test\r\n')
            elif line == b'.\r\n':
                with open(os.path.join(HOME, 'mail'), 'ab') as file:
                    file.write(letter.replace(b'\r\n', b'\n') + b'\n')
                letter = None
                self.wfile.write(b'250 taken\r\n')
            else:
                letter += line


def listen(handler):
    """The port on loopback where it answers."""
    kind = http.server.ThreadingHTTPServer if handler is Web else socketserver.ThreadingTCPServer
    server = kind(('127.0.0.1', 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


class Session:
    """One session: a folder, a site, a clock."""

    def __init__(self, ports):
        shutil.rmtree(HOME, ignore_errors=True)
        harness.write(f'{HOME}/.config/weft/settings', SETTINGS)
        os.makedirs(f'{HOME}/.local/bin')
        os.symlink(harness.WEFT, f'{HOME}/.local/bin/weft')
        Web.pages = {}
        Web.now = START
        self.env = {'PATH': f'{HOME}/.local/bin:/usr/bin:/bin', 'HOME': HOME, 'TMPDIR': HOME, 'LOGNAME': 'ann', 'TZ': 'UTC', 'LC_ALL': 'C.UTF-8', 'NO_COLOR': '1',
                    'LD_PRELOAD': WORLD, **ports, **{name: value for name, value in os.environ.items() if name.endswith('SAN_OPTIONS')}}
        # The sanitizers like to be loaded first; here the world is.
        self.env['ASAN_OPTIONS'] = self.env.get('ASAN_OPTIONS', '') + ':verify_asan_link_order=0'

    def make(self, line, content):
        """What a line at the margin asks for, if it asks."""
        if found := PAGE.fullmatch(line):
            Web.pages[found[1]] = (int(found[2] or 200), found[3] or '', content)
        elif found := FILE.fullmatch(line):
            path = harness.write(os.path.join(HOME, found[1]), content)
            os.utime(path, (Web.now.timestamp(),) * 2)
        elif found := LATER.fullmatch(line):
            Web.now += datetime.timedelta(**{UNITS[found[2]]: int(found[1])})
        else:
            return False
        return True

    def run(self, command):
        """What the command prints, as lines; the last one says how it ended if that was not well."""
        env = {**self.env, 'TRANSCRIPT_CLOCK': str(int(Web.now.timestamp() * 1000))}
        with subprocess.Popen(['/bin/sh', '-c', command], cwd=HOME, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=harness.bounds(seconds=120)) as shell:
            try:
                printed, _ = shell.communicate(timeout=300)
            except subprocess.TimeoutExpired:
                os.killpg(shell.pid, signal.SIGKILL)  # with all that it started
                printed = b'(it did not end)\n'
        Web.now += datetime.timedelta(minutes=1)
        text = printed.decode('utf-8', 'backslashreplace')
        text = re.sub(r'[\x00-\x08\x0b-\x1f\x7f]', lambda found: f'\\x{ord(found[0]):02x}', text)
        for pattern, name in SUBSTITUTIONS:
            text = re.sub(pattern, name, text)
        lines = text.split('\n')
        if lines.pop():
            lines += [text[text.rfind('\n') + 1:], '(no newline at the end)']
        return in_order(lines) + ([f'? {shell.returncode}'] if shell.returncode else [])


def in_order(lines):
    """Pages are checked side by side: the lines of a check get the order of their addresses."""
    out = []
    for checked, group in itertools.groupby(lines, lambda line: bool(CHECKED.match(line))):
        out += sorted(group, key=lambda line: CHECKED.match(line)[1]) if checked else group
    return out


def indented(lines, at, content=False):
    """The block that begins there, without its indent and the empty line that ends it, and where the text goes on. Content ends before a command."""
    end = at
    while end < len(lines) and (not lines[end] or lines[end].startswith('    ')) and not (content and lines[end].startswith('    $ ')):
        end += 1
    block = [line[4:] for line in lines[at:end]]
    if end < len(lines) and block and not block[-1]:
        block.pop()
        end -= 1
    return block, end


def commands_of(block):
    """Each command of a block, with the lines on which it goes on."""
    commands = []
    for line in block:
        if line.startswith('$ '):
            commands.append([line[2:]])
            open_ended = True
        elif line.startswith('> ') and commands and open_ended:
            commands[-1].append(line[2:])
        else:
            open_ended = False
    return commands


def indent(lines):
    return [f'    {line}' if line else '' for line in lines]


def play(text, session):
    """The text, with what its commands print now."""
    lines, out, at = text.splitlines(), [], 0
    while at < len(lines):
        line, at = lines[at], at + 1
        if line.startswith('    $ '):
            block, at = indented(lines, at - 1)
            for command in commands_of(block):
                out += indent([f'$ {command[0]}', *(f'> {more}' for more in command[1:]), *session.run('\n'.join(command))])
            continue
        out.append(line)
        if PAGE.fullmatch(line) or FILE.fullmatch(line):
            begin = at + 1 if at < len(lines) and not lines[at] else at
            block, end = indented(lines, begin, content=True)
            out += lines[at:end]
            at = end
            session.make(line, ''.join(f'{row}\n' for row in block))
        else:
            session.make(line, '')
    return '\n'.join(out) + '\n'


def main():
    words = [word for word in sys.argv[1:] if word != '--bless']
    ports = {'TRANSCRIPT_WEB': str(listen(Web)), 'TRANSCRIPT_MAIL': str(listen(Mail))}
    paths = sorted(HERE.glob('*.txt'))
    if words and re.fullmatch(r'\d+/\d+', words[0]):
        part, parts = map(int, words[0].split('/'))
        paths = paths[part - 1::parts]
    elif words:
        paths = [HERE / f"{word.removeprefix('transcript/')}.txt" for word in words]
    for path in paths:
        want = path.read_text(encoding='utf-8')
        got = play(want, Session(ports))
        if '--bless' in sys.argv:
            path.write_text(got, encoding='utf-8')
        difference = difflib.unified_diff(want.splitlines(), got.splitlines(), path.name, 'as it is now', lineterm='', n=2)
        harness.point(got == want, path.stem, *list(difference)[:100])
    harness.done()


if __name__ == '__main__':
    main()
