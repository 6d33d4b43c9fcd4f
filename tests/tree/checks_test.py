#!/usr/bin/env python3
"""The checks of the tree, checked: each must pass a good tree and find the one fault that is put into it."""
import pathlib
import subprocess
import sys
import tempfile

TOOLS = pathlib.Path(__file__).resolve().parent.parent.parent / 'tools'

GOOD = {
    'src/base/a.h': '/* A. */\n#ifndef BASE_A_H\n#define BASE_A_H\n\nint a(int x);\n\n#endif\n',
    'src/base/a.c': '/* A. */\n#include "base/a.h"\n\nint a(int x)\n{\n    return x;\n}\n',
    'src/page/b.c': '/* B. */\n#include "base/a.h"\n',
    'src/meson.build': "files('base/a.c', 'page/b.c')\n",
    'tests/meson.build': "unit_tests = {\n  'base': ['a'],\n  'page': ['b'],\n}\n",
    'tests/base/a_test.c': '/* Test. */\n',
    'tests/page/b_test.c': '/* Test. */\n',
    '.clang-format': (TOOLS.parent / '.clang-format').read_text(),
}

DEEP = '    if (x)\n' * 5 + '    return 1;\n    return 0;\n'


def function(body='    return 0;\n', parameters='int x'):
    return {'src/base/a.c': f'/* A. */\nint a({parameters})\n{{\n{body}}}\n'}


# A stage whose design has a table.
JUDGE = {'src/meson.build': "files('base/a.c', 'page/b.c', 'judge/d.c')\n", 'src/judge/d.c': '/* D. */\n', 'tests/judge/d_test.c': '/* Test. */\n',
         'tests/meson.build': "unit_tests = {\n  'base': ['a'],\n  'page': ['b'],\n  'judge': ['d'],\n}\n", 'docs/design/judge.md': '| `d` | does it |\n'}


# check, what it is about, the fault as files that come in place of the good ones
FAULTS = [
    ('layers', 'a stage that includes a later one', {'src/base/a.c': '/* A. */\n#include "page/b.h"\n'}),
    ('layers', 'a parser outside parse/', {'src/page/b.c': '/* B. */\n#include <lexbor/html/html.h>\n'}),
    ('layers', 'a folder that is no stage', {'src/misc/x.c': '/* X. */\n'}),
    ('layers', 'a header named without its stage', {'src/base/a.c': '/* A. */\n#include "a.h"\n'}),
    ('headers', 'a header that needs another', {'src/base/a.h': '/* A. */\nsize_t a(void);\n'}),
    ('headers', 'a header without a guard', {'src/base/a.h': '/* A. */\nstruct a {\n    int x;\n};\n'}),
    ('format', 'a line too wide for its place', {'src/base/a.c': '/* A. */\nint  a(int x){return x;}\n'}),
    ('format', 'a comment that is too wide', {'src/base/a.c': '/* ' + 'word ' * 30 + '*/\n'}),
    ('functions', 'a long function', function('    x++;\n' * 80)),
    ('functions', 'seven parameters', function(parameters='int a, int b, int c, int d, int e, int f, int g')),
    ('functions', 'deep nesting without braces', function(DEEP)),
    ('functions', 'deep nesting inside else', function('    if (x)\n        x = 1;\n    else {\n' + DEEP.replace('    if (x)\n', '', 1) + '    }\n')),
    ('functions', 'deep nesting inside a loop of a macro', function('    EACH (x) {\n' + DEEP.replace('    if (x)\n', '', 1) + '    }\n')),
    ('functions', 'many decisions', function('    return ' + ' && '.join(['x'] * 21) + ';\n')),
    ('words', 'a banned call', function('    strcpy(x, "a");\n')),
    ('words', 'malloc outside base/', {'src/page/b.c': '/* B. */\nvoid *b(void)\n{\n    return malloc(1);\n}\n'}),
    ('words', 'a file without a head', {'src/page/b.c': '#include "base/a.h"\n'}),
    ('words', 'a file of over 800 lines', {'src/page/b.c': '/* B. */\n' + 'int b;\n' * 801}),
    ('words', 'unfinished work', {'src/page/b.c': '/* TO' + 'DO: b. */\n'}),
    ('layers', 'a tag in two headers', {'src/base/a.h': '/* A. */\nstruct x {\n    int a;\n};\n', 'src/page/b.h': '/* B. */\nstruct x {\n    int b;\n};\n'}),
    ('layers', 'a command that asks the store', {'src/cli/a.c': '/* A. */\nint a(void)\n{\n    return store_page_get(1);\n}\n'}),
    ('words', 'a row of a list twice', {'src/page/b.def': '/* B. */\nROW("a") ROW("b, (c)")\nROW("b, (c)")\n'}),
    ('words', 'a phrase of former days', {'src/page/b.c': '/* B. */\nconst char b[] = "this is no " "page";\n'}),
    ('words', 'a word of former days', {'src/page/b.c': '/* B. */\nconst char b[] = "2 pages, " \n   "told once";\n'}),
    ('sources', 'a source without a test', {'src/meson.build': "files('base/a.c', 'page/b.c', 'page/d.c')\n", 'src/page/d.c': '/* D. */\n'}),
    ('sources', 'a source that the design of its stage does not name', {**JUDGE, 'docs/design/judge.md': '# Judging\n'}),
    ('sources', 'a source that is not listed', {'src/page/c.c': '/* C. */\n'}),
    ('sources', 'a test that is not listed', {'tests/page/a_test.c': '/* C. */\n'}),
    ('sources', 'a script that is not listed', {'tests/base/a_test.py': '# A.\n'}),
    ('sources', 'a fuzz target without a corpus', {'tests/fuzz/a_fuzz.c': '/* A. */\n'}),
]

