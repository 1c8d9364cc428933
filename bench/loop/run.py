#!/usr/bin/env python3
"""Runs the workloads of libuv's benchmarks on rondo-loop and on libuv, in turn; the best time of each counts.

Beside it: the processor time of that run, and how far the median of all runs is above it. Without a compiler for
libuv (--alone) rondo-loop is measured alone."""

import argparse
import datetime
import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from html import escape
from pathlib import Path
from statistics import median

sys.dont_write_bytecode = True

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CRATE = ROOT / "crates" / "loop"
SIDES = ["rondo", "libuv"]
TIME_LIMIT = 180
BEGIN = "<!-- bench:begin -->"
END = "<!-- bench:end -->"


def options():
    parser = argparse.ArgumentParser(prog="./x bench loop", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="how many rounds (7)")
    parser.add_argument("--only", metavar="CASE,..", help="these cases alone")
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    parser.add_argument("--alone", action="store_true", help="without libuv, which needs a C compiler and libclang")
    parser.add_argument("--readme", action="store_true", help="put table and chart into crates/loop")
    chosen = parser.parse_args()
    if chosen.rounds < 1:
        parser.error("--rounds takes a number from 1 up")
    if chosen.readme and (chosen.only or chosen.alone):
        parser.error("--readme wants all cases on both sides")
    return chosen


def build(alone):
    """Builds the program and gives its path. libuv is built as its own release builds are."""
    target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target" / "bench-loop")
    environment = {"CFLAGS": "-O3 -DNDEBUG", **os.environ, "CARGO_TARGET_DIR": str(target)}
    command = [os.environ.get("CARGO", "cargo"), "build", "--release", "--quiet", "--locked"]
    if alone:
        command.append("--no-default-features")
    if subprocess.run(command, cwd=HERE, env=environment).returncode != 0:
        hint = "" if alone else " (libuv needs a C compiler and libclang; --alone does without)"
        sys.exit(f"bench: the program could not be built{hint}")
    return target / "release" / "rondo-loop-bench"


