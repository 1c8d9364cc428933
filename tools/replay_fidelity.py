#!/usr/bin/env python3
"""Records programs, replays the recordings in an empty folder, and tells how many came back identical.

    tools/replay_fidelity.py target/release/rondo [-n 100] [--all] [--jobs 2] [--keep FOLDER] [NAMES...]

A replay is identical if standard output, standard error and the exit code are, and if `rondo replay` itself has seen the
same callbacks in the same order. Programs are those of tests/order, tests/modules and examples; without --all every n-th of
them is taken, so many as -n says. What cannot be recorded for a replay (worker threads) is counted apart.
"""

import argparse
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["tests/order", "tests/modules", "examples"]
LIMIT = 60


def programs(names):
    found = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.*js")):
            if path.suffix in (".js", ".mjs", ".cjs") and is_program(path):
                found.append(path)
    if names:
        found = [path for path in found if any(name in str(path) for name in names)]
    return found


def is_program(path):
    """Programs of tests have their expected output beside them; those of examples are run as they are."""
    if (ROOT / "examples") in path.parents:
        return "races" in str(path) or path.parent == ROOT / "examples"
    return path.with_suffix(".out").exists()


def run(command, folder):
    try:
        done = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT
        )
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return "timeout", b"", b""


def difference(first, second):
    for name, one, other in zip(("exit code", "output", "errors"), first, second):
        if one != other:
            return name
    return None


def check(rondo, path, folder):
    recording = folder / "recording.rondo"
    empty = folder / "empty"
    empty.mkdir()
    first = run([rondo, f"--record={recording}", path], path.parent)
    if b"cannot be replayed" in first[2]:
        return "left out", first[2].decode(errors="replace")
    if first[0] == "timeout":
        return "left out", "takes too long"
    second = run([rondo, "replay", recording], empty)
    what = difference(first, second)
    if what is None and not any(empty.iterdir()):
        return "identical", ""
    return "different", f"{what}\n{second[2].decode(errors='replace')[-600:]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rondo", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("-n", type=int, default=100)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_intermixed_args()
    rondo = options.rondo.resolve()
    chosen = programs(options.names)
    if not options.all and len(chosen) > options.n:
        chosen = [chosen[index * len(chosen) // options.n] for index in range(options.n)]
    counts = {"identical": 0, "different": 0, "left out": 0}

    def one(path):
        with tempfile.TemporaryDirectory() as folder:
            return path, *check(rondo, path, pathlib.Path(folder))

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, outcome, why in pool.map(one, chosen):
            counts[outcome] += 1
            if outcome != "identical":
                print(f"{outcome}: {path.relative_to(ROOT)}: {why.strip()}")
    tried = counts["identical"] + counts["different"]
    print(f"{counts['identical']} of {tried} recordings replayed identical, {counts['left out']} left out")
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
