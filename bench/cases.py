"""What is measured: one entry a case, each with a script in cases/ that runs on every runtime."""

from dataclasses import dataclass
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent / "cases"


@dataclass(frozen=True)
class Case:
    """`kind` says how it is measured: "start" and "memory" from outside, "script" by the script itself."""

    name: str
    title: str
    kind: str = "script"
    unit: str = "ms"

    @property
    def script(self):
        return SCRIPTS / f"{self.name}.js"


CASES = [
    Case("hello", "start and print a line", kind="start"),
    Case("memory", "peak memory after printing a line", kind="memory", unit="MB"),
    Case("next-tick", "nextTick, a chain of 3 million"),
    Case("set-immediate", "setImmediate, a chain of 300,000"),
    Case("queue-microtask", "queueMicrotask, a chain of 3 million"),
    Case("await", "await, a million times"),
    Case("timers-run", "a million timers set and run"),
    Case("timers-clear", "a million timers set and cleared"),
    Case("read-file", "fs.readFile of 4 KiB, 50,000 times, 16 under way"),
    Case("stat", "fs.stat, 200,000 times, 16 under way"),
    Case("native-call", "performance.now(), 10 million calls out of JavaScript"),
]
