"""What ./x says: always on standard error, so that standard output belongs to what it runs."""

import sys
import time

QUIET_INTERVAL = 60


class Failure(Exception):
    """Something that ends the command: its text tells what is wrong and what to do."""


def say(text):
    print(f"x: {text}", file=sys.stderr, flush=True)


class ProgressLine:
    """One line that is rewritten; where no terminal shows it, a new line a minute."""

    def __init__(self):
        self.rewrites = sys.stderr.isatty()
        self.last = None

    def show(self, text):
        if self.rewrites:
            print(f"\r\x1b[Kx: {text}", end="", file=sys.stderr, flush=True)
            return
        now = time.monotonic()
        if self.last is None or now - self.last >= QUIET_INTERVAL:
            self.last = now
            say(text)

    def end(self):
        if self.rewrites:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
