#!/usr/bin/env python3
"""Runs Node's own tests, from any checkout of Node, and shows by area what became of them."""

import argparse
import collections
import os
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))

import conformance_suite
import runtimes
from conformance_list import PassList, read_reference, save_results
from conformance_run import CRASH, HANG, PASS, VERDICTS, Runner, Target
from terminal import Failure, ProgressLine, say

PASSING = ROOT / "tests" / "conformance" / "passing.txt"
# Deno takes a .js file for an ES module unless it is told to look.
DENO_ARGUMENTS = ("--unstable-detect-cjs",)


def parse(arguments):
    parser = argparse.ArgumentParser(prog="./x conformance", description=__doc__)
    parser.add_argument("areas", nargs="*", help="only these areas: a name's first word (timers, fs), or a folder")
    parser.add_argument("--suite", metavar="DIR", help="a checkout of Node (the default is what was unpacked last)")
    parser.add_argument("--archive", metavar="FILE", help="a tar file with Node's folder test, unpacked once into the cache")
    parser.add_argument("--dirs", default=",".join(conformance_suite.FOLDERS), help="folders of tests (%(default)s)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only tests whose names contain this")
    parser.add_argument("--check", action="store_true", help="run the list of passing tests; one that fails twice is a failure")
    parser.add_argument("--update", action="store_true", help="bring the list of passing tests up to date with this run")
    parser.add_argument("--beside", default="", metavar="NAME,..", help="run them on node, deno, bun too")
    parser.add_argument("--reference", metavar="FILE", type=Path, help="say how many of the tests in this list pass")
    parser.add_argument("--save", metavar="DIR", type=Path, help="write RUNTIME.txt there: test, verdict, seconds")
    parser.add_argument("--show", action="store_true", help="name each test that does not pass, and why")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="tests at once (%(default)s)")
    parser.add_argument("--timeout", type=float, default=45, metavar="S", help="the most that a test may take (%(default)s s)")
    parser.add_argument("--rondo", default=str(ROOT / "target" / "release" / "rondo"), metavar="FILE", help="the program to test")
    parser.add_argument(
        "--peers-folder",
        default=os.environ.get("RONDO_BENCH_PEERS"),
        metavar="DIR",
        help="where npm has installed the peers (default: the cache folder; or RONDO_BENCH_PEERS)",
    )
    options = parser.parse_args(arguments)
    options.peers = [name for name in options.beside.split(",") if name]
    unknown = [name for name in options.peers if name not in runtimes.PEERS]
    if unknown:
        parser.error(f"--beside knows {', '.join(runtimes.PEERS)}, not {unknown[0]!r}")
    if options.jobs < 1:
        parser.error("--jobs takes a number from 1 up")
    return options


def main(arguments):
    options = parse(arguments)
    suite = conformance_suite.find(options.suite, options.archive)
    with Runner(suite, options.jobs, options.timeout) as runner:
        if options.check:
            return check(suite, runner, rondo_target(options))
        return survey(suite, runner, options)


def survey(suite, runner, options):
    tests, behind = suite.tests(options.dirs.split(","), set(options.areas), options.only)
    if not tests:
        raise Failure("no test is called like that")
    results = {target.name: run(runner, tests, target) for target in targets(options)}
    own = results["rondo"]
    if options.update:
        update(runner, tests, own, rondo_target(options))
    print(area_table(own) if len(results) == 1 else beside_table(results))
    if behind:
        print(f"left out, for they look behind Node's API: {behind}")
    for line in summary(results, options.reference):
        print(line)
    if options.show:
        for name, result in sorted(own.items()):
            if not result.passed:
                print(f"{result.verdict:5} {name}: {result.reason()}")
    if options.save:
        options.save.mkdir(parents=True, exist_ok=True)
        for name, of_runtime in results.items():
            save_results(options.save / f"{name}.txt", of_runtime)
    return 0


def targets(options):
    peers = runtimes.find(options.peers, None, options.peers_folder) if options.peers else []
    return [rondo_target(options), *map(peer_target, peers)]


def rondo_target(options):
    program = os.path.abspath(options.rondo)
    if not os.access(program, os.X_OK):
        raise Failure(f"there is no program {program}")
    return Target("rondo", program)


def peer_target(peer):
    arguments = peer.arguments + (DENO_ARGUMENTS if peer.name == "deno" else ())
    return Target(peer.name, peer.program, arguments, follows_node=peer.name == "node")


