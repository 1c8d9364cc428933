#!/usr/bin/env python3
"""Runs operations of the library in scripts that have changed built-ins before.

usage: tools/tamper_matrix.py --runtime PROGRAM [--jobs N] [--only TEXT] [--least N]

Each operation runs in a process of its own under each patch. It survives if it gives what it gives
without the patch: the same output, errors and exit code.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from tamper_cases import OPERATIONS, PATCHES

PRELUDE = """\
const { writeSync } = require('fs');
function report(text) { writeSync(1, text + '\\n'); }
function tampered() { throw new Error('tampered'); }
function replace(owner) {
  for (let i = 1; i < arguments.length; i++) owner[arguments[i]] = tampered;
}
const data = DATA;
const aMap = new Map([['key', 'value']]);
const aSet = new Set(['item']);
"""
SECONDS = 20


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runtime", required=True, help="the program to run the scripts with")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="only operations or patches whose names contain this")
    parser.add_argument("--least", type=int, default=0, help="fail if fewer survive")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        matrix = Matrix(options.runtime, Path(folder))
        survivors, fallen = matrix.run(options.jobs, options.only)
    for operation, patch, what in fallen:
        print(f"{operation} | {patch} | {what}")
    print(f"{survivors} of {survivors + len(fallen)} survive")
    return 1 if survivors < options.least else 0


class Matrix:
    def __init__(self, runtime, folder):
        # Scripts run in a folder of their own.
        self.runtime = os.path.abspath(runtime) if os.path.exists(runtime) else runtime
        self.folder = folder
        self.data = folder / "data"
        self.data.mkdir()
        (self.data / "module.js").write_text("exports.answer = 42;\n")
        (self.data / "text.txt").write_text("some text\n")

    def run(self, jobs, only=""):
        """How many survive, and which do not: (operation, patch, what it gave)."""
        cells = [(o, p) for o in OPERATIONS for p in PATCHES if only in o or only in p]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            expected = dict(zip(OPERATIONS, pool.map(lambda name: self.outcome(name, None), OPERATIONS)))
            outcomes = list(pool.map(lambda cell: self.outcome(*cell), cells))
        fallen = [(o, p, first_line(got)) for (o, p), got in zip(cells, outcomes) if got != expected[o]]
        return len(cells) - len(fallen), fallen

    def outcome(self, operation, patch):
        """Exit code and output of an operation; the script's name and length are the same for all patches."""
        patch_text = PATCHES[patch] if patch else ""
        text = PRELUDE.replace("DATA", repr(str(self.data))) + patch_text + "\n" + OPERATIONS[operation] + "\n"
        number = list(PATCHES).index(patch) if patch else len(PATCHES)
        script = self.folder / f"{number}" / f"{list(OPERATIONS).index(operation)}.js"
        script.parent.mkdir(exist_ok=True)
        script.write_text(text)
        try:
            done = subprocess.run(
                [self.runtime, script], capture_output=True, timeout=SECONDS, stdin=subprocess.DEVNULL, cwd=self.folder
            )
        except subprocess.TimeoutExpired:
            return ("no end", "", "")
        return (done.returncode, *(tidy(part, script) for part in (done.stdout, done.stderr)))


def tidy(output, script):
    """Without what differs from process to process."""
    text = output.decode(errors="replace").replace(str(script), "SCRIPT")
    return re.sub(r"\(node:\d+\)", "(node)", text)


def first_line(outcome):
    code, stdout, stderr = outcome
    lines = [line for line in (stderr or stdout).splitlines() if "Error" in line or "tampered" in line]
    return f"{code}: {lines[0].strip() if lines else (stderr or stdout).strip()[:80]}"


if __name__ == "__main__":
    sys.exit(main())
