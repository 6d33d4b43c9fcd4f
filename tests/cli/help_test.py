#!/usr/bin/env python3
"""What the table of commands drives: help, man pages, completion. Each is held against the others, so that none can drift."""
import re
import shutil
import subprocess

from harness import done, equal, point, skip, trouble, weft, write

overview = weft('help')
equal(overview.status, 0, 'help exits with 0')
commands = re.findall(r'^  (\w+) ', overview.out.split('Commands:')[1].split('Options:')[0], re.M)
point({'diff', 'page', 'patch', 'help'} <= set(commands), 'help lists the commands', commands)
equal(weft('--help').out, overview.out, '--help is help')
equal(weft('-h').out, overview.out, '-h is help')
equal(weft('help', 'weft').out, overview.out, 'help weft is help')
point(max(map(len, overview.out.splitlines())) <= 80, 'no line of it is wider than 80 columns')

version = weft('--version')
point(version.status == 0 and re.fullmatch(r'weft \d+\.\d+\.\d+\n', version.out), '--version prints name and version', version)
equal(weft('-V').out, version.out, '-V is --version')


def options_of_help(text):
    return set(re.findall(r'^ +(?:-\w, )?--([\w-]+)', text.split('Options:')[1].split('Examples:')[0], re.M))


def options_of_man(text):
    return {name.replace('\\-', '-') for name in re.findall(r'^(?:\\fB\\-\w\\fR, )?\\fB\\-\\-([\w\\-]+)\\fR', text, re.M)}


def check_roff(text, what):
    if not shutil.which('groff'):
        skip(what, 'groff is not installed')
        return
    run = subprocess.run(['groff', '-man', '-Tutf8', '-ww'], input=text.encode(), capture_output=True, check=False)
    point(run.returncode == 0 and not run.stderr, what, run.stderr.decode())


whole = weft('help', '--man').out
equal(weft('help', '--man', 'weft').out, whole, 'help --man weft is the whole manual')
check_roff(whole, 'weft(1) is good roff')
bash = weft('help', '--completion', 'bash').out
zsh = weft('help', '--completion', 'zsh').out
fish = weft('help', '--completion', 'fish').out

settings = {row['name'] for row in weft('settings', '--json').json()}
point(all(f'\\fB{name}\\fR, \\fBWEFT_' in whole for name in settings), 'weft(1) has every setting')

for name in commands:
    shown = weft(name, '--help')
    equal(shown.status, 0, f'{name} --help exits with 0')
    equal(weft('help', name).out, shown.out, f'help {name} is {name} --help')
    equal(weft(name, '-h').out, shown.out, f'{name} -h is {name} --help')
    options = options_of_help(shown.out)
    verbs = re.findall(r'^  (\w+) ', shown.out.split('Commands:')[1].split('Options:')[0], re.M) if 'COMMAND ...' in shown.out else []
    for verb in verbs:
        part = weft(name, verb, '--help')
        equal(part.status, 0, f'{name} {verb} --help exits with 0')
        equal(weft('help', name, verb).out, part.out, f'help {name} {verb} is {name} {verb} --help')
        options |= options_of_help(part.out)
    man = weft('help', '--man', name)
    equal(options_of_man(man.out), options, f'weft-{name}(1) has the options of {name} --help')
    check_roff(man.out, f'weft-{name}(1) is good roff')
    section = re.split(rf'\.SS weft {name}\b', whole)[1].split('.SS ')[0].split('.SH ')[0]
    equal(options_of_man(section), options, f'weft(1) has the options of {name}')
    synopsis = {n.replace('\\-', '-') for n in re.findall(r'\[\\fB\\-\\-([\w\\-]+)\\fR', man.out.split('.SH DESCRIPTION')[0])}
    equal(synopsis | {'help'}, options, f'the synopsis of weft-{name}(1) has them too')
    if 'weft settings' in shown.out.partition('Options:')[2].partition('Examples:')[0]:
        options |= settings
    line = re.search(rf'^    {name}:-\*\) .*-W "([^"]*)"', bash, re.M).group(1)
    equal({word[2:] for word in line.split()}, options, f'bash completes the options of {name}')
    block = zsh.split(f'        {name})\n')[1].split(';;')[0]
    equal(set(re.findall(r'^ +(?:{-\w,)?--([\w-]+)', block, re.M)), options, f'zsh completes the options of {name}')
    equal(set(re.findall(rf"from {name}' -l ([\w-]+)", fish)), options, f'fish completes the options of {name}')
    examples = [line.strip() for line in shown.out.partition('Examples:')[2].splitlines() if line.startswith('  weft')]
    plain = man.out.replace('\\-', '-')
    point(all(line in plain for line in examples), f'weft-{name}(1) has the examples of {name} --help', examples)

write('weft.bash', bash)
write('weft.zsh', zsh)
write('weft.fish', fish)
for shell in ('bash', 'zsh', 'fish'):
    if shutil.which(shell):
        run = subprocess.run([shell, '-n', f'weft.{shell}'], capture_output=True, check=False)
        point(run.returncode == 0 and not run.stderr, f'{shell} reads its completion', run.stderr.decode())
    else:
        skip(f'{shell} reads its completion', f'{shell} is not installed')


def complete(line):
    """What bash offers at the end of the line, with bash's own cutting of words at '='."""
    words = re.findall(r'=|[^\s=]+', line) + ([''] if line.endswith(' ') else [])
    quoted = ' '.join(f"'{word}'" for word in words)
    script = f'compopt() {{ :; }}; . ./weft.bash; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _weft; echo "${{COMPREPLY[*]}}"'
    run = subprocess.run(['bash', '-c', script], capture_output=True, text=True, check=False)
    return run.stdout.split()


equal(complete('weft di'), ['diff', 'dismiss'], 'bash: a command')
equal(complete('weft diff --fo'), ['--format'], 'bash: an option')
equal(complete('weft diff --format s'), ['side'], 'bash: a value')
equal(complete('weft diff --format=s'), ['side'], 'bash: a value behind =')
point('merged' in complete('weft diff --format '), 'bash: all values')
equal(complete('weft help pat'), ['patch'], 'bash: help completes commands')
write('some-page.html', '')
equal(complete('weft page some'), ['some-page.html'], 'bash: files')

trouble(weft('help', 'dif'), 'help of an unknown command suggests one', "'diff'")
trouble(weft('help', '--completion', 'csh'), 'completion of an unknown shell', 'bash, zsh, fish')
done()
