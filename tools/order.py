#!/usr/bin/env python3
"""Runs the cases of tests/order on rondo, node, deno and bun: how many does each print as Node does?

Standard output alone is compared, since messages of errors differ between engines. A case that does not
match is run once more, so a busy machine counts against none.
"""

import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tests")]

import record
import runtimes
from terminal import Failure, say

ALL = ["rondo", *runtimes.PEERS]
# Beside the cases, for deno would take a .js file for an ES module, in which ticks run later.
PACKAGE = '{ "type": "commonjs" }\n'


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="./x order", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runtimes", nargs="*", metavar="RUNTIME", help=f"which of them ({', '.join(ALL)})")
    parser.add_argument("--show", action="store_true", help="name the cases that differ")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="cases at once (%(default)s)")
    parser.add_argument("--rondo", default=str(ROOT / "target" / "release" / "rondo"), metavar="FILE", help="the program")
    parser.add_argument(
        "--peers-folder",
        default=os.environ.get("RONDO_BENCH_PEERS"),
        metavar="DIR",
        help="where npm has installed the peers (default: the cache folder; or RONDO_BENCH_PEERS)",
    )
    options = parser.parse_args(arguments)
    for name in options.runtimes:
        if name not in ALL:
            parser.error(f"there is no runtime {name!r}: {', '.join(ALL)}")
    return options


def main(arguments):
    options = parse(arguments)
    found = runtimes.find(options.runtimes or ALL, os.path.abspath(options.rondo), options.peers_folder)
    if not found:
        raise Failure("none of these runtimes is there")
    cases = [name for name in record.case_names() if name.startswith("order/")]
    differing = {}
    with tempfile.TemporaryDirectory(prefix="rondo-order-") as folder:
        copy_cases(Path(folder))
        for runtime in found:
            program = one_word(runtime, Path(folder))
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                same = list(pool.map(lambda name: prints_as_node(name, program), cases))
            differing[runtime.name] = [name for name, is_same in zip(cases, same) if not is_same]
            if options.show:
                for name in differing[runtime.name]:
                    print(f"{runtime.name}: {name}")
    print(table(found, len(cases), differing))


def copy_cases(folder):
    shutil.copytree(record.ROOT / "order", folder / "order")
    (folder / "package.json").write_text(PACKAGE)
    record.ROOT = folder


def one_word(runtime, folder):
    """The program as one path, as the runner of cases wants it: a script where arguments belong to it."""
    if not runtime.arguments:
        return runtime.program
    script = folder / f"{runtime.name}.sh"
    script.write_text(f"#!/bin/sh\nexec '{runtime.program}' {' '.join(runtime.arguments)} \"$@\"\n")
    script.chmod(0o755)
    return str(script)


def prints_as_node(name, program):
    expected = record.expected_of(name)
    for _ in range(2):
        try:
            if record.matches(expected.out, record.run(name, program).out):
                return True
        except subprocess.TimeoutExpired:
            # It would only take as long again.
            return False
    return False


def table(found, cases, differing):
    """A row for the README."""
    heads = [f"{runtime.name} {runtime.version}" for runtime in found]
    counts = [f"{cases - len(differing[runtime.name]):,}" for runtime in found]
    return "\n".join(
        f"| {' | '.join(row)} |"
        for row in (
            ["higher is better", *heads],
            ["---", *["---:"] * len(found)],
            [f"of {cases} orderings printed as Node does", *counts],
        )
    )


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failure as failure:
        say(str(failure))
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
