#!/usr/bin/env python3
"""How options and operands are read, and what is said where they are wrong."""
from harness import done, equal, page, point, trouble, weft, write

write('old.html', page())
write('new.html', page('Something has happened here today.'))

trouble(weft(), 'no command', "'weft help'")
trouble(weft('dif'), 'a command misspelt', "did you mean 'diff'?")
trouble(weft('zzzzzz'), 'a command that is like none', "'weft help'")
trouble(weft(''), 'an empty command', 'unknown command')
trouble(weft('--frobnicate'), 'an option where a command should be', 'unknown option')

trouble(weft('diff'), 'diff without pages', 'OLD [NEW]')
trouble(weft('diff', 'old.html'), 'diff with one page', 'OLD NEW')
trouble(weft('diff', 'old.html', 'new.html', 'third.html'), 'diff with three pages', 'third.html')
trouble(weft('diff', '--fromat', 'text', 'old.html', 'new.html'), 'an option misspelt', 'did you mean --format?')
trouble(weft('diff', '--out=x', 'old.html', 'new.html'), 'an option cut short', 'did you mean --output?')
trouble(weft('diff', '--zzzzzz', 'old.html', 'new.html'), 'an option that is like none', 'weft diff --help')
trouble(weft('diff', '-x', 'old.html', 'new.html'), 'a letter that is none', '-x')
trouble(weft('diff', 'old.html', 'new.html', '--output'), 'a value that is missing', '--output FILE')
trouble(weft('diff', 'old.html', 'new.html', '--output='), 'a value that is empty', '--output FILE')
trouble(weft('diff', 'old.html', 'new.html', '-o'), "a letter's value that is missing", '--output FILE')
trouble(weft('diff', '--json=yes', 'old.html', 'new.html'), 'a flag with a value', 'takes no value')
trouble(weft('diff', '--format', 'marged', 'old.html', 'new.html'), 'a value misspelt', 'did you mean merged?')
trouble(weft('diff', '--format', 'zzz', 'old.html', 'new.html'), 'a value that is like none', 'merged, side,')
trouble(weft('diff', '--color', 'maybe', 'old.html', 'new.html'), 'a colour that is neither', 'auto, always, never')
trouble(weft('diff', '--json', '--format', 'side', 'old.html', 'new.html'), 'two formats', 'contradict')
trouble(weft('diff', '--format', 'side', '--format', 'text', 'old.html', 'new.html'), 'one value given twice', '--format is given twice; it takes one value')
trouble(weft('page', '--json', '--text', 'old.html'), 'two ways to print a page', 'contradict')
trouble(weft('page', 'x' * 300), 'a name longer than a name can be', 'File name too long')
trouble(weft('diff', '--' + 'x' * 5000), 'an option longer than any', 'unknown option')

want = weft('diff', 'old.html', 'new.html', '--format', 'text')
equal(want.status, 1, 'pages that differ: 1')
for words in (['--format=text', 'old.html', 'new.html'], ['-f', 'text', 'old.html', 'new.html'], ['-ftext', 'old.html', 'new.html'],
              ['old.html', '--format', 'text', 'new.html'],
              ['--format', 'text', '--', 'old.html', 'new.html'], ['old.html', '-f', 'text', '-o', '-', 'new.html']):
    equal(weft('diff', *words).out, want.out, f"diff {' '.join(words)}")
write('--json', page())
equal(weft('page', '--', '--json').status, 0, "behind -- everything is a file's name")
point(weft('diff', '--help', '--zzz').status == 0, '--help comes before what is wrong behind it')
equal(weft('diff', '--json', '--format', 'json', 'old.html', 'old.html').status, 0, '--json and --format json agree')

escape = weft('page', 'no\033[31msuch\n\x9bfile')
trouble(escape, 'a name with control characters is told without them', 'no?[31msuch?')
point(not any(c < ' ' and c != '\n' for c in escape.err), 'no control character reaches the terminal', repr(escape.err))
done()
