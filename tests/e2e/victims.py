"""Checks that are killed in the middle: after the n-th thing they did, never after a time, so that a slow machine kills them no earlier than a fast one."""
import json
import random
import signal
import subprocess
import time

from website import harness


class Victim:
    """weft check --all, killed a moment after the n-th call of step(): a page that was asked for, a message that came, a line that it printed"""

    def __init__(self, weft, after):
        self.left, self.told = after, []
        self.process = subprocess.Popen([harness.WEFT, 'check', '--all', '--json'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=weft.env)

    def step(self):
        self.left -= 1
        if self.left == 0:
            time.sleep(random.random() * 0.03)
            self.process.send_signal(signal.SIGKILL)

    def end(self, by_lines=False):
        """waits for it and keeps what it told: a line cut off in the middle was not told. True where it was killed."""
        for line in self.process.stdout:
            if line.endswith(b'\n'):
                self.told.append(json.loads(line))
                if by_lines:
                    self.step()
        return self.process.wait() == -signal.SIGKILL
