#!/usr/bin/env python3
"""Servers and clients of node:http under load: rondo beside node, deno and bun, each on one core, in turns."""

import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import hold
import load
import runtimes
import soak
from process import LOADING, Failed, Measured, allow_many_descriptors, settle


@dataclass(frozen=True)
class Case:
    name: str
    title: str
    path: str = "/"
    connections: int = 64
    script: tuple = ()
    # How long the answer's body is, where one that does nothing else can stand beside it.
    body: int | None = None


CASES = [
    Case("hello", "hello, 64 connections", body=14),
    Case("json", "JSON of 10 objects, 64 connections", path="/json", body=417),
    Case("pipelined", "hello, 16 pipelined, 64 connections", script=("pipeline.lua",)),
    Case("post-1k", "POST of 1 KB", path="/upload", script=("post.lua", 1024)),
    Case("post-1m", "POST of 1 MB, 8 connections", path="/upload", connections=8, script=("post.lua", 1 << 20)),
    Case("file", "a file of 100 KB by stream, 32 connections", path="/file", connections=32),
    Case("client", "client with a keep-alive agent, 16 under way"),
]


@dataclass(frozen=True)
class Bare:
    """A server in C that looks at nothing (bare.c): what the system and wrk leave to be had."""

    program: str
    body: int = 0
    name: str = "bare C"
    version: str = ""

    def command(self, _script, *_arguments):
        return [self.program, str(self.body)]


def compile_bare(folder):
    program = str(Path(folder) / "bare")
    subprocess.run(["cc", "-O2", "-o", program, HERE / "bare.c"], check=True)
    return Bare(program)


@dataclass
class Figures:
    """What was measured of one case on one runtime; the best round counts."""

    rate: float = 0
    p50: float | None = None
    p99: float | None = None
    cpu: float | None = None
    memory: float | None = None
    failed: str | None = None
    rounds: list = field(default_factory=list)

    def add(self, rate, p50, p99, cpu, memory):
        self.rounds.append(rate)
        if rate > self.rate:
            self.rate, self.p50, self.p99, self.cpu, self.memory = rate, p50, p99, cpu, memory
# How many looks of a soak are printed.
SHOWN = 60


def options():
    parser = argparse.ArgumentParser(prog="./x bench http", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="how many rounds (3)")
    parser.add_argument("--seconds", type=int, default=4, metavar="N", help="how long each load lasts (4)")
    parser.add_argument("--only", metavar="CASE,..", help="of " + ", ".join(case.name for case in CASES))
    parser.add_argument("--peers", metavar="NAME,..", help="beside these alone: " + ", ".join(runtimes.PEERS))
    parser.add_argument("--hold", type=int, metavar="N", help="instead: hold N connections open, then ask on each")
    parser.add_argument("--soak", type=float, metavar="MINUTES", help="instead: full load for so long, on rondo alone")
    parser.add_argument("--peers-folder", default=os.environ.get("RONDO_BENCH_PEERS"), metavar="DIR")
    target = os.environ.get("CARGO_TARGET_DIR") or HERE.parent.parent / "target"
    parser.add_argument("--rondo", default=Path(target) / "release" / "rondo", metavar="FILE")
    return parser.parse_args()


def serve_once(case, runtime, file, seconds):
    """One load on one server: rate, p50, p99, microseconds of CPU a request, MB of memory at most."""
    with Measured(runtime, "server.js", file) as server:
        port = int(server.first)
        load.run(port, case.path, 1, case.connections, case.script)
        before = server.cpu_seconds()
        rate, p50, p99, total = load.run(port, case.path, seconds, case.connections, case.script)
        cpu = (server.cpu_seconds() - before) / max(total, 1) * 1e6
        return rate, p50, p99, cpu, server.status("VmHWM") / 1024


def ask_once(runtime, reference, file, seconds):
    """One run of the client, against the same server for all."""
    with Measured(reference, "server.js", file, cores=LOADING) as server:
        with Measured(runtime, "client.js", server.first, seconds) as client:
            before = client.cpu_seconds()
            settle(seconds * 0.9)
            spent, memory = client.cpu_seconds() - before, client.status("VmHWM") / 1024
            rate = float(client.process.stdout.readline() or 0)
        return rate, None, None, spent / max(rate * seconds * 0.9, 1) * 1e6, memory


