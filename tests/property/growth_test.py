"""No kind of input of growth.def costs more than its bytes: four times the input, about four times the instructions.

Instructions are counted by valgrind, so a busy machine changes nothing. What grows with the square takes sixteen times as many and is found
by small inputs; tools/growth (make soak) takes larger ones and allows less."""
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'cli'))
from harness import done, equal, point  # noqa: E402

PROGRAM = os.path.join(os.environ['WEFT_BUILD'], 'tests', 'property_growth_test')
SIZES = ('2', '8')
ALLOWED = 2 * 4


def counts():
    """instructions of every call of grow_once, in their order"""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(['valgrind', '--quiet', '--tool=callgrind', '--toggle-collect=grow_once', '--dump-after=grow_once',
                        f'--callgrind-out-file={folder}/of', PROGRAM, 'every', *SIZES], check=True)
        dumps = sorted(glob.glob(f'{folder}/of.*'), key=lambda name: int(name.rsplit('.', 1)[1]))
        texts = [open(name, encoding='utf-8').read() for name in dumps]
    return [int(re.search(r'^(?:summary|totals): (\d+)', text, re.MULTILINE).group(1)) for text in texts]


names = subprocess.run([PROGRAM, '-'], capture_output=True, text=True, check=True).stdout.splitlines()
found = counts()
equal(len(found), 2 * len(names), 'each kind is counted in both sizes')
for name, few, many in zip(names, found[::2], found[1::2]):
    point(many <= ALLOWED * few, f'{name}: {many / few / 4:.2f}', f'{few} instructions, then {many}')
done()
