#!/usr/bin/env python3
"""Runs web platform tests (*.any.js) on one or two runtimes and compares what passes.

    tools/wpt/wpt.py --wpt FOLDER --runtime rondo [--beside node] streams encoding/streams
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess

RUN_FILE = pathlib.Path(__file__).with_name("run_file.js")


def run_file(runtime, wpt, name, seconds):
    """What became of each test of a file, by name; the whole file is one more, with an empty name."""
    try:
        done = subprocess.run([*runtime.split(), str(RUN_FILE), str(wpt), name], capture_output=True,
                              text=True, timeout=seconds, errors="replace")
        text, trouble = done.stdout, done.stderr[-500:]
    except subprocess.TimeoutExpired as late:
        text, trouble = (late.stdout or b"").decode(errors="replace"), "timeout"
    results = {"": "did not finish " + trouble}
    for line in text.splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if "whole" in entry:
            results[""] = "pass" if entry["whole"] == 0 else entry.get("message") or "fail"
        elif "status" in entry:
            passed = entry["status"] == "pass"
            results[entry["name"]] = "pass" if passed else f"{entry['status']}: {entry.get('message')}"
    return results


def count(results):
    return sum(value == "pass" for name, value in results.items() if name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wpt", type=pathlib.Path, required=True, help="a checkout of the web platform tests")
    parser.add_argument("--runtime", required=True)
    parser.add_argument("--beside", help="another runtime: only what it passes and the first does not is shown")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=30, help="the most that a file may take")
    parser.add_argument("folders", nargs="+", help="folders or files below the WPT folder")
    options = parser.parse_args()

    names = []
    for folder in options.folders:
        place = options.wpt / folder
        found = [place] if place.is_file() else sorted(place.rglob("*.any.js"))
        names += [str(one.relative_to(options.wpt)) for one in found]
    runtimes = [options.runtime] + ([options.beside] if options.beside else [])
    totals = [0] * len(runtimes)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = [(name, [pool.submit(run_file, runtime, options.wpt, name, options.seconds) for runtime in runtimes])
                for name in names]
        for name, futures in rows:
            results = [future.result() for future in futures]
            counts = [count(one) for one in results]
            totals = [total + one for total, one in zip(totals, counts)]
            print(f"{name}: {' / '.join(map(str, counts))} of {max(len(one) - 1 for one in results)}")
            other = results[1] if len(results) > 1 else None
            for test, value in results[0].items():
                if value != "pass" and (other is None or other.get(test) == "pass"):
                    print(f"    {test or 'the file'}: {value}")
            if other is not None:
                for test in other.keys() - results[0].keys():
                    print(f"    {test}: no result")
    print("passed:", " / ".join(map(str, totals)))


if __name__ == "__main__":
    main()