def run_rounds(chosen, cases, found, file):
    figures = {case.name: {runtime.name: Figures() for runtime in found} for case in cases}
    reference = next((runtime for runtime in found if runtime.name == "node"), found[0])
    for turn in range(chosen.rounds):
        order = found[turn % len(found) :] + found[: turn % len(found)]
        for case in cases:
            for runtime in order:
                if isinstance(runtime, Bare):
                    if case.body is None:
                        continue
                    runtime = replace(runtime, body=case.body)
                print(f"round {turn + 1} of {chosen.rounds}: {case.name} on {runtime.name}", file=sys.stderr)
                of = figures[case.name][runtime.name]
                try:
                    if case.name == "client":
                        of.add(*ask_once(runtime, reference, file, chosen.seconds))
                    else:
                        of.add(*serve_once(case, runtime, file, chosen.seconds))
                except Failed as failure:
                    of.failed = str(failure)
                    print(f"  {runtime.name}: {failure}", file=sys.stderr)
    return figures


def table(title, cases, found, figures, pick, shown, compare=False):
    names = [runtime.name for runtime in found]
    peers = [name for name in names if name != "rondo"] if compare and "rondo" in names else []
    heads = [f"{runtime.name} {runtime.version}".strip() for runtime in found] + [f"rondo ÷ {peer}" for peer in peers]
    lines = [f"| {title} | " + " | ".join(heads) + " |", "| --- |" + " ---: |" * len(heads)]
    for case in cases:
        values = {name: pick(figures[case.name][name]) for name in names}
        if not any(values.values()):
            continue
        cells = [shown(values[name]) if values[name] else "–" for name in names]
        for peer in peers:
            own, other = values["rondo"], values[peer]
            cells.append(f"{own / other:.2f}" if own and other else "–")
        lines.append(f"| {case.title} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def report(chosen, cases, found, figures):
    tables = [
        table("requests a second", cases, found, figures, lambda of: of.rate, "{:,.0f}".format, compare=True),
        table("p50 in ms", cases, found, figures, lambda of: of.p50, "{:.2f}".format),
        table("p99 in ms", cases, found, figures, lambda of: of.p99, "{:.2f}".format),
        table("CPU time a request in µs", cases, found, figures, lambda of: of.cpu, "{:.1f}".format),
        table("memory at most in MB", cases, found, figures, lambda of: of.memory, "{:.0f}".format),
    ]
    how = f"Best of {chosen.rounds} rounds of {chosen.seconds} s by requests a second, each server on a core of its own, wrk on another; bare C answers whatever it reads"
    return "\n".join(tables) + f"\n{how}; {datetime.date.today().isoformat()}, {runtimes.machine()}.\n"


def hold_all(found, count, file):
    allow_many_descriptors()
    for runtime in found:
        try:
            with Measured(runtime, "server.js", file) as server:
                size, answered = hold.hold(server, count)
                print(f"{runtime.name}: {size:,.0f} bytes a connection; {answered:,} of {count:,} answered")
        except Failed as failure:
            print(f"{runtime.name}: {failure}")


def soak_rondo(found, minutes, file):
    allow_many_descriptors()
    with Measured(found[0], "server.js", file) as server:
        seen = soak.soak(server, minutes * 60)
    for second, memory, descriptors in seen[:: max(len(seen) // SHOWN, 1)]:
        print(f"{second:6.0f} s  {memory:8,} KB  {descriptors} descriptors")
    well, words = soak.verdict(seen)
    print(("nothing grew: " if well else "it grew: ") + words)
    sys.exit(0 if well else 1)


def main():
    chosen = options()
    names = ["rondo", *(chosen.peers.split(",") if chosen.peers else runtimes.PEERS)]
    found = runtimes.find(["rondo"] if chosen.soak else names, chosen.rondo, chosen.peers_folder)
    with tempfile.NamedTemporaryFile(prefix="rondo-bench-") as data:
        data.write(os.urandom(100 * 1024))
        data.flush()
        if chosen.hold:
            return hold_all(found, chosen.hold, data.name)
        load.need_wrk()
        if chosen.soak:
            return soak_rondo(found, chosen.soak, data.name)
        wanted = chosen.only.split(",") if chosen.only else [case.name for case in CASES]
        cases = [case for case in CASES if case.name in wanted]
        with tempfile.TemporaryDirectory() as folder:
            found.append(compile_bare(folder))
            figures = run_rounds(chosen, cases, found, data.name)
    text = report(chosen, cases, found, figures)
    print(text, end="")
    if not chosen.only and not chosen.peers:
        (HERE.parent / "results" / "http.md").write_text(text)
        all_of = {case: {name: vars(of) for name, of in by.items()} for case, by in figures.items()}
        (HERE.parent / "results" / "http.json").write_text(json.dumps(all_of, indent=2) + "\n")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
