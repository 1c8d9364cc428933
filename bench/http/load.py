"""wrk, and what it says."""

import os
import re
import shutil
import subprocess
import sys

from process import HERE, LOADING, Failed

UNITS = {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}


def need_wrk():
    if not shutil.which("wrk"):
        sys.exit("bench: this needs the program wrk (on Debian: apt-get install wrk)")


def run(port, path, seconds, connections, script=()):
    """Loads a server, and gives requests a second, the latencies p50 and p99 in ms, and the requests made."""
    command = ["wrk", "--latency", "-t1", f"-c{connections}", f"-d{seconds}s"]
    if script:
        command += ["-s", str(HERE / script[0])]
    command += [f"http://127.0.0.1:{port}{path}"]
    if script:
        command += ["--", *map(str, script[1:])]
    pin = lambda: os.sched_setaffinity(0, LOADING)
    said = subprocess.run(command, capture_output=True, text=True, preexec_fn=pin, timeout=seconds + 60)
    if said.returncode != 0:
        raise Failed(said.stderr.strip() or "wrk failed")
    return read(said.stdout)


def read(text):
    errors = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    if errors:
        raise Failed(f"{errors[1]} answers were errors")
    broken = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", text)
    if broken and any(int(count) for count in broken.groups()[:3]):
        raise Failed(broken[0])
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
    total = int(re.search(r"(\d+) requests in", text)[1])
    return rate, latency(text, "50%"), latency(text, "99%"), total


def latency(text, which):
    found = re.search(rf"^\s+{which}\s+([\d.]+)(us|ms|s|m)$", text, re.MULTILINE)
    return float(found[1]) * UNITS[found[2]] if found else None
