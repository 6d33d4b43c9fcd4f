"""No kind of input of growth.def costs more than its bytes: four times the input, about four times the instructions.

Instructions are counted by valgrind, so a busy machine changes nothing. What grows with the square takes sixteen times as many, and in small
inputs, where most of the cost is something else, still more than a third above its share; tools/growth (make soak) takes larger ones."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'cli'))
from harness import done, equal, point  # noqa: E402

PROGRAM = os.path.join(os.environ['WEFT_BUILD'], 'tests', 'property_growth_test')
SIZES = ('0', '2', '8')
ALLOWED = 1.3 * 4


def counts():
    """instructions of each kind of input in each size, in their order"""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, 'log')
        run = subprocess.run(['valgrind', '--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null', f'--log-file={log}',
                              PROGRAM, 'apart', *SIZES], check=True, capture_output=True, text=True)
        counted = dict(re.findall(r'^==(\d+)== I +refs: +([\d,]+)', log.read_text(), re.MULTILINE))
    return [int(counted[process].replace(',', '')) for process in run.stdout.split()]


names = subprocess.run([PROGRAM, '-'], capture_output=True, text=True, check=True).stdout.splitlines()
found = counts()
equal(len(found), len(SIZES) * len(names), 'each kind is counted in each size')
for name, nothing, few, many in zip(names, found[::3], found[1::3], found[2::3]):
    growth = (many - nothing) / (few - nothing)
    point(growth <= ALLOWED, f'{name}: {growth / 4:.2f}', f'{few - nothing} instructions, then {many - nothing}')
done()