def ask(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True, timeout=TIME_LIMIT)
    if done.returncode != 0:
        sys.exit(f"bench: {' '.join(words)} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def pick_cases(program, only):
    known = dict(line.split("\t") for line in ask(program, "list").splitlines())
    if not only:
        return known
    for name in only.split(","):
        if name not in known:
            sys.exit(f"bench: there is no case {name!r}: {', '.join(known)}")
    return {name: known[name] for name in only.split(",")}


@dataclass
class Best:
    """The best run of a case on a side: milliseconds of the clock and of the processors; microseconds of rounds."""

    wall: float
    cpu: float
    laps: list
    spread: float

    @classmethod
    def of(cls, runs):
        """The runs are lists of numbers as the program prints them."""
        wall, cpu, *laps = min(runs)
        return cls(wall, cpu, laps, median(run[0] for run in runs) / wall - 1)


def measure(program, cases, sides, rounds):
    """The best run by case and side. Who goes first changes with each round."""
    runs = {name: {side: [] for side in sides} for name in cases}
    for turn in range(rounds):
        for name in cases:
            show(f"round {turn + 1} of {rounds}: {name}")
            for side in sides if turn % 2 == 0 else reversed(sides):
                runs[name][side].append([float(word) for word in ask(program, side, name).split()])
    show("")
    return {name: {side: Best.of(all) for side, all in by_side.items()} for name, by_side in runs.items()}


def show(text):
    """A line that the next one overwrites; nothing on anything but a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def cell(best, is_better=False):
    wall = f"{number(best.wall)} ms"
    return f"{f'**{wall}**' if is_better else wall} ({number(best.cpu)}, +{best.spread:.0%})"


def table(cases, best, version):
    """Times of all cases. Without a version there is one side only."""
    if not version:
        lines = ["| lower is better | rondo-loop |", "| --- | ---: |"]
        lines += [f"| {title} | {cell(best[name]['rondo'])} |" for name, title in cases.items()]
        return "\n".join(lines) + "\n"
    lines = [f"| lower is better | rondo-loop | libuv {version} | ratio |", "| --- | ---: | ---: | ---: |"]
    for name, title in cases.items():
        own, other = best[name]["rondo"], best[name]["libuv"]
        cells = [cell(own, own.wall <= other.wall), cell(other, own.wall > other.wall)]
        lines.append(f"| {title} | {cells[0]} | {cells[1]} | {own.wall / other.wall:.2f} |")
    return "\n".join(lines) + "\n"


def table_of_laps(cases, best, sides):
    """Percentiles of the cases that measure single rounds."""
    with_laps = {name: title for name, title in cases.items() if best[name]["rondo"].laps}
    if not with_laps:
        return ""
    heads = {"rondo": "rondo-loop", "libuv": "libuv"}
    lines = ["| microseconds a round: half, 99 %, 99.9 % are within | " + " | ".join(heads[side] for side in sides) + " |"]
    lines.append("| --- |" + " ---: |" * len(sides))
    for name, title in with_laps.items():
        cells = [" / ".join(f"{lap:.1f}" for lap in best[name][side].laps) for side in sides]
        lines.append(f"| {title} | {' | '.join(cells)} |")
    return "\n" + "\n".join(lines) + "\n"


def footer(rounds):
    today = datetime.date.today().isoformat()
    return (
        f"Best of {rounds} runs a side in turn, {today}, on {machine()}. In brackets: milliseconds of processor time, of "
        "all threads and of the system for them, and how far the median of all runs is above the best.\n"
    )


def machine():
    model = "an unknown processor"
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release().partition('-')[0]}"


WIDTH, LEFT, BAR, ROW, TOP = 760, 0, 12, 44, 44
FULL = 560
TEXT, OWN, OTHER = "#7d8590", "#e8590c", "#4f9d5d"


def chart(cases, best):
    """A bar a case: rondo-loop's time as a part of libuv's, which is the thin line to its right."""
    widest = max([1.0, *(sides["rondo"].wall / sides["libuv"].wall for sides in best.values())])
    unit = FULL / widest
    parts = [text(0, 18, "Time of rondo-loop, libuv's being 1 (the green mark): shorter is better.", 12)]
    y = TOP
    for name, title in cases.items():
        ratio = best[name]["rondo"].wall / best[name]["libuv"].wall
        parts.append(text(0, y + 11, title, 12))
        parts.append(
            f'<rect x="{LEFT}" y="{y + 18}" width="{max(2, ratio * unit):.1f}" height="{BAR}" rx="2" fill="{OWN}"/>'
        )
        parts.append(f'<rect x="{LEFT + unit:.1f}" y="{y + 15}" width="2" height="{BAR + 6}" fill="{OTHER}"/>')
        parts.append(text(LEFT + max(ratio * unit, unit) + 10, y + 28, f"{ratio:.2f}", 12))
        y += ROW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}" '
        f'font-family="system-ui, sans-serif" role="img" aria-label="rondo-loop beside libuv">\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def text(x, y, content, size):
    return f'<text x="{x:.0f}" y="{y}" font-size="{size}" fill="{TEXT}">{escape(content)}</text>'


def into_readme(content):
    """Puts the table between the two markers of the crate's README."""
    readme = CRATE / "README.md"
    before, found, rest = readme.read_text().partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not found or not ended:
        sys.exit(f"bench: {readme} has no {BEGIN} and {END}")
    readme.write_text(f"{before}{BEGIN}\n{content}{END}{after}")


def main():
    chosen = options()
    sides = SIDES[:1] if chosen.alone else SIDES
    program = build(chosen.alone)
    cases = pick_cases(program, chosen.only)
    if chosen.list:
        return print("\n".join(f"{name:20} {title}" for name, title in cases.items()))
    best = measure(program, cases, sides, chosen.rounds)
    version = None if chosen.alone else ask(program, "version")
    content = table(cases, best, version) + table_of_laps(cases, best, sides) + "\n" + footer(chosen.rounds)
    print(content, end="")
    if chosen.readme:
        into_readme(content)
        (CRATE / "bench.svg").write_text(chart(cases, best))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
