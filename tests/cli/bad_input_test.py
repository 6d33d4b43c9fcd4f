#!/usr/bin/env python3
"""Input that breaks programs: each is answered with a page or with one sentence, within bounds of time and memory, never with a crash."""
import os
import subprocess

from harness import SANITIZED, WEFT, done, environment, equal, fewer, one_sentence, page, point, skip, trouble, weft, write

good = write('good.html', page())


def memory_gb():
    """What the machine can give without swapping."""
    with open('/proc/meminfo', encoding='ascii') as info:
        return next(int(line.split()[1]) for line in info if line.startswith('MemAvailable')) >> 20


# Megabytes. A page of 100 MB is compared in 4 GB; a machine that has less gets a smaller one.
LARGE = 2 if SANITIZED else 100 if memory_gb() >= 6 else 25


def commands(path):
    """Those that read a page, with it on either side; under sanitizers two that go through most of the code."""
    some = (['page', path, '--json', '-o', '/dev/null'], ['diff', path, good, '-o', '/dev/null'])
    return some if SANITIZED else (['page', path], *some, ['diff', good, path, '--stat'], ['diff', path, path, '-o', '/dev/null'])


def survives(path, what, seconds=20, memory=4 << 30, statuses=(0, 1), tried=commands):
    """Every command tried says 0, 1, or 2 with a sentence, and beside that what a limit left out."""
    for words in tried(path):
        run = weft(*words, seconds=seconds, memory=memory)
        fine = run.status in statuses and all(': left out: ' in line for line in run.err.splitlines())
        told = run.status == 2 and 2 in statuses and one_sentence(run)
        point(fine or told, f"{what}: weft {' '.join(words[:1] + [w for w in words[1:] if w.startswith('--')])}", run)


survives(write('empty.html', ''), 'an empty file')
equal(weft('diff', 'empty.html', 'empty.html').status, 0, 'an empty file against itself')
equal(weft('diff', '-', '/dev/null', '--stat').status, 0, 'nothing against nothing')
survives(write('space.html', ' \n\t' * 1000), 'nothing but white space')

survives(write('binary.html', os.urandom(1 << 20)), 'binary')
with open(WEFT, 'rb') as file:
    program = file.read(4 << 20)
survives(write('program.html', program[4:]), 'a program without its first bytes')
trouble(weft('page', write('whole.html', program)), 'a program is refused', 'this is a program')
trouble(weft('diff', good, write('photo.png', b'\x89PNG\r\n\x1a\n' + os.urandom(1 << 10))), 'a picture is refused', 'photo.png: this is a PNG picture')
trouble(weft('diff', write('paper.pdf', b'%PDF-1.7\n'), good), 'a PDF is refused, with a cure', 'pdftotext')
trouble(weft('segment', write('page.gz', b'\x1f\x8b\x08\x00')), 'a gzip archive is refused, with a cure', 'gzip -dc')
survives(write('nul.html', page('Words\0with\0 NUL \0 bytes').encode() + b'\0' * 100), 'NUL bytes')
survives(write('nuls.html', b'\0' * (1 << 20)), 'nothing but NUL bytes')
survives(write('latin.html', b'<meta charset=utf-8><p>caf\xe9 \xff\xfe\xc0\x80 \xf5\x80\x80\x80 \xe2\x82 end'), 'invalid UTF-8')
survives(write('surrogates.html', b'<meta charset=utf-8><p>lone \xed\xa0\x80 and \xed\xbf\xbf, &#xD800; &#xDFFF;'), 'lone surrogates in UTF-8')
survives(write('utf16.html', '\ufeff<p>one '.encode('utf-16-le') + b'\x00\xd8' + ' two'.encode('utf-16-le') + b'\x00\xdc\x00'),
         'lone surrogates in UTF-16')
for name in ('latin.html', 'surrogates.html', 'utf16.html', 'nul.html', 'binary.html'):
    for words in (['page', name, '--json'], ['page', name, '--text'], ['diff', good, name], ['diff', good, name, '--json']):
        run = weft(*words)
        try:
            run.raw.decode('utf-8')
            valid = run.status in (0, 1)
        except UnicodeDecodeError:
            valid = False
        point(valid, f"weft {' '.join(words)}: what comes out is UTF-8", run)

DEEP = fewer(200_000)
survives(write('deep.html', '<div>' * DEEP + 'deep' + '</div>' * DEEP), f'{DEEP} levels of div')
survives(write('bold.html', '<b>' * DEEP + 'deep'), f'{DEEP} levels of b')
survives(write('font.html', '<p>' + '<font color=red><i>x' * 5000 + '<p>y' * 200), 'formatting that is never closed')
survives(write('tables.html', '<table><tr><td>' * fewer(20_000) + 'deep'), 'nested tables')
survives(write('lists.html', '<ul><li>' * DEEP + 'deep'), 'nested lists')
survives(write('deep.xml', '<?xml version="1.0"?>' + '<a>' * DEEP + 'deep' + '</a>' * DEEP), f'{DEEP} levels of XML')
survives(write('buttons.html', '<button><p>x' * fewer(20_000)), 'buttons in buttons')
survives(write('select.html', '<select><option>x' * fewer(50_000)), 'selects in selects')
survives(write('svg.html', '<svg><g>' * fewer(50_000) + 'x'), 'svg in svg')