# What looks like a fault and is none.
FINE = [
    ('sources', 'a source that the design of its stage names', JUDGE),
    ('functions', 'a chain of else if', function('    if (x)\n        return 1;\n' + '    else if (x)\n        return 2;\n' * 9 + '    return 0;\n')),
    ('functions', 'a table with braces', {'src/base/a.c': '/* A. */\nstatic const int a[] = {\n' + '    1,\n' * 200 + '};\n'}),
    ('functions', 'words in comments and strings', function('    /* if if if { */\n    return "if (x) && {"[0];\n')),
    ('words', 'a banned word in a comment or as part of a name', function('    /* strcpy(x) */\n    return my_strcpy(x);\n')),
    ('words', 'rows of a list that are not the same', {'src/page/b.def': '/* B. ROW("a") */\n#ifndef ROW\n#define ROW(text)\n#endif\nROW("a") ROW("A") ROW("a", 1)\n#undef ROW\n'}),
    ('words', 'plain English', {'src/page/b.c': '/* This is no page. */\nconst char b[] = "there is no page; it is no longer watched";\n'}),
    ('sources', 'a source with the test of the beginning of its name', {'src/meson.build': "files('base/a.c', 'page/b.c', 'page/b_more.c')\n", 'src/page/b_more.c': '/* B. */\n'}),
    ('words', 'malloc in base/', function('    return malloc(1) != 0;\n')),
    ('words', 'a long table that a tool made', {'src/page/b.h': '/* Made by tools/gen-b. */\n' + 'int b;\n' * 900}),
]


def run(check, files):
    """0 where the check is content with the good tree as changed by `files`"""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**GOOD, **files}.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (pathlib.Path(folder) / 'tools').mkdir()
        done = subprocess.run([sys.executable, TOOLS / f'check-{check}', folder], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


def main():
    cases = [(check, 'a good tree', {}, 0) for check in ('layers', 'headers', 'format', 'functions', 'words', 'sources')]
    cases += [(*fault, 1) for fault in FAULTS] + [(*fine, 0) for fine in FINE]
    failed = 0
    for number, (check, what, files, want) in enumerate(cases, 1):
        got, output = run(check, files)
        failed += got != want
        print(f'{"ok" if got == want else "not ok"} {number} - check-{check} {"finds" if want else "lets pass"} {what}')
        if got != want or 'Traceback' in output:
            print(''.join(f'# {line}\n' for line in output.splitlines()), end='')
    print(f'1..{len(cases)}')
    return 1 if failed else 0


sys.exit(main())
