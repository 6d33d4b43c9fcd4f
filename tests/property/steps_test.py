"""No step of steps_test.c costs more than what it looks at: four times the lists, headings or items, about four times the instructions.

What grows with the square takes sixteen times as many where nothing else is counted. Instructions are counted by valgrind, so a busy machine
changes nothing."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'cli'))
from harness import done, equal, point  # noqa: E402

PROGRAM = os.path.join(os.environ['WEFT_BUILD'], 'tests', 'property_steps_test')
SIZES = ('200', '800')
ALLOWED = 1.4 * 4  # what is sorted grows a little more


def counts():
    """instructions of each step in each size, before it and with it, in their order"""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, 'log')
        run = subprocess.run(['valgrind', '--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null', f'--log-file={log}',
                              PROGRAM, 'apart', *SIZES], check=True, capture_output=True, text=True)
        counted = dict(re.findall(r'^==(\d+)== I +refs: +([\d,]+)', log.read_text(), re.MULTILINE))
    return [int(counted[process].replace(',', '')) for process in run.stdout.split()]


names = subprocess.run([PROGRAM, '-'], capture_output=True, text=True, check=True).stdout.splitlines()
found = counts()
equal(len(found), 2 * len(SIZES) * len(names), 'each step is counted in each size')
for name, before, few, later, many in zip(names, found[::4], found[1::4], found[2::4], found[3::4]):
    growth = (many - later) / (few - before)
    point(growth <= ALLOWED, f'{name}: {growth / 4:.2f}', f'{few - before} instructions, then {many - later}')
done()
