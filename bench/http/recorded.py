#!/usr/bin/env python3
"""What it costs to be recorded: processor time, plain and with --record in turns, the least of several rounds.

    bench/http/recorded.py [--rounds N] [--seconds N] [--only WORD] RONDO [OTHER]

A server is loaded by wrk after a warm-up, several times for a second, and its time divided by the requests that it answered; the least
counts. Programs of one kind of callback run whole, and the time of one with none of them is taken off. With OTHER, an earlier build, its recorded times stand beside.
"""

import argparse
import os
import statistics
import subprocess
import tempfile
from pathlib import Path

import load
from process import ENVIRONMENT, MEASURED, Measured

# Each is a program that does something `count` times.
PROGRAMS = {
    "tick": (300_000, "let n = 0; function f() { if (++n < count) process.nextTick(f); } process.nextTick(f);"),
    "tick, many at once": (300_000, "for (let n = 0; n < count; n++) process.nextTick(() => {});"),
    "then": (200_000, "let p = Promise.resolve(); for (let n = 0; n < count; n++) p = p.then(() => {});"),
    "await": (200_000, "(async () => { for (let n = 0; n < count; n++) await new Promise((r) => r(n)); })();"),
    "immediate": (100_000, "let n = 0; function f() { if (++n < count) setImmediate(f); } setImmediate(f);"),
    "timer": (100_000, "for (let n = 0; n < count; n++) setTimeout(() => {}, n % 50);"),
    "stat": (3_000, "const fs = require('fs/promises'); (async () => { for (let n = 0; n < count; n++) await fs.stat('.'); })();"),
}


class Rondo:
    def __init__(self, program, recording):
        self.program, self.recording = program, recording

    def command(self, *rest):
        extra = [f"--record={self.recording}"] if self.recording else []
        return [self.program, *extra, *map(str, rest)]


def nanoseconds(process):
    """The processor time of all threads of a process."""
    tasks = Path(f"/proc/{process.pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)


def request(rondo, path, seconds):
    """Microseconds for one request, in the best of some seconds."""

    def second(server):
        before = nanoseconds(server.process)
        requests = load.run(server.first, path, 1, 32)[3]
        return (nanoseconds(server.process) - before) / requests / 1000

    with Measured(rondo, "server.js") as server:
        load.run(server.first, path, 2, 32)
        return min(second(server) for _ in range(seconds))


def whole(rondo, text, count):
    """Microseconds for a whole program."""
    script = f"const count = {count};\n{text}\n"
    with tempfile.NamedTemporaryFile("w", suffix=".js") as file:
        file.write(script)
        file.flush()
        pin = lambda: os.sched_setaffinity(0, MEASURED)
        child = subprocess.Popen(rondo.command(file.name), env=ENVIRONMENT, preexec_fn=pin)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        return (usage.ru_utime + usage.ru_stime) * 1e6


def cases(seconds):
    for name, path in (("hello", "/"), ("JSON", "/json")):
        yield f"request, {name}", lambda rondo, path=path: request(rondo, path, seconds)
    for name, (count, text) in PROGRAMS.items():

        def one(rondo, text=text, count=count):
            return max(whole(rondo, text, count) - whole(rondo, text, 1), 0) / count

        yield name, one


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=int, default=4)
    options.add_argument("--only", default="")
    options.add_argument("rondo", nargs="+")
    chosen = options.parse_args()
    load.need_wrk()
    with tempfile.TemporaryDirectory() as folder:
        recording = str(Path(folder) / "run.rondo")
        ways = [(program, file) for program in chosen.rondo for file in (None, recording)]
        print("least µs (median)    " + "  ".join(f"{'recorded' if file else 'plain':>24}" for _, file in ways))
        for name, measure in cases(chosen.seconds):
            if chosen.only not in name:
                continue
            taken = {way: [] for way in ways}
            for _ in range(chosen.rounds):
                for way in ways:
                    taken[way].append(measure(Rondo(*way)))
            shown = []
            for program, file in ways:
                times, plain = taken[program, file], taken[program, None]
                more = f" +{(min(times) / max(min(plain), 1e-9) - 1) * 100:.0f} %" if file else ""
                shown.append(f"{min(times):.2f} ({statistics.median(times):.2f}){more}")
            print(f"{name:20} " + "  ".join(f"{text:>24}" for text in shown), flush=True)


main()
