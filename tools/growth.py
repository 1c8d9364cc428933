#!/usr/bin/env python3
"""How the time of library operations grows with their input, on any runtimes.

    tools/growth.py target/release/rondo node           a table, the runtimes side by side
    tools/growth.py --steps 3 --only inspect rondo      up to 1000 times the smallest input

For each operation of growth.js: the time for the largest input, and by what power of the input the time grew
in the last step (1: twice the input, twice the time; 2: four times the time). A power above --limit is marked
where the first other runtime has none. Ends with 1 if there is a mark.
"""

import argparse
import json
import math
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent / "growth.js"
# Shorter times say nothing of growth.
SHORTEST_NS = 1_000_000


def measure(runtime, steps, only):
    """{operation: [(n, nanoseconds or None), ...]} of one runtime."""
    found = {}
    command = [runtime, str(SCRIPT), str(steps), only]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            row = json.loads(line)
            found.setdefault(row["name"], []).append((row["n"], row.get("time")))
            print(f"\r{runtime}: {row['name']:60}", end="", file=sys.stderr)
    print(f"\r{'':100}\r", end="", file=sys.stderr)
    return found


def power(series):
    """The power of n by which the time grew in the last step that took long enough; None if none did."""
    times = [(n, time) for n, time in series if time is not None]
    if len(times) < 2 or times[-1][1] < SHORTEST_NS:
        return None
    (small, before), (large, after) = times[-2:]
    return math.log(after / before) / math.log(large / small)


def describe(series):
    """'time power' for the table."""
    times = [time for _, time in series if time is not None]
    if not times:
        return "fails"
    grown = power(series)
    return f"{times[-1] / 1e6:9.2f} ms {'' if grown is None else f'{grown:5.2f}':>5}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runtimes", nargs="+")
    parser.add_argument("--steps", type=int, default=2, help="how often the input is made ten times larger")
    parser.add_argument("--only", default="", help="operations whose names contain this")
    parser.add_argument("--limit", type=float, default=1.7, help="a power above this is marked")
    options = parser.parse_args()

    results = [measure(runtime, options.steps, options.only) for runtime in options.runtimes]
    marked = 0
    print(f"{'operation':42}{'n':>9}" + "".join(f"  {Path(runtime).name:>18}" for runtime in options.runtimes))
    for name, series in results[0].items():
        columns = [result.get(name, []) for result in results]
        powers = [power(column) for column in columns]
        is_bad = powers[0] is not None and powers[0] > options.limit
        if is_bad and len(powers) > 1 and powers[1] is not None and powers[1] > options.limit:
            is_bad = False
        marked += is_bad
        print(f"{name:42}{series[-1][0]:>9}" + "".join(f"  {describe(column):>18}" for column in columns) +
              ("  <--" if is_bad else ""))
    return 1 if marked else 0


if __name__ == "__main__":
    sys.exit(main())
