#!/usr/bin/env python3
"""Where the time of a program goes, compiled JavaScript by file and line: perf, with names.

    tools/jit_profile.py [--runtime FILE] [--lines N] SCRIPT [ARGUMENTS]

`optimized` is code of the optimizing compiler, which has most calls inlined: their time is that of the function they
are in. Much of `baseline` or `stub` in a long run is a function that the compiler gave up. Needs perf and a C compiler
(on Debian: apt-get install linux-perf gcc), x86_64, and a runtime with its symbols.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# What jit_profile.c asks for, and the engine's functions.
PLACES = {
    "FILE": "_Z20JS_GetScriptFilenameP8JSScript",
    "LINE": "_Z26JS_GetScriptBaseLineNumberP9JSContextP8JSScript",
    "OPTIMIZED": "_ZN2js3jit13IonPerfSpewer13saveJSProfileEP9JSContextP8JSScriptPNS0_7JitCodeE",
    "BASELINE": "_ZN2js3jit18BaselinePerfSpewer11saveProfileEP9JSContextP8JSScriptPNS0_7JitCodeE",
    "BASELINE_STUB": "_ZN2js3jit20BaselineICPerfSpewer11saveProfileEPNS0_7JitCodeEPKc",
    "OPTIMIZED_STUB": "_ZN2js3jit15IonICPerfSpewer11saveProfileEP9JSContextP8JSScriptPNS0_7JitCodeEPKc",
    "OTHER": "_ZN2js3jit31CollectPerfSpewerJitCodeProfileEPNS0_7JitCodeEPKc",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runtime", default=ROOT / "target/release/rondo", help="the program (target/release/rondo)")
    parser.add_argument("--lines", type=int, default=50, help="how many lines to print (50)")
    parser.add_argument("script")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    chosen = parser.parse_args()
    for program in ("perf", "cc", "nm"):
        if not shutil.which(program):
            sys.exit(f"jit_profile: this needs {program} (on Debian: apt-get install linux-perf gcc binutils)")
    with tempfile.TemporaryDirectory() as folder:
        profile(chosen, Path(folder))


def profile(chosen, folder):
    runtime = Path(chosen.runtime).resolve()
    library = folder / "jit_profile.so"
    source = ROOT / "tools/jit_profile.c"
    subprocess.run(["cc", "-O1", "-w", "-shared", "-fPIC", "-o", library, source], check=True)
    names = {f"JIT_PROFILE_{name}": place for name, place in places(runtime).items()}
    told = {**os.environ, **names, "JIT_PROFILE_PROGRAM": str(runtime), "LD_PRELOAD": str(library)}
    data = folder / "perf.data"
    record = ["perf", "record", "-q", "-F", "5000", "-o", data, runtime, chosen.script, *chosen.arguments]
    subprocess.run(record, env=told, check=True)
    report = ["perf", "report", "-i", data, "--sort", "symbol", "--stdio", "-w", "8,110"]
    said = subprocess.run(report, capture_output=True, text=True, check=True).stdout
    rows = [line[:110].rstrip() for line in said.splitlines() if line.strip() and not line.startswith("#")]
    print("\n".join(rows[: chosen.lines]))


def places(runtime):
    found = {}
    for line in subprocess.run(["nm", runtime], capture_output=True, text=True, check=True).stdout.splitlines():
        parts = line.split()
        if len(parts) == 3:
            found[parts[2]] = parts[0]
    missing = [name for name in PLACES.values() if name not in found]
    if missing:
        sys.exit(f"jit_profile: {runtime} has no {missing[0]}")
    return {name: found[symbol] for name, symbol in PLACES.items()}


if __name__ == "__main__":
    main()
