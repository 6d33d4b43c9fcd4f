#!/usr/bin/env python3
"""What `make install` puts where, and that another program can be built and run with it: the examples of docs/embedding."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(os.environ['WEFT_SOURCE'])
BUILD = os.environ['WEFT_BUILD']
PLACES = ['bin/weft', 'include/weft.h', 'share/man/man1/weft.1', 'share/man/man1/weft-diff.1',
          'share/bash-completion/completions/weft.bash', 'share/zsh/site-functions/_weft', 'share/fish/vendor_completions.d/weft.fish']
FLAGS = ['-std=c99', '-Wall', '-Wextra', '-Wpedantic', '-Werror']
points = {'n': 0, 'failed': 0}


def point(good, what, notes=''):
    points['n'] += 1
    points['failed'] += not good
    print(f'{"ok" if good else "not ok"} {points["n"]} - {what}')
    for line in [] if good else str(notes).splitlines()[-20:]:
        print(f'# {line}')
    return good


def run(*command, **settings):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors='replace', check=False, **settings)
    return done.returncode, done.stdout, done.stdout + done.stderr


def flags_of(prefix, folder, *words):
    """pkg-config's answer for a library that lies under another root"""
    settings = dict(os.environ, PKG_CONFIG_PATH=str(prefix / folder / 'pkgconfig'))
    return run('pkg-config', f'--define-variable=prefix={prefix}', *words, 'weft', env=settings)[1].split()


def build_example(prefix, folder, source, link):
    program = prefix / f'{source.stem}-{link}'
    words = ['--cflags', '--libs'] + (['--static'] if link == 'static' else [])
    flags = flags_of(prefix, folder, *words)
    if link == 'static':
        flags = [prefix / folder / 'libweft.a' if flag == '-lweft' else flag for flag in flags]
    status, _, output = run('cc', *FLAGS, source, '-o', program, *flags)
    point(status == 0, f'{source.name} builds with the {link} library', output)
    settings = dict(os.environ, LD_LIBRARY_PATH=str(prefix / folder))
    status, output, trouble = run(program, TOP / 'docs/example/old.html', TOP / 'docs/example/new.html', env=settings)
    point(status in (0, 1) and output, f'{source.name} runs with the {link} library', f'status {status}\n{trouble}')
    return output


def check_symbols(library, *options):
    names = re.findall(r' [A-TV-Z] (\S+)', run('nm', *options, '--defined-only', library)[1])
    point(names and all(name.startswith('weft_') for name in names), f'{library.name} shows weft_* only', names)
    public = set(re.findall(r'\b(weft_\w+)\(', (TOP / 'include/weft.h').read_text()))
    point(public == set(names), f'{library.name} shows what weft.h names', f'differ: {public ^ set(names)}')


def main():
    with tempfile.TemporaryDirectory() as place:
        status, _, output = run('meson', 'install', '-C', BUILD, '--no-rebuild', '--destdir', place)
        point(status == 0, 'it installs', output)
        header = next(pathlib.Path(place).rglob('include/weft.h'), None)
        if not point(header, 'the header is there', output):
            return
        prefix = header.parent.parent
        for name in PLACES:
            point((prefix / name).is_file() and (prefix / name).stat().st_size, f'{name} is there')
        folder = str(next(prefix.rglob('weft.pc')).parent.parent.relative_to(prefix))
        check_symbols(prefix / folder / 'libweft.so', '-D')
        check_symbols(prefix / folder / 'libweft.a', '-g')
        for source in sorted((TOP / 'docs/embedding').glob('*.c')):
            results = {build_example(prefix, folder, source, link) for link in ('shared', 'static')}
            point(len(results) == 1, f'{source.name} says the same with both', results)


main()
print(f'1..{points["n"]}')
sys.exit(1 if points['failed'] else 0)
