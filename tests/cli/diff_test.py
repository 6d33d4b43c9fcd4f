#!/usr/bin/env python3
"""weft diff of two files: exit statuses, formats, where the result goes, and what happens where it cannot go there."""
import os
import re
import resource
import subprocess

from harness import SCRATCH, WEFT, bounds, done, environment, equal, one_sentence, page, point, read, skip, trouble, weft, write

HTML = ('merged', 'side', 'changes', 'new', 'reversed')
FORMATS = HTML + ('text', 'json', 'patch')

write('old.html', page())
write('new.html', page('Nothing has happened here for a very long time.'))
write('copy.html', page())
write('spaces.html', page().replace('<p>', '<p >\n   ').replace(' paragraph of', '  paragraph\n of'))

for form in FORMATS:
    run = weft('diff', 'old.html', 'new.html', '--format', form)
    point(run.status == 1 and run.out and not run.err, f'{form}: pages that differ', run)
    equal(weft('diff', 'old.html', 'new.html', '--format', form).raw, run.raw, f'{form}: same input, same bytes')
    same = weft('diff', 'old.html', 'copy.html', '--format', form)
    point(same.status == 0 and not same.err, f'{form}: pages that are the same', same)
    space = weft('diff', 'old.html', 'spaces.html', '--format', form)
    point(space.status == 0 and not space.err, f'{form}: white space does not count', space)
    named = weft('diff', 'old.html', 'new.html', '--format', form, '--output', f'out.{form}')
    point(named.status == 1 and not named.out and not named.err, f'{form}: --output is silent', named)
    equal(read(f'out.{form}').encode('utf-8', 'surrogateescape'), run.raw, f'{form}: --output has the same bytes')
for form in HTML:
    run = weft('diff', 'old.html', 'new.html', '--format', form)
    point('very' in run.out and run.out.rstrip().endswith('</html>'), f'{form}: a page with the new word in it', run)
equal(weft('diff', 'old.html', 'new.html').raw, weft('diff', 'old.html', 'new.html', '--format', 'merged').raw,
      'merged is what comes where nothing is said')

# JSON
data = weft('diff', 'old.html', 'new.html', '--json')
equal(data.raw, weft('diff', 'old.html', 'new.html', '--format', 'json').raw, '--json is --format json')
changes = data.json()['changes']
point(len(changes) == 1 and 'very' in str(changes[0]), 'one word changed is one change', data)
empty = weft('diff', 'old.html', 'copy.html', '--json')
equal(empty.json()['changes'], [], 'the same bytes: no changes')

# counts
stat = weft('diff', 'old.html', 'new.html', '--stat')
point(stat.status == 1 and '1 insert' in stat.out and '0 deleted, 1 inserted' in stat.out, '--stat counts', stat)
counts = weft('diff', 'old.html', 'new.html', '--stat', '--json').json()
equal((counts['same'], counts['identical'], counts['counts']['insert'], counts['words']['inserted']), (False, False, 1, 1),
      '--stat --json counts')
counts = weft('diff', 'old.html', 'copy.html', '--stat', '--json')
equal((counts.status, counts.json()['same'], counts.json()['identical']), (0, True, True), '--stat of the same bytes')
both = weft('diff', 'old.html', 'new.html', '--stat', '--output', 'both.html')
equal((both.out, read('both.html')), (stat.out, weft('diff', 'old.html', 'new.html').out), '--stat --output does both')

# standard input
equal(weft('diff', '-', 'new.html', '--json', stdin=page().encode()).json()['changes'], changes, 'OLD from standard input')
equal(weft('diff', 'old.html', '-', '--json', stdin=read('new.html').encode()).json()['changes'], changes, 'NEW from standard input')
trouble(weft('diff', '-', '-'), "'-' twice", 'only one')

# addresses
write('moved.html', page(link='/elsewhere.html'))
based = weft('diff', 'old.html', 'moved.html', '--base', 'https://example.org/dir/')
point('https://example.org/elsewhere.html' in based.out, '--base makes addresses absolute', based)
for words in (['diff', 'old.html', 'moved.html'], ['page', 'old.html'], ['content', 'old.html']):
    trouble(weft(*words, '--base', 'example.org'), f'{words[0]}: a --base that is no address', '--base example.org is not a whole address')

# limits
write('deep.html', '<div>' * 600 + 'x')
for words in (['diff', '--stat'], ['diff', '--json'], ['metrics']):
    run = weft(*words, 'old.html', 'deep.html')
    point(re.fullmatch(r'weft: deep.html: left out: \d+ tags at great depth .*\n', run.err), f"{' '.join(words)}: what a limit left out is told", run)