survives(write('siblings.html', '<p>x' * fewer(1_000_000)), 'a million siblings', seconds=30)
survives(write('links.html', '<a href=x>y</a> ' * fewer(200_000)), 'links without end')
survives(write('attributes.html', '<p ' + ' '.join(f'a{i}={i}' for i in range(fewer(100_000))) + '>x'), 'a hundred thousand attributes')
survives(write('names.html', ''.join(f'<x{i}>' for i in range(fewer(100_000)))), 'a hundred thousand tag names')
survives(write('attribute.html', '<p title="' + 'x' * fewer(5 << 20) + '">x'), 'an attribute of 5 MB')
survives(write('word.html', 'x' * fewer(20 << 20)), 'a word of 20 MB')
survives(write('entity.xml', '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">'
               + ''.join(f'<!ENTITY {chr(97 + i)} "{("&" + chr(96 + i) + ";") * 10}">' for i in range(1, 12)) + ']><r>&l;</r>'),
         'a billion laughs')
survives(write('secret.xml', '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'), 'an outside entity')
point('root:' not in weft('page', 'secret.xml', '--json').out, 'which is not read')
survives(write('open.html', '<!--' + 'x' * fewer(100_000)), 'a comment that is never closed')
survives(write('tag.html', '<p class="' + 'x <p> ' * fewer(100_000)), 'an attribute that is never closed')
survives(write('less.html', '<' * fewer(1_000_000)), 'a million <')

text = ''.join(f'<p>Paragraph {i} says that nothing has changed since the one before it.</p>\n' for i in range(10_000))
large = write('large.html', text * (LARGE * (1 << 20) // len(text)))
survives(large, f'{LARGE} MB', seconds=60, memory=12 << 30, tried=lambda path: [['diff', path, path, '-o', '/dev/null']])
with open('too-large.html', 'wb') as file:
    file.truncate(129 << 20)
trouble(weft('diff', good, 'too-large.html'), '129 MB', 'too-large.html', '128 MB')
with open('/dev/zero', 'rb') as zero:
    trouble(weft('page', '-', stdin=zero), 'standard input without an end', 'standard input', '128 MB')
trouble(weft('page', '/dev/zero'), 'a device without an end', '128 MB')

os.mkdir('folder')
trouble(weft('page', 'folder'), 'a folder', 'folder')
trouble(weft('diff', good, 'folder'), 'a page against a folder', 'folder')
trouble(weft('page', 'nowhere.html'), 'no such file', 'nowhere.html', 'No such file')
for command in (['metrics', good], ['page'], ['judge', good]):
    trouble(weft(*command, 'http://site.test/a'), f'{command[0]} of an address', 'http://site.test/a', 'takes files, not addresses', 'weft show')
trouble(weft('diff', good, 'nowhere.html'), 'no such NEW', 'nowhere.html', 'No such file')
trouble(weft('diff', 'nowhere.html', good), 'no such OLD', 'nowhere.html', 'No such file')
trouble(weft('page', good + '/x.html'), 'a file as a folder', 'Not a directory')
trouble(weft('page', ''), 'an empty name', 'No such file')
os.symlink('loop.html', 'loop.html')
trouble(weft('page', 'loop.html'), 'a link to itself', 'symbolic links')

as_user = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] if os.geteuid() == 0 else []
os.chmod(write('locked.html', page()), 0)
os.chmod('.', 0o777)
if subprocess.run([*as_user, WEFT, '--version'], capture_output=True, check=False).returncode != 0:
    skip('no permission', 'setpriv cannot drop rights here, or the program is not where another user may run it')
else:
    def user(*words):
        return subprocess.run([*as_user, WEFT, *words], capture_output=True, env=environment(), check=False)

    run = user('page', 'locked.html')
    point(run.returncode == 2 and b'locked.html' in run.stderr and b'Permission denied' in run.stderr, 'no permission to read', run)
    write('kept.html', 'kept')
    os.chmod('kept.html', 0o444)
    run = user('diff', good, good, '-o', 'kept.html')
    point(run.returncode == 2 and b'Permission denied' in run.stderr, 'no permission to write', run)
    os.mkdir('shut', 0o555)
    run = user('diff', good, good, '-o', 'shut/new.html')
    point(run.returncode == 2 and b'Permission denied' in run.stderr, 'no permission to make a file', run)
done()