def run(runner, tests, target):
    line = ProgressLine()
    results = runner.run(tests, target, lambda done, total: line.show(f"{target.name}: {done} of {total} tests"))
    line.end()
    return results


def update(runner, tests, results, target):
    """Puts into the list what passed twice, and takes out what failed twice."""
    passing = PassList.read(PASSING)
    changed = [test for test in tests if results[test.name].passed != (test.name in passing.names)]
    runner.jobs = 1
    for name, again in run(runner, changed, target).items():
        wavers = again.passed != results[name].passed
        if wavers:
            say(f"{name} passes at times only: the list stays as it is for it")
        # One that was listed stays so, and one that was not does not get in.
        if wavers and again.passed == (name in passing.names):
            results[name] = again
    came, went = passing.update(results)
    passing.write(PASSING)
    for name in sorted(went):
        print(f"no longer passes: {name}")
    say(f"{PASSING.relative_to(ROOT)}: {len(passing.names)} tests, {len(came)} new, {len(went)} gone")


def check(suite, runner, target):
    """Runs the list but for its slow tests; what fails is run again, alone."""
    passing = PassList.read(PASSING)
    tests, absent = suite.named(sorted(passing.names - passing.slow))
    results = run(runner, tests, target)
    suspects = [test for test in tests if not results[test.name].passed]
    runner.jobs = 1
    again = run(runner, suspects, target)
    lost = {name: result for name, result in again.items() if not result.passed}
    for name, result in sorted(lost.items()):
        print(f"{result.verdict:5} {name}: {result.reason()}")
    print(
        f"Node's tests: {len(tests) - len(lost)} of {len(tests)} on the list pass"
        f" ({len(passing.slow)} slow ones left out, {len(suspects) - len(lost)} passed when run again)"
    )
    if absent:
        print(f"not in this suite: {len(absent)}, such as {absent[0]}")
    return 1 if lost else 0


def area_table(results):
    """Verdicts by area; the areas come by name, the sum last."""
    rows = collections.defaultdict(collections.Counter)
    for name, result in results.items():
        rows[conformance_suite.area_of(name)][result.verdict] += 1
    total = sum(rows.values(), collections.Counter())
    lines = [("area", "tests", *VERDICTS)]
    for area, row in [*sorted(rows.items()), ("all", total)]:
        lines.append((area, row.total(), *(row[verdict] for verdict in VERDICTS)))
    return columns(lines)


def beside_table(results):
    """How many tests of each area each runtime passes."""
    rows = collections.defaultdict(collections.Counter)
    for runtime, of_runtime in results.items():
        for name, result in of_runtime.items():
            rows[conformance_suite.area_of(name)][runtime] += result.passed
    sizes = collections.Counter(conformance_suite.area_of(name) for name in next(iter(results.values())))
    total = sum(rows.values(), collections.Counter())
    lines = [("area", "tests", *results)]
    for area, row in [*sorted(rows.items()), ("all", total)]:
        lines.append((area, sizes[area] if area != "all" else sizes.total(), *(row[name] for name in results)))
    return columns(lines)


def columns(lines):
    widths = [max(len(str(line[at])) for line in lines) for at in range(len(lines[0]))]
    return "\n".join(
        "  ".join(f"{cell:<{width}}" if at == 0 else f"{cell:>{width}}" for at, (cell, width) in enumerate(zip(line, widths)))
        for line in lines
    )


def summary(results, reference_file):
    """How each runtime does among the tests that node passes: node of this run, or of a list."""
    for name, of_runtime in results.items():
        bad = collections.Counter(result.verdict for result in of_runtime.values())
        yield f"{name}: {bad[PASS]} of {bad.total()} pass, {bad[CRASH]} crash, {bad[HANG]} hang"
    if reference_file:
        reference, source = read_reference(reference_file), str(reference_file)
    elif "node" in results:
        reference, source = {name for name, result in results["node"].items() if result.passed}, "node"
    else:
        return
    for name, of_runtime in results.items():
        if name != source:
            count = sum(of_runtime[test].passed for test in reference & of_runtime.keys())
            yield f"{name} passes {count} of the {len(reference)} that {source} {'lists' if reference_file else 'passes'}"


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failure as failure:
        say(str(failure))
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