# colour
ESC = '\033['
for words, env, want in (([], {}, False), (['--color', 'always'], {}, True), (['--color=never'], {'CLICOLOR_FORCE': '1'}, False),
                         ([], {'CLICOLOR_FORCE': '1'}, True), ([], {'CLICOLOR_FORCE': '0'}, False),
                         ([], {'CLICOLOR_FORCE': '1', 'NO_COLOR': '1'}, False), (['--color=always'], {'NO_COLOR': '1'}, True)):
    run = weft('diff', 'old.html', 'new.html', '--format', 'text', *words, env=environment(**env))
    equal(ESC in run.out, want, f"colour into a pipe with {' '.join(words) or 'no option'}, {env or 'no variables'}")
evil = write('evil.html', page('Nothing\033]0;owned\007 has happened \x9b31m here &#27;[2J for a long time.'))
run = weft('diff', 'old.html', evil, '--format', 'text')
point(not any(c in run.out for c in '\033\007\x9b'), 'text of a page cannot command the terminal', repr(run.out))

# writing that fails
with open('/dev/full', 'wb') as full:
    run = weft('diff', 'old.html', 'new.html', stdout=full)
point(run.status == 2 and one_sentence(run) and 'No space left' in run.err, 'a full disk behind standard output', run)
trouble(weft('diff', 'old.html', 'new.html', '--output', '/dev/full'), 'a full device', '/dev/full', 'No space left')
point(os.path.exists('/dev/full') and not os.path.isfile('/dev/full'), 'the device is still one')
equal(weft('diff', 'old.html', 'new.html', '--output', '/dev/null').status, 1, '/dev/null takes everything')
point(not os.path.isfile('/dev/null'), 'the device is still one')
trouble(weft('diff', 'old.html', 'new.html', '--output', '.'), 'a folder as output', 'folder')
trouble(weft('diff', 'old.html', 'new.html', '--output', 'no/such/folder.html'), 'no such folder', 'No such file')
write('kept.html', 'kept')


def small_files():
    bounds()()
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))


limited = subprocess.run([WEFT, 'diff', 'old.html', 'new.html', '--output', 'kept.html'], capture_output=True, preexec_fn=small_files,
                         check=False)
point(limited.returncode == 2 and limited.stderr.startswith(b'weft: '), 'a file size limit is told', limited)
equal(read('kept.html'), 'kept', 'a write that failed leaves the earlier file')
equal([name for name in os.listdir('.') if 'tmp' in name or name.startswith('.')], [], 'and nothing else')

os.mkdir('tiny')
mounted = subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', 'tiny'], capture_output=True, check=False).returncode == 0
if mounted:
    try:
        write('tiny/kept.html', 'kept')
        write('large.html', page('word ' * 50000))
        trouble(weft('diff', 'old.html', 'large.html', '--output', 'tiny/kept.html'), 'a full disk', 'No space left')
        equal((read('tiny/kept.html'), os.listdir('tiny')), ('kept', ['kept.html']), 'the earlier file is whole, and alone')
    finally:
        subprocess.run(['umount', os.path.join(SCRATCH, 'tiny')], check=False)
else:
    skip('a full disk', 'needs root: mounting a small file system')

reader, writer = os.pipe()
os.close(reader)
run = weft('diff', 'old.html', 'new.html', stdout=writer)
os.close(writer)
equal((run.status, run.err), (141, ''), 'a reader that went away ends it, without a word')
for closed, name in ((1, 'output'), (0, 'input'), (2, 'error')):
    words = ['diff', '-' if closed == 0 else 'old.html', 'new.html']
    shell = subprocess.run(['sh', '-c', f'exec "$0" "$@" {closed}>&-', WEFT, *words], capture_output=True, stdin=subprocess.DEVNULL,
                           check=False)
    if closed == 2:
        equal((shell.returncode, bool(shell.stdout)), (1, True), 'closed standard error does no harm')
    else:
        point(shell.returncode == 2 and not shell.stdout and b'Bad file descriptor' in shell.stderr, f'closed standard {name}', shell)
shell = subprocess.run(['sh', '-c', 'exec "$0" diff old.html new.html -o kept.html >&- 2>&-', WEFT], capture_output=True, check=False)
equal((shell.returncode, read('kept.html')), (1, weft('diff', 'old.html', 'new.html').out), 'with both closed a file is still written')
done()
