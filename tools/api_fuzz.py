#!/usr/bin/env python3
"""Calls the library with odd arguments, and looks for crashes, panics and hangs.

usage: tools/api_fuzz.py --runtime PROGRAM [--seconds N] [--seed N] [--jobs N] [--bindings JS_FOLDER]

Each process makes calls for some seconds, from a seed of its own (tools/api_fuzz.js). It runs in an empty folder with
limits on memory, on the size of files and on time. What it does not call is listed in the script. A finding is printed
with its seed and the last calls; exit code 1 says that there are some.

--bindings calls the functions of bindings instead. PROGRAM is then one that is built with `live-js`, and JS_FOLDER the
folder of the library's JavaScript, of which a changed copy is used.
"""

import argparse
import concurrent.futures
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SCRIPT = Path(__file__).resolve().with_name("api_fuzz.js")
LOG = 200
SLICE = 4
"""Seconds that a process makes calls for."""
PATIENCE = 20
"""Seconds more until a process is taken for hung: the machine may be busy."""
MEMORY = 6 << 30
FILE_SIZE = 64 << 20


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runtime", required=True, help="the program to test")
    parser.add_argument("--seconds", type=float, default=60, help="how long, in all")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--bindings", help="the folder of the library's JavaScript")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="api-fuzz-") as folder:
        fuzz = Fuzz(options.runtime, Path(folder), options.bindings)
        findings, runs = fuzz.run(options.seed, options.seconds, options.jobs)
    for seed, what, calls in findings:
        print(f"seed {seed}: {what}")
        for call in calls:
            print(f"    {call}")
    print(f"{runs} runs, {len(findings)} findings")
    return 1 if findings else 0


class Fuzz:
    def __init__(self, runtime, folder, bindings=None, piece=SLICE, patience=PATIENCE):
        self.runtime = os.path.abspath(runtime) if os.path.exists(runtime) else runtime
        self.folder = folder
        self.piece = piece
        self.patience = patience
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}
        if bindings:
            self.environment["RONDO_JS"] = str(self.library_with_bindings(Path(bindings)))

    def library_with_bindings(self, source):
        """A copy of the library that leaves `binding` in a global."""
        copy = self.folder / "js"
        shutil.copytree(source, copy)
        rust = source.parent / "src" / "binding" / "mod.rs"
        names = re.findall(r'^    \("(\w+)", \w+::build', rust.read_text(), re.M)
        main = copy / "internal" / "main.js"
        text = main.read_text().replace("'use strict';\n", f"'use strict';\nglobalThis.$binding = binding;\nglobalThis.$bindingNames = {names};\n", 1)
        main.write_text(text)
        return copy

    def run(self, seed, seconds, jobs):
        """Findings, as (seed, what, last calls), and how many processes ran."""
        end = time.monotonic() + seconds
        findings, runs = [], 0
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            while True:
                seeds = range(seed, seed + jobs)
                for found in pool.map(self.run_one, seeds):
                    runs += 1
                    findings += [found] if found else []
                seed += jobs
                if time.monotonic() > end:
                    return findings, runs

    def run_one(self, seed):
        folder = self.folder / f"run-{seed}"
        folder.mkdir()
        (folder / "a").write_text("some text\n")
        with open(self.folder / f"log-{seed}", "w+", encoding="utf-8", errors="replace") as log:
            what = self.outcome(seed, folder, log)
            log.seek(0)
            calls = log.read().splitlines()
        panics = [call for call in calls if call.startswith("PANIC")]
        if panics:
            at = calls.index(panics[0])
            return seed, panics[0], calls[max(0, at - 3) : at]
        return (seed, what, calls[-3:]) if what else None

    def outcome(self, seed, folder, log):
        """What went wrong, if something did."""

        def prepare():
            os.dup2(log.fileno(), LOG)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        command = [self.runtime, str(SCRIPT), str(seed), str(self.piece)]
        child = subprocess.Popen(
            command,
            cwd=folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=prepare,
            pass_fds=(),
            close_fds=False,
        )
        try:
            _, errors = child.communicate(timeout=self.piece + self.patience)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            return "hangs"
        text = errors.decode(errors="replace")
        panicked = re.search(r"panicked at .*\n?.*", text)
        if panicked:
            return panicked[0]
        if child.returncode < 0 and "heap out of memory" not in text:
            return f"ended by signal {-child.returncode}: {text[-300:]}"
        return None


if __name__ == "__main__":
    sys.exit(main())
