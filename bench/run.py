#!/usr/bin/env python3
"""Runs rondo beside node, deno and bun: several rounds, every runtime in each, the best figure counts."""

import argparse
import datetime
import os
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

import chart
import measure
import report
import runtimes
from cases import CASES, GROUPS

HERE = Path(__file__).resolve().parent
ALL = ["rondo", *runtimes.PEERS]


def options():
    parser = argparse.ArgumentParser(prog="./x bench", description=__doc__)
    parser.add_argument("group", nargs="?", default=GROUPS[0], choices=GROUPS, help=f"which cases ({GROUPS[0]})")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="how many rounds (5)")
    parser.add_argument("--only", metavar="CASE,..", help="these cases alone")
    parser.add_argument("--peers", metavar="NAME,..", help="beside these alone: " + ", ".join(runtimes.PEERS))
    parser.add_argument("--readme", action="store_true", help="put the table of the first group into README.md")
    parser.add_argument(
        "--peers-folder",
        default=os.environ.get("RONDO_BENCH_PEERS"),
        metavar="DIR",
        help="a folder where npm has installed the peers (default: the cache folder; or RONDO_BENCH_PEERS)",
    )
    target = os.environ.get("CARGO_TARGET_DIR") or HERE.parent / "target"
    parser.add_argument(
        "--rondo", default=Path(target) / "release" / "rondo", metavar="FILE", help="the program to measure"
    )
    chosen = parser.parse_args()
    if chosen.rounds < 1:
        parser.error("--rounds takes a number from 1 up")
    chosen.cases = pick(parser, "case", chosen.only, {c.name: c for c in CASES if c.group == chosen.group})
    chosen.names = ["rondo", *pick(parser, "peer", chosen.peers, {n: n for n in runtimes.PEERS})]
    chosen.whole = not chosen.only and not chosen.peers
    return chosen


def pick(parser, kind, wanted, known):
    if not wanted:
        return list(known.values())
    for name in wanted.split(","):
        if name not in known:
            parser.error(f"there is no {kind} {name!r}: {', '.join(known)}")
    return [known[name] for name in wanted.split(",")]


def run_rounds(cases, found, rounds):
    """Figures by case and runtime. The order of the runtimes turns with each round, so none is always first."""
    figures = {case.name: {runtime.name: [] for runtime in found} for case in cases}
    given_up = set()
    with tempfile.NamedTemporaryFile(prefix="rondo-bench-") as data:
        data.write(bytes(4096))
        data.flush()
        for turn in range(rounds):
            order = found[turn % len(found) :] + found[: turn % len(found)]
            for case in cases:
                show(f"round {turn + 1} of {rounds}: {case.name}")
                for runtime in order:
                    if (case.name, runtime.name) in given_up:
                        continue
                    try:
                        figure = measure.once(case, runtime, data.name)
                        figures[case.name][runtime.name].append(round(figure, 3))
                    except measure.Failed as failure:
                        given_up.add((case.name, runtime.name))
                        show(f"{runtime.name} cannot run {case.name}: {failure}\n")
    show("")
    return figures


def show(text):
    """A line that the next one overwrites; on anything but a terminal, a line of its own."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
    elif text:
        print(text.rstrip(), file=sys.stderr)


def summary(cases, found, figures, rounds):
    return {
        "date": datetime.date.today().isoformat(),
        "machine": runtimes.machine(),
        "rounds": rounds,
        "runtimes": {runtime.name: runtime.version for runtime in found},
        "cases": [
            {
                "name": case.name,
                "title": case.title,
                "unit": case.unit,
                "best": {name: min(all, default=None) for name, all in figures[case.name].items()},
                "all": figures[case.name],
            }
            for case in cases
        ],
    }


def main():
    chosen = options()
    found = runtimes.find(chosen.names, chosen.rondo, chosen.peers_folder)
    if not found:
        sys.exit("bench: nothing to measure")
    figures = run_rounds(chosen.cases, found, chosen.rounds)
    results = summary(chosen.cases, found, figures, chosen.rounds)
    print(report.markdown(results), end="")
    complete = chosen.whole and len(found) == len(ALL)
    if complete:
        first = chosen.group == GROUPS[0]
        report.write(results, HERE / "results", "latest" if first else chosen.group, chart.draw(results))
        if chosen.readme and first:
            report.into_readme(results, HERE.parent / "README.md")
    else:
        print("bench: not a whole run, so bench/results stays as it is", file=sys.stderr)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
