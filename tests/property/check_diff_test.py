#!/usr/bin/env python3
"""The checker of merged pages that may lie beside the checkout (../shared/check-diff), over its cases and over the page histories.

Without the checker or its data this is skipped. Violations that are the checker's or the pages' own are listed here, each
with its reason; any other fails, and so does a listed one that is gone."""
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'cli'))
from harness import SANITIZED, WEFT, done, point, skip  # noqa: E402

SOURCE = pathlib.Path(os.environ.get('WEFT_SOURCE', pathlib.Path(__file__).resolve().parent.parent.parent))
SHARED = SOURCE.parent / 'shared'
CHECKER = SHARED / 'check-diff'

UPPER = 'its parser does not match end tags to unknown names in capitals as HTML does, and nests what follows'
ITEM = 'an old item of a dl comes to stand inside a kept item, where it would end that: it is written as div'
COMMENT = 'white space around a comment is all that differs: nothing that a reader could see'
STRAY = 'the page has text right inside ul or dl: a mark around it has no better place'
CHARSET = 'a page without a charset in windows-1252, which the checker reads as UTF-8'
ALIKE = 'the names in class, or the declarations in style, stand in another order: HTML reads both alike'

KNOWN_CASES = {
    ('N', 'xmldiff-006'): UPPER,
    ('C', 'documize-015'): STRAY,
    ('G', 'bem-009'): COMMENT,
    ('G', 'bem-016'): ALIKE,
    ('G', 'htmldiff2-032'): ALIKE,
    ('G', 'htmldiff2-048'): ALIKE,
    ('G', 'visualeditor-033'): COMMENT,
    ('G', 'visualeditor-034'): COMMENT,
}
KNOWN_SERIES = {
    ('G', 'news-wdrmaus-de/0028.html'): ALIKE,
    ('C', 'docs-openbsd-current/0040.html'): STRAY,
    **{('C', f'i18n-es-openbsd-press/000{n}.html'): STRAY for n in (2, 6, 7)},
    ('E', 'i18n-es-openbsd-press/0007.html'): ITEM,
    **{(law, f'i18n-es-openbsd-press/000{n}.html'): CHARSET for law in ('T+', 'N') for n in (2, 3, 4, 5)},
    **{('T-', f'i18n-es-openbsd-press/000{n}.html'): CHARSET for n in (3, 4, 5, 6)},
}


def violations(*args):
    """What the checker finds: the set of (law, page), and its last line. It names six pages for each law; more count as '...'."""
    run = subprocess.run([CHECKER, *args, '--weft', WEFT], capture_output=True, text=True, timeout=580, check=False)
    found = set()
    for law, wrong, names in re.findall(r'^(\S+) +(\d+) of +\d+ +(.*)$', run.stdout, re.M):
        listed = names.split()
        found |= {(law, name) for name in listed}
        if int(wrong) > len(listed):
            found.add((law, '...'))
    return found, (run.stdout.splitlines() or [run.stderr.strip()])[-1]


def check(what, known, *args):
    found, summary = violations(*args)
    point(re.match(r'\d+ pairs, 0 without an answer, 0 beyond the checker', summary), f'{what}: every pair is answered and checked', summary)
    point(found <= set(known), f'{what}: the laws hold', *sorted(found - set(known)))
    point(set(known) <= found, f'{what}: what is listed as known is still there', *sorted(set(known) - found))


def series():
    """The folder of page histories; None where there is none."""
    run = subprocess.run([pathlib.Path(__file__).resolve().parent / 'unpack-corpus'], capture_output=True, text=True, timeout=300, check=False)
    return run.stdout.strip() or None


def main():
    if not CHECKER.exists():
        skip('the checker of merged pages', 'given data: it is not beside this checkout')
        done()
    check('cases', KNOWN_CASES, str(SHARED / 'cases' / 'cases.jsonl'))
    if SANITIZED:
        done()  # the histories are too many for it
    folder = series()
    if folder:
        check('histories', KNOWN_SERIES, '--series', folder)
    else:
        skip('histories', 'given data: no page histories beside this checkout')
    done()


main()
