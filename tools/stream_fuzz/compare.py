#!/usr/bin/env python3
"""Runs random programs of streams on two runtimes and tells which seeds give different logs."""

import argparse
import difflib
import subprocess
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent / "program.js"
AT_ONCE = 200
TIME_LIMIT = 60


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--node", required=True, metavar="FILE", help="the judge")
    parser.add_argument("--rondo", required=True, metavar="FILE", help="the program to test")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first seed (0)")
    parser.add_argument("--count", type=int, default=2000, metavar="N", help="how many seeds (2000)")
    parser.add_argument("--show", type=int, default=3, metavar="N", help="how many differences to show (3)")
    return parser.parse_args()


def digests(runtime, first, end):
    """A digest by seed. A program that does not end counts as `hang` or `runaway`, and the next is run."""
    found = {}
    seed = first
    while seed < end:
        text, failed = run(runtime, seed, min(AT_ONCE, end - seed))
        for line in text.splitlines():
            number, _, digest = line.lstrip("#").partition(" ")
            found[int(number)] = digest
            seed = int(number) + 1
        if failed:
            found[seed] = failed
            seed += 1
    return found


def run(runtime, seed, count, *more):
    """What it printed, and what went wrong, if anything did."""
    command = [runtime, PROGRAM, str(seed), str(count), *more]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode(), "hang"
    return result.stdout, f"exit code {result.returncode}" if result.returncode else None


def show(chosen, seed):
    logs = [run(runtime, seed, 1, "--show")[0].splitlines() for runtime in (chosen.node, chosen.rondo)]
    print("\n".join(difflib.unified_diff(*logs, f"node, seed {seed}", "rondo", lineterm="", n=4)))


def main():
    chosen = options()
    end = chosen.first + chosen.count
    expected = digests(chosen.node, chosen.first, end)
    got = digests(chosen.rondo, chosen.first, end)
    different = [seed for seed in expected if expected[seed] != got.get(seed)]
    for seed in different[: chosen.show]:
        show(chosen, seed)
    print(f"{chosen.count} programs, {len(different)} different: {' '.join(map(str, different[:40]))}")
    return 1 if different else 0


if __name__ == "__main__":
    raise SystemExit(main())
