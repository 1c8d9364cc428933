#!/usr/bin/env python3
"""Runs the programs of tests/packages: does what people have installed from npm run as it is?

Each program uses a package as people do; what it must print was recorded from node 26. npm installs the
packages, in the exact versions of tests/packages, into the cache folder. A program that waits for a part of
rondo which is not there yet is named in waiting.txt with that part, and reported as waiting.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tools")]

import runtimes
from terminal import Failure, say

PACKAGES = ROOT / "tests" / "packages"
PROGRAMS = PACKAGES / "programs"
LISTS = ("package.json", "package-lock.json")
TIMEOUT_SECONDS = 60
# The rest of the environment could show in what a program prints.
KEPT_VARIABLES = ("PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME")
SHOWN_LINES = 12

Outcome = collections.namedtuple("Outcome", "out err code")


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="./x packages", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="which programs (default: all)")
    parser.add_argument("--show", action="store_true", help="show how the output of a program differs")
    parser.add_argument("--record", action="store_true", help="run them on node and write what they print, where it is new")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="programs at once (%(default)s)")
    parser.add_argument("--rondo", default=str(ROOT / "target" / "release" / "rondo"), metavar="FILE", help="the program")
    parser.add_argument("--node", metavar="FILE", help="node 26, for --record (default: the one in the cache folder)")
    options = parser.parse_args(arguments)
    unknown = set(options.names) - set(program_files())
    if unknown:
        parser.error(f"there is no program for {', '.join(sorted(unknown))}")
    return options


def main(arguments):
    options = parse(arguments)
    files = {name: file for name, file in program_files().items() if name in (options.names or program_files())}
    folder = installed()
    runtime = node(options) if options.record else os.path.abspath(options.rondo)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        outcomes = dict(zip(files, pool.map(lambda file: run(runtime, file, folder), files.values())))
    return record(outcomes) if options.record else report(outcomes, options.show)


def program_files():
    """Program by name: a package a file."""
    return {path.stem: path for path in sorted(PROGRAMS.iterdir()) if path.suffix in (".js", ".mjs", ".cjs", ".ts")}


def node(options):
    if options.node:
        return os.path.abspath(options.node)
    found = runtimes.find(["node"], None, os.environ.get("RONDO_BENCH_PEERS"))
    if not found:
        raise Failure("node 26 is needed to record: --node FILE")
    return found[0].program


def installed():
    """The folder with the packages, made by npm unless it is there for these very versions."""
    digest = hashlib.sha256(b"".join((PACKAGES / name).read_bytes() for name in LISTS)).hexdigest()[:16]
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rondo" / "packages"
    folder = root / digest
    if not folder.is_dir():
        install(folder)
    return folder


def install(folder):
    if not shutil.which("npm"):
        raise Failure("npm is needed to install the packages")
    say(f"npm installs the packages into {folder}")
    making = folder.with_name(f"{folder.name}.{os.getpid()}")
    making.mkdir(parents=True)
    for name in LISTS:
        shutil.copy(PACKAGES / name, making)
    # No scripts of theirs: none of these packages needs one, and they are the work of others. Not `ci`, which wants the
    # packages for all other systems in the list, too; the versions are those of the list all the same.
    command = ["npm", "install", "--prefix", making, "--no-save", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"]
    if subprocess.run(command, stdout=sys.stderr).returncode != 0:
        shutil.rmtree(making)
        raise Failure("npm could not install the packages")
    making.rename(folder)


def run(runtime, file, folder):
    """Runs a copy of the program beside the packages, with this runtime as what `node` means to children."""
    with tempfile.TemporaryDirectory(prefix="run-", dir=folder) as scratch:
        scratch = Path(scratch)
        shutil.copy(file, scratch)
        (scratch / "bin").mkdir()
        (scratch / "bin" / "node").symlink_to(runtime)
        (scratch / "tmp").mkdir()
        environment = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        environment["PATH"] = f"{scratch / 'bin'}{os.pathsep}{environment['PATH']}"
        environment |= {"TMPDIR": str(scratch / "tmp"), "TZ": "UTC", "LANG": "C.UTF-8"}
        outcome = finished([scratch / "bin" / "node", file.name], scratch, environment)
        texts = (text.replace(str(scratch), "[DIR]").replace(str(folder), "[PACKAGES]") for text in outcome[:2])
        return Outcome(*texts, outcome.code)


def finished(command, scratch, environment):
    """A session of its own, so that children of a program that hangs end with it."""
    options = {"cwd": scratch, "env": environment, "stdin": subprocess.DEVNULL, "start_new_session": True}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options) as process:
        try:
            out, err = process.communicate(timeout=TIMEOUT_SECONDS)
            code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            code = "it did not end"
        return Outcome(out.decode(errors="replace"), err.decode(errors="replace"), code)


def record(outcomes):
    failed = []
    for name, outcome in outcomes.items():
        if outcome.code != 0:
            failed.append(name)
            print(f"{name}: node does not run it ({outcome.code})\n{outcome.err}")
        elif outcome.out != expected(name):
            (PROGRAMS / f"{name}.out").write_bytes(outcome.out.encode())
            print(f"{name}: written")
    return bool(failed)


def report(outcomes, show):
    waiting = waiting_for()
    counts = collections.Counter()
    rows = []
    for name, outcome in outcomes.items():
        good = outcome.code == 0 and outcome.out == expected(name)
        part = waiting.get(name)
        result = ("passed" if good else "waiting" if part else "differs")
        counts[result] += 1
        remark = f"for {part}" if result == "waiting" else "though it is marked as waiting" if part else ""
        rows.append((name, result, remark if good or part else summary(name, outcome)))
        if show and result == "differs":
            print(f"--- {name}\n{differing_lines(name, outcome)}")
    widths = [max(len(row[i]) for row in rows) for i in range(2)]
    for row in rows:
        print(f"{row[0]:{widths[0]}}  {row[1]:{widths[1]}}  {row[2]}".rstrip())
    print(f"\n{len(rows)} programs: " + ", ".join(f"{counts[kind]} {kind}" for kind in ("passed", "differs", "waiting")))
    return counts["differs"] > 0


def expected(name):
    path = PROGRAMS / f"{name}.out"
    return path.read_bytes().decode() if path.is_file() else None


def waiting_for():
    """Program -> the part of rondo that it waits for."""
    lines = (line.split("#")[0].split(maxsplit=1) for line in (PACKAGES / "waiting.txt").read_text().splitlines())
    return {words[0]: words[1].strip() for words in lines if words}


def summary(name, outcome):
    if outcome.code != 0:
        last = [line for line in outcome.err.splitlines() if "Error" in line] or [""]
        return f"ended with {outcome.code}: {last[0].strip()}"[:150]
    number, theirs, ours = first_difference(name, outcome)
    return f"line {number}: {ours!r} for {theirs!r}"[:150]


def first_difference(name, outcome):
    theirs, ours = (expected(name) or "").splitlines(), outcome.out.splitlines()
    for number in range(max(len(theirs), len(ours))):
        pair = [lines[number] if number < len(lines) else None for lines in (theirs, ours)]
        if pair[0] != pair[1]:
            return number + 1, *pair
    return len(theirs), None, None


def differing_lines(name, outcome):
    import difflib

    lines = difflib.unified_diff((expected(name) or "").splitlines(), outcome.out.splitlines(), "node", "rondo", "", "", 1, "")
    errors = outcome.err.splitlines()[:SHOWN_LINES]
    return "\n".join([*list(lines)[: SHOWN_LINES * 3], *errors])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failure as failure:
        say(str(failure))
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
