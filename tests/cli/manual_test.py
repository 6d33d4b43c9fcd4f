#!/usr/bin/env python3
"""The examples of docs/manual.md and README.md run as they stand there.

A block ```html NAME or ```text NAME is a file of that name. In a block ```console a line `$ COMMAND` is run, and the lines behind it are what it
prints; a line `...` stands for any lines, and `...` in a line for anything in it. Blocks that call anything but weft and a few plain tools are left alone."""
import os
import pathlib
import re
import subprocess

from harness import SCRATCH, WEFT, done, environment, point, write

SOURCE = pathlib.Path(os.environ.get('WEFT_SOURCE') or pathlib.Path(__file__).resolve().parents[2])
PLAIN = {'weft', 'echo', 'ls', 'cat', 'mkdir', 'cp', 'cmp', 'test', 'head'}
MARK = '@@ status '


def blocks(text):
    for match in re.finditer(r'^```(\w+)(?: (\S+))?\n(.*?)^```$', text, re.M | re.S):
        yield match.group(1), match.group(2), match.group(3)


def steps(block):
    """Pairs of a command and the lines it should print."""
    found = []
    for line in block.splitlines():
        if line.startswith('$ '):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


def agree(got, want):
    pattern = '\n'.join('.*' if line == '...' else re.escape(line.rstrip()).replace(r'\.\.\.', '[^\n]*') for line in want)
    return re.fullmatch(pattern, '\n'.join(line.rstrip() for line in got), re.S) is not None


def run_block(block, where):
    todo = steps(block)
    if not todo or any(command.split()[0] not in PLAIN for command, _ in todo):
        return
    script = ''.join(f"{command}\nstatus=$?; printf '\\n{MARK}%s\\n' $status; (exit $status)\n" for command, _ in todo)
    env = environment(PATH=f"{SCRATCH}/bin:{os.environ['PATH']}", COLUMNS='80', HOME=SCRATCH, XDG_CONFIG_HOME=f'{SCRATCH}/config',
                      XDG_DATA_HOME=f'{SCRATCH}/data', LOGNAME='anna')
    run = subprocess.run(['bash', '-c', script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=env,
                         timeout=120, check=False)
    parts = re.split(rf'\n{MARK}\d+\n', run.stdout.decode('utf-8', 'replace'))
    for (command, want), got in zip(todo, parts + [''] * len(todo)):
        lines = got.rstrip('\n').split('\n') if got.strip() else []
        point(agree(lines, want), f'{where}: {command}', 'got', *lines, 'want', *want)


os.mkdir('bin')
os.symlink(WEFT, 'bin/weft')
for name in ('docs/manual.md', 'README.md'):
    for kind, file, content in blocks((SOURCE / name).read_text(encoding='utf-8')):
        if kind in ('html', 'text') and file:
            write(file, content)
        elif kind == 'console':
            run_block(content, name)
done()
