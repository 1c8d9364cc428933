#!/usr/bin/env python3
"""usage: zeal_scripts.py --rondo PROGRAM [--modes MODES] [--jobs N] [WORDS | FILES]

Runs whole scripts on a program that was built with a debug engine (the feature debugmozjs), which then collects
garbage all the time and checks what it is told: the cases of the tests folder whose names contain one of the words (all,
without words), and the files that are named. Only crashes and assertions count: what scripts print may differ, as everything
takes longer. Those that take too long are named.

  --modes MODES   how it collects, with blanks between: MODE,EVERY as RONDO_ZEAL takes it (default: one after another of
                  7,200 minor collections, 2,3000 full ones, 14,3000 compacting ones, 10,3000 incremental ones)
  --jobs N        how many run at once (default: 2)
  --seconds N     how long one may take (default: 180)
"""

import argparse
import itertools
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path.insert(0, str(TESTS))

import record

GROUPS = ("order", "modules", "errors", "program", "tamper")
MODES = "7,200 2,3000 14,3000 10,3000"
# What a program dies of that has a bug. SIGABRT and the others that scripts send themselves come without the words below.
DEADLY = {signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGTRAP, signal.SIGFPE}
SLOW = "takes too long"
WORDS = (b"Assertion failure", b"panicked at", b"MOZ_CRASH", b"Hit MOZ_")


def main(arguments):
    options = parse(arguments)
    modes = itertools.cycle(options.modes.split())
    jobs = [(job, next(modes)) for job in chosen(options.words)]
    with ThreadPoolExecutor(options.jobs) as pool:
        outcomes = pool.map(lambda pair: problem(*pair, options), jobs)
        bad = 0
        for (job, mode), text in zip(jobs, outcomes):
            if text:
                bad += text != SLOW
                print(f"{job[0]} under {mode}: {text}", flush=True)
    print(f"{len(jobs)} scripts, {bad} with a bug")
    return 1 if bad else 0


def parse(arguments):
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("--rondo", required=True)
    parser.add_argument("--modes", default=MODES)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=180)
    parser.add_argument("words", nargs="*")
    return parser.parse_args(arguments)


def chosen(words):
    """A name, the arguments, the folder, further variables and the input of each script."""
    files = [Path(word).resolve() for word in words if Path(word).is_file()]
    words = [word for word in words if not Path(word).is_file()]
    if words or not files:
        for name in record.case_names():
            if name.split("/")[0] in GROUPS and (not words or any(word in name for word in words)):
                yield case(name)
    for file in files:
        yield file.name, [*flags(file), str(file)], file.parent, {}, b""


def case(name):
    base = TESTS / name
    args, env, given = (Path(f"{base}.{kind}") for kind in ("args", "env", "in"))
    variables = {}
    if env.exists():
        variables = dict(line.split("=", 1) for line in record.read_lines(env) if line)
    words = record.read_lines(args) if args.exists() else [f"{base.name}.js"]
    return name, words, base.parent, variables, given.read_bytes() if given.exists() else b""


def flags(file):
    """The options that one of Node's tests wants."""
    for line in file.read_text(errors="replace").splitlines()[:40]:
        if line.startswith("// Flags:"):
            return line.removeprefix("// Flags:").split()
    return []


def problem(job, mode, options):
    """What went wrong, in a word or two; nothing if all is well."""
    _, words, folder, variables, given = job
    env = {**os.environ, **variables, "RONDO_ZEAL": mode.replace("+", ";")}
    command = [str(Path(options.rondo).resolve()), *words]
    try:
        done = subprocess.run(
            command, cwd=folder, env=env, input=given, capture_output=True, timeout=options.seconds
        )
    except subprocess.TimeoutExpired:
        return SLOW
    text = done.stderr + done.stdout
    for line in text.splitlines():
        if any(word in line for word in WORDS):
            return line.decode(errors="replace").strip()
    if -done.returncode in DEADLY:
        return signal.Signals(-done.returncode).name
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
