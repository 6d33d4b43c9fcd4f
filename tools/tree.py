"""What the checks of the tree (tools/check-*) share: the files, C without its comments, and points of TAP.

A check walks the tree it is given as its argument (default: the one it stands in) and prints one point for each thing it looks at;
a fault is a line "# FILE:LINE: what is wrong and what is wanted" below its point.
"""
import pathlib
import re
import sys

# The stages in the order the data flows, each with the others that it may include; all may include base/. A table, not a line: comparing
# has no business with fetching, and the pure stages see no store and no network.
STAGES = {
    'base': '',
    'fetch': '',
    'browser': 'fetch',
    'parse': '',
    'page': 'parse',
    'segment': 'parse page',
    'fragment': 'parse page',
    'compare': 'parse page',
    'visual': 'parse page segment compare',
    'judge': 'parse page segment fragment compare visual',
    'track': 'parse page',
    'event': 'parse page compare judge track',
    'intake': 'fetch parse track',
    'store': 'fragment',
    'show': 'parse page segment fragment compare visual judge',
    'archive': 'fetch browser parse page segment fragment compare visual judge event track intake store show flow notify',
    'flow': 'fetch browser parse page segment fragment compare visual judge event track intake store notify',
    'notify': 'fetch parse page compare judge event store show',
    'serve': 'fetch parse page segment fragment compare visual judge event track intake store show archive flow notify',
    'cli': 'fetch browser parse page segment fragment compare visual judge event track intake store show archive flow notify serve',
}
STAGES = {stage: ['base', stage] + may.split() for stage, may in STAGES.items()}
# No input or output, no clock, no randomness: these can be fuzzed, replayed and proved.
PURE = ['parse', 'page', 'segment', 'fragment', 'compare', 'visual', 'judge', 'event', 'track', 'show']

COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
DIRECTIVE = re.compile(r'^[ \t]*#(?:[^\n\\]|\\.|\\\n)*', re.MULTILINE | re.DOTALL)


def root():
    """the tree to look at: the first argument that is no option"""
    named = [argument for argument in sys.argv[1:] if not argument.startswith('-')]
    return pathlib.Path(named[0] if named else pathlib.Path(__file__).parent.parent).resolve()


def c_files(top, *folders, ends=('.c', '.h')):
    """C files under the folders, in order of names; what a build wrote is not among them"""
    found = []
    for folder in folders or ('src', 'include', 'tests', 'bench', 'docs'):
        found += [path for path in (top / folder).rglob('*') if path.suffix in ends and 'node_modules' not in path.parts]
    return sorted(found)


def blank(match):
    """as many lines and columns as before, with nothing in them"""
    return re.sub(r'[^\n]', ' ', match.group(0))


def keep_quotes(match):
    text = match.group(0)
    return blank(match) if text[0] == '/' else text[0] + ' ' * (len(text) - 2) + text[-1]


def bare(text):
    """C with comments and the insides of strings blanked out, every line and column in its place"""
    return COMMENT_OR_STRING.sub(keep_quotes, text)


def without_directives(text):
    return DIRECTIVE.sub(blank, text)


def is_generated(text):
    """tables that a tool wrote, which limits of length do not bind"""
    return re.match(r'/\* (Made|Generated) by tools/', text) is not None


class Points:
    """points of TAP, the plan last"""

    def __init__(self):
        self.n = 0
        self.failed = 0

    def point(self, what, faults):
        self.n += 1
        self.failed += bool(faults)
        print(f'{"not " if faults else ""}ok {self.n} - {what}')
        for fault in faults:
            print(f'# {fault}')

    def skip(self, what, why):
        self.n += 1
        print(f'ok {self.n} - {what} # SKIP {why}')

    def done(self):
        print(f'1..{self.n}')
        sys.exit(1 if self.failed else 0)
