#!/usr/bin/env python3
"""Four edits on articles, where there are any: heading > body > footer >= menu by importance on at least 95 % of them (bench/importance)."""
import os
import pathlib
import re
import subprocess
import sys

source = pathlib.Path(os.environ.get('WEFT_SOURCE', '.'))
found = os.environ.get('WEFT_ARTICLES')
if not found:
    series = subprocess.run([source / 'tests/property/unpack-corpus'], capture_output=True, text=True, check=False).stdout.strip()
    beside = pathlib.Path(series).parent.parent / 'articles' if series else None
    found = str(beside) if beside and (beside / 'truth.json').is_file() else None
if not found:
    print('ok 1 - articles # SKIP given data: there are no articles beside this checkout, and WEFT_ARTICLES names none')
    print('1..1')
    sys.exit(0)
build = pathlib.Path(os.environ['WEFT']).parent
run = subprocess.run([sys.executable, source / 'bench/importance', found, build], capture_output=True, text=True, check=False)
told = re.search(r'(\d+) of (\d+) pages, ([0-9.]+)', run.stdout)
for line in (run.stdout + run.stderr).splitlines():
    print('#', line)
print('ok' if told and float(told.group(3)) >= 0.95 and int(told.group(2)) >= 20 else 'not ok', '1 - a heading matters more than the body, that more than footer and menu')
print('1..1')
