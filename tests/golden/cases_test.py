#!/usr/bin/env python3
"""Golden tests: every folder STAGE/CASE beside this file holds a page (or two) and what weft makes of it, byte by byte.

    page/CASE/page.html           expect.json
    vidiff/CASE/old.vixml new.vixml   expect.xml (the Vi-Delta), expect.json, expect.txt, expect.outline.html; also old.html ...
    diff/CASE/old.html new.html   expect.json, expect.txt, expect.merged.html, expect.changes.html, expect.side.html ...; also old.csv, old.c ...
    segment/CASE/page.html        expect.vixml, expect.json, expect.svg: its blocks; expect.content.txt: what it is about
    fragment/CASE/*.html ...      expect.shared.txt, expect.lifetime.json, expect.graph.dot ...: of all pages of the folder, in the order of their names
    sentinel/CASE/good.sentinel bad.sentinel   expect.good.txt: the statements in one form; expect.bad.txt: what is wrong with each
    report/CASE/archive.jsonl     expect.json, expect.txt, expect.html: of the archive that these lines make, without style, script and the time of the report

A file `args` in the folder adds arguments, args.NAME those of expect.NAME.txt, of fragments expect.shared.NAME.txt. tools/bless writes what is expected anew (--bless STAGE or STAGE/CASE ..., never more than
is named: other people's cases stay as they are); a person reads the difference before it is committed."""
import difflib
import html
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FORMATS = {'json': 'json', 'txt': 'text'}
BARE = ('merged', 'new', 'reversed')  # written as the page alone
VIDIFF_FORMATS = {'json': 'json', 'txt': 'text', 'xml': 'videlta', 'html': 'html'}


def side_names(case):
    """old.html and new.html, or with another ending: what a name says of its file is part of the test."""
    return [next(case.glob(f'{side}.*')).name for side in ('old', 'new')]


def command(case, expect):
    """What gives the expected file: expect.json is of format json, expect.side.html of format side."""
    if case.parent.name == 'page':
        return ['page', 'page.html', '--json']
    if case.parent.name == 'sentinel':
        return ['sentinel', 'check', f'{expect.name.split(".")[1]}.sentinel', *(['--print'] if expect.name == 'expect.good.txt' else [])]
    if case.parent.name == 'vidiff':
        return ['vidiff', *side_names(case), '--format', VIDIFF_FORMATS[expect.suffix[1:]]]
    parts = expect.name.split('.')
    if case.parent.name == 'segment':
        return ['content', 'page.html'] if parts[1] == 'content' else ['segment', 'page.html', '--format', parts[-1]]
    if case.parent.name == 'fragment':
        how = ['--format', parts[-1]] if parts[1] == 'graph' else ['--json'] if parts[-1] == 'json' else []
        return ['fragments', parts[1], *sorted(path.name for path in case.glob('*.html')), *how]
    how = parts[1] if len(parts) > 2 else FORMATS[parts[1]]
    return ['diff', *side_names(case), '--format', how, *(['--bare'] if how in BARE else [])]


def run_weft(args, **more):
    run = subprocess.run([os.environ['WEFT'], *args], capture_output=True, timeout=60, check=False, **more)
    if run.returncode not in (0, 1) or run.stderr:
        raise RuntimeError(f'weft {shlex.join(args)}: status {run.returncode}: {run.stderr.decode(errors="replace").strip()}')
    return run.stdout


