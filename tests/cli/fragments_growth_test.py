#!/usr/bin/env python3
"""weft fragments lifetime on real page histories that grow: what was found in fewer versions is still found in more. Skipped where there are none."""
import os
import pathlib
import subprocess

from harness import done, point, skip, weft

SOURCE = os.environ.get('WEFT_SOURCE', pathlib.Path(__file__).resolve().parents[2])
found = subprocess.run([f'{SOURCE}/tests/property/unpack-corpus'], capture_output=True, text=True, check=False).stdout.strip()
folder = next((path for path in (pathlib.Path(found, 'series'), pathlib.Path(found)) if found and path.is_dir()), None)
STEPS = (2, 7, 8, 10, 24)


def count(files):
    parts = weft('fragments', 'lifetime', *files, '--json', seconds=120).json()['fragments']
    return len(parts), sum(part['last'] == len(files) for part in parts)


for series in sorted(folder.iterdir()) if folder else ():
    files = sorted(map(str, series.glob('*.html')))
    steps = [n for n in STEPS if n <= len(files)]
    counts = [count(files[:n]) for n in steps]
    numbers = [number for number, _ in counts]
    point(numbers == sorted(numbers), f'{series.name}: more versions, no fewer parts', list(zip(steps, counts)))
    # A slot stays the same part when its content is replaced. New ones come with a new design, and where a list is emptied and filled again: a list of
    # errata falls from 16 to 4 KB with every release, about once in four versions, and the entries that go with it have ended. Hence a tenth more a version.
    most = max((there for _, there in counts), default=0)
    point(numbers[-1] <= (1 + len(files) / 10) * most + 10, f'{series.name}: parts that are gone do not pile up', list(zip(steps, counts)))
if not folder:
    skip('histories that grow', 'given data: there are no page histories beside this checkout, and WEFT_CORPUS names none')
done()
