"""The list of tests that pass, and lists like it: a name a line, perhaps with a word behind it."""

from dataclasses import dataclass, field

HEADER = """\
# Node's tests that rondo passes. `./x conformance --update` keeps this list, `./x conformance --check` runs it.
# A test that skips itself is not here. Those marked `slow` take over {seconds} seconds: --check leaves them out.
"""
SLOW = "slow"
SLOW_SECONDS = 3


@dataclass
class PassList:
    names: set = field(default_factory=set)
    slow: set = field(default_factory=set)

    @classmethod
    def read(cls, path):
        passing = cls()
        for line in path.read_text().splitlines() if path.exists() else []:
            name, *marks = line.split() or ["#"]
            if name.startswith("#"):
                continue
            passing.names.add(name)
            if SLOW in marks:
                passing.slow.add(name)
        return passing

    def write(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [f"{name} {SLOW}\n" if name in self.slow else f"{name}\n" for name in sorted(self.names)]
        path.write_text(HEADER.format(seconds=SLOW_SECONDS) + "".join(lines))

    def update(self, results):
        """Takes over what was run, and leaves alone what was not: (names that came, names that went)."""
        passed = {name for name, result in results.items() if result.passed}
        came = passed - self.names
        went = (self.names & results.keys()) - passed
        self.names = (self.names - went) | came
        # A test stays slow until it is clearly not, so that the mark does not flicker from run to run.
        slow = {n for n in passed if results[n].seconds > SLOW_SECONDS / (2 if n in self.slow else 1)}
        self.slow = (self.slow - results.keys()) | slow
        return came, went


def read_reference(path):
    """Names of a list of passed tests, or of what --save wrote: there the second word is the verdict."""
    words = [line.split() for line in path.read_text().splitlines()]
    return {line[0] for line in words if line and not line[0].startswith("#") and line[1:2] in ([], ["pass"], [SLOW])}


def save_results(path, results):
    lines = [f"{name} {result.verdict} {result.seconds:.2f}\n" for name, result in sorted(results.items())]
    path.write_text("".join(lines))
