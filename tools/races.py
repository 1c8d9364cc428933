#!/usr/bin/env python3
"""Explores the programs of examples/races, and shows which faults are found, after how many runs and seconds.

    tools/races.py target/release/rondo [NAME...]

Each program has a fault, and beside it the fix: the fault is to be found within 1,000 runs and 30 s, and nothing in
the fixed one, which may be given longer with `--fixed-seconds`. `--plain N` also runs each N times without a schedule, to see
how often the fault shows by itself.
"""

import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / 'examples' / 'races'


def explore(rondo, script, options):
    start = time.monotonic()
    command = [rondo, 'explore', *options, str(script.relative_to(ROOT))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f'{" ".join(command)}: {done.stderr}')
    runs = int(done.stdout.split(' ', 1)[0])
    return done.returncode == 1, runs, time.monotonic() - start, done.stdout


def shows_by_itself(rondo, script, count):
    """Runs a program many times, a few at once: it mostly waits."""
    def run(_):
        return subprocess.run([rondo, str(script)], capture_output=True).stdout
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        outputs = list(pool.map(run, range(count)))
    return count - max(outputs.count(output) for output in outputs)


def cause(report):
    """The words for the first outcome that is not the plain one."""
    found = re.search(r'FAULT\n(?:    \|.*\n)*((?:    [^|].*\n)+)', report)
    lines = [line.strip() for line in found.group(1).splitlines()] if found else []
    return ' '.join(line for line in lines if not line.startswith('again:'))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('rondo')
    parser.add_argument('names', nargs='*')
    parser.add_argument('--plain', type=int, default=0)
    parser.add_argument('--runs', default='1000')
    parser.add_argument('--seconds', default='30')
    parser.add_argument('--fixed-seconds')
    given = parser.parse_args()
    rondo = str(pathlib.Path(given.rondo).resolve())
    options = ['--runs', given.runs, '--for', given.seconds]
    fixed_options = ['--runs', given.runs, '--for', given.fixed_seconds or given.seconds]
    failed = 0
    for script in sorted(FOLDER.glob('*.js')):
        if script.name.endswith('.fixed.js') or not all(name in script.name for name in given.names):
            continue
        found, runs, seconds, report = explore(rondo, script, [*options, '--first'])
        plain = f', by itself {shows_by_itself(rondo, script, given.plain)} of {given.plain}' if given.plain else ''
        print(f'{script.stem}: {"found" if found else "NOT FOUND"} in {runs} runs, {seconds:.1f} s{plain}')
        print(f'    {cause(report)}')
        fixed = script.with_suffix('.fixed.js')
        wrong, runs, seconds, report = explore(rondo, fixed, fixed_options)
        print(f'    fixed: {"FOUND SOMETHING" if wrong else "nothing"} in {runs} runs, {seconds:.1f} s', flush=True)
        if wrong:
            print(report)
        failed += wrong or not found
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
