"""What the tests of the built program share: TAP points, a scratch folder, and a bounded way to run weft.

The program is the one that the variable WEFT names."""
import atexit
import json
import os
import random
import resource
import shutil
import socket
import subprocess
import sys
import tempfile

WEFT = os.environ.get('WEFT')
if not WEFT:
    print('Bail out! WEFT must name the built program, as meson test does')
    sys.exit(1)
WEFT = os.path.abspath(WEFT)

# The sanitizers of addresses and of threads map terabytes and are several times slower: then memory has no bound here and time a wider one.
with open(WEFT, 'rb') as program:
    PROGRAM = program.read()
SANITIZED = b'__asan_init' in PROGRAM or b'__tsan_init' in PROGRAM

SCRATCH = tempfile.mkdtemp(prefix='weft-cli-')
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)
os.chdir(SCRATCH)

_points = {'n': 0, 'failed': 0}


def point(good, what, *notes):
    """One TAP point; the notes are told where it fails."""
    _points['n'] += 1
    what = what.replace('#', r'\#').replace('\n', ' ')
    print(f"{'ok' if good else 'not ok'} {_points['n']} - {what}", flush=True)
    if not good:
        _points['failed'] += 1
        for note in notes:
            for line in str(note)[:2000].splitlines():
                print(f'# {line}', flush=True)
    return good


def equal(got, want, what):
    return point(got == want, what, f'got  {got!r}', f'want {want!r}')


def skip(what, why):
    _points['n'] += 1
    print(f"ok {_points['n']} - {what} # SKIP {why}", flush=True)


def done():
    print(f"1..{_points['n']}")
    sys.exit(1 if _points['failed'] else 0)


def write(path, content):
    """A file of the scratch folder, with the folders above it."""
    if os.path.dirname(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return path


def read(path):
    with open(path, 'rb') as file:
        return file.read().decode('utf-8', 'surrogateescape')


def free_port():
    """A port for a server that cannot be told to take any: below those that the kernel gives to connections, or one of them might have it before the server does."""
    with open('/proc/sys/net/ipv4/ip_local_port_range', encoding='ascii') as file:
        first = int(file.read().split()[0])
    while True:
        with socket.socket() as s:
            try:
                s.bind(('127.0.0.1', random.randrange(first // 2, first)))
            except OSError:
                continue
            return s.getsockname()[1]


def fewer(n):
    """how many of a large input: the sanitizers find in a tenth what there is to find"""
    return n // 10 if SANITIZED else n


class Result:
    """Exit status, standard output and standard error of one run."""

    def __init__(self, words, status, out, err):
        self.words, self.status, self.raw = words, status, out
        self.out = out.decode('utf-8', 'replace')
        self.err = err.decode('utf-8', 'replace')

    def json(self):
        return json.loads(self.out)

    def __str__(self):
        return f"weft {' '.join(self.words)}\nexit status {self.status}\n{self.err}\n{self.out[:500]}"


def environment(**changes):
    """The tests' own, without what would change colour or width."""
    env = {k: v for k, v in os.environ.items() if k not in ('NO_COLOR', 'CLICOLOR_FORCE', 'COLUMNS')}
    env['LC_ALL'] = 'C.UTF-8'
    env['WEFT_PROBE'] = 'off'  # tests count requests, and have no seconds to wait
    env.update(changes)
    return env


def bounds(memory=0, seconds=0):
    """Limits for the child: bytes of address space, seconds of processor time, no core file."""
    def apply():
        if memory and not SANITIZED:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        if seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return apply


def weft(*words, stdin=b'', seconds=20, memory=4 << 30, env=None, **more):
    """Runs weft within bounds of processor time and memory. stdin: bytes or an open file.

    A busy machine must not fail a test, so the clock only ends what does not move at all; its status is then 'timeout'."""
    seconds *= 6 if SANITIZED else 1
    more.setdefault('stdout', subprocess.PIPE)
    more.setdefault('stderr', subprocess.PIPE)
    more['input' if isinstance(stdin, bytes) else 'stdin'] = stdin
    try:
        run = subprocess.run([WEFT, *words], timeout=seconds * 20, env=env or environment(), preexec_fn=bounds(memory, seconds),
                             check=False, **more)
    except subprocess.TimeoutExpired:
        return Result(words, 'timeout', b'', b'')
    if b'Sanitizer' in (run.stderr or b''):  # its exit status may be one that the test expects
        point(False, 'the sanitizers have nothing to say', run.stderr.decode(errors='replace'))
    return Result(words, run.returncode, run.stdout or b'', run.stderr or b'')


def one_sentence(result):
    """Trouble is told as `weft: TEXT`, on one line, without a stack or a second thought."""
    return result.err.startswith('weft: ') and result.err.count('\n') == 1 and result.err.endswith('\n')


def trouble(result, what, *says):
    """Exit status 2, nothing on standard output, one sentence that holds each of `says`."""
    good = result.status == 2 and not result.out and one_sentence(result) and all(s in result.err for s in says)
    return point(good, what, result)


PAGE = '''<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>
<body><h1>{title}</h1>
<p>The first paragraph of this page stays as it is.</p>
<p>{text}</p>
<p>See <a href="{link}">the other page</a> for more.</p>
</body></html>
'''


def page(text='Nothing has happened here for a long time.', title='A page', link='other.html'):
    return PAGE.format(text=text, title=title, link=link)