def report(case, expect):
    """The report for anna; it would change with every run, since it tells when it was made."""
    with tempfile.TemporaryDirectory(prefix='weft-golden-') as folder:
        env = {**os.environ, 'NO_COLOR': '1', 'LC_ALL': 'C.UTF-8', 'TZ': 'UTC', 'LOGNAME': 'anna', 'HOME': folder, 'XDG_CONFIG_HOME': folder,
               'XDG_DATA_HOME': folder, 'WEFT_PRIORITIES': str(case / 'priorities')}
        run_weft(['import', str(case / 'archive.jsonl')], env=env)
        how = {'.json': ['--json'], '.txt': [], '.html': ['--html', f'{folder}/report.html']}[expect.suffix]
        text = run_weft(['report', *how], env=env)
        if expect.suffix == '.html':
            text = pathlib.Path(folder, 'report.html').read_bytes()
    text = re.sub(rb"<(style|script)>.*?</\1>|'sha256-[^']*'", b'', text, flags=re.S)
    text = re.sub(rb'(made <time datetime=")[^<]*', rb'\1NOW', text)
    return re.sub(rb'^(  "at": ")[^"]*', rb'\1NOW', text, flags=re.M)


def body(page):
    """A page with marks as a person reads it: what stands in its body, without the look of the marks, which tests/show/style_test.c holds."""
    page = re.search(rb'<body.*</body>', page, re.S).group()
    page = re.sub(rb' style="all:(unset|initial)!important[^"]*"| data-weft-(prev|next)="[^"]*"|\s+(?=</body>)', b'', page)
    return re.sub(rb'(--weft:0);[^"]*', rb'\1', page) + b'\n'


def readable(expect, page):
    """Of a page that weft wrote what a person has to read in a golden file: its style and script have tests of their own, a checkout has any date."""
    how = expect.name.split('.')[1]
    if how in ('side', 'outline'):  # in frames: the old page and the new one, or the new one with its blocks
        return b'\n'.join(body(html.unescape(inner.decode()).encode()) for inner in re.findall(rb' srcdoc="([^"]*)"', page))
    if how in BARE:
        return body(page)
    page = re.sub(rb"<(style|script) data-weft=\"ui\">.*?</\1>|'sha256-[^']*'", b'', page, flags=re.S)
    return re.sub(rb' \xc2\xb7 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d', b'', page)


def output(case, expect):
    if case.parent.name == 'report':
        return report(case, expect)
    extra = [path for path in (case / 'args', *(case / f'args.{part}' for part in expect.name.split('.')[1:-1])) if path.exists()]
    args = [*command(case, expect), *(word for path in extra for word in shlex.split(path.read_text()))]
    text = run_weft(args, cwd=case, env={**os.environ, 'NO_COLOR': '1', 'LC_ALL': 'C.UTF-8'})
    if case.parent.name == 'fragment' and expect.suffix == '.json':  # which weft writes on one line
        return (json.dumps(json.loads(text), indent=2, ensure_ascii=False) + '\n').encode()
    return readable(expect, text) if expect.suffix == '.html' else text


def difference(want, got):
    old, new = (text.decode(errors='replace').splitlines() for text in (want, got))
    return list(difflib.unified_diff(old, new, 'expected', 'got', lineterm='', n=1))[:60]


def expectations():
    for case in sorted(path for path in HERE.glob('*/*') if path.is_dir()):
        for expect in sorted(case.glob('expect.*')):
            yield case, expect


def bless(names):
    if not names:
        sys.exit('bless: name the cases to write anew: STAGE or STAGE/CASE')
    for case, expect in expectations():
        label = f'{case.parent.name}/{case.name}'
        if label not in names and case.parent.name not in names:
            continue
        new = output(case, expect)
        if new != expect.read_bytes():
            expect.write_bytes(new)
            print(f'written: {label}/{expect.name}')


def test():
    n = failed = 0
    for case, expect in expectations():
        n += 1
        label = f'{case.parent.name}/{case.name}/{expect.name}'
        try:
            got, want = output(case, expect), expect.read_bytes()
            lines = [] if got == want else difference(want, got)
        except RuntimeError as error:
            got, want, lines = b'', None, [str(error)]
        failed += got != want
        print('ok' if got == want else 'not ok', n, '-', label)
        for line in lines:
            print('#', line)
    print(f'1..{n}')
    return 1 if failed else 0


if __name__ == '__main__':
    if sys.argv[1:2] == ['--bless']:
        bless(sys.argv[2:])
    else:
        sys.exit(test())
