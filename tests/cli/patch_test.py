#!/usr/bin/env python3
"""weft patch: there and back, and what is refused."""
from harness import done, equal, page, point, read, trouble, weft, write

old = write('old.html', page())
new = write('new.html', page('Nothing has happened here for a very long time, or so they say.', link='another.html'))
equal(weft('diff', old, new, '--format', 'patch', '-o', 'change.patch').status, 1, 'a patch is made')
run = weft('patch', old, 'change.patch')
equal((run.status, run.out, run.err), (0, read(new), ''), 'OLD and the patch give NEW')
run = weft('patch', '--reverse', new, 'change.patch')
equal((run.status, run.out), (0, read(old)), 'NEW and the patch give OLD')
equal(weft('patch', '-R', new, 'change.patch').out, read(old), '-R is --reverse')
run = weft('patch', old, 'change.patch', '-o', 'made.html')
equal((run.status, run.out, read('made.html')), (0, '', read(new)), '--output')
equal(weft('patch', '-', 'change.patch', stdin=read(old).encode()).out, read(new), 'OLD from standard input')
equal(weft('patch', old, '-', stdin=read('change.patch').encode()).out, read(new), 'the patch from standard input')
trouble(weft('patch', '-', '-'), "'-' twice", 'only one')
words = weft('patch', old, 'change.patch', '--words')
point(words.status == 0 and 'very' in words.out.split() and '<p>' not in words.out, '--words gives the words of NEW', words)
back = weft('patch', new, 'change.patch', '--words', '--reverse')
point(back.status == 0 and 'very' not in back.out.split() and 'long' in back.out.split(), 'and back those of OLD', back)

equal(weft('diff', old, old, '--format', 'patch', '-o', 'empty.patch').status, 0, 'a patch between equal pages')
equal(weft('patch', old, 'empty.patch').out, read(old), 'changes nothing')

trouble(weft('patch', new, 'change.patch'), 'a patch for another page', 'change.patch')
trouble(weft('patch', old, old), 'a patch that is none', 'old.html')
trouble(weft('patch', old, write('empty', '')), 'an empty patch', 'empty')
trouble(weft('patch', old, 'nowhere'), 'no patch', 'No such file')
for cut in (1, 10, 50, 100, 200):
    bad = write('cut.patch', read('change.patch')[:-cut])
    run = weft('patch', old, bad)
    point((run.status == 2 and not run.out) or run.out == read(new), f'a patch that lost {cut} bytes', run)
for at in range(0, len(read('change.patch')), max(1, len(read('change.patch')) // 40)):
    bytes_ = bytearray(read('change.patch').encode())
    bytes_[at] ^= 0x15
    run = weft('patch', old, write('flip.patch', bytes(bytes_)))
    point(run.status in (0, 2) and (run.status == 0 or not run.out), f'a patch with a wrong byte at {at}', run)
done()
