#!/usr/bin/env python3
"""Records what the cases in this folder must print, by running them on node.

    tests/record.py --node PATH                 write the expected files that are missing or differ
    tests/record.py --node PATH --check         only say which cases node does not pass
    tests/record.py --node PATH order/tick      only cases whose name contains "order/tick"

--repeat 20 --jobs 8 runs every case 20 times, 8 at once: a case whose output depends on chance shows
itself, and is reported instead of written. The format of a case is told in README.md, beside this file.
An expected file that matches is left as it is, so patterns put in by hand survive.
"""

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent
TIMEOUT_SECONDS = 30
KEPT_VARIABLES = ("PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME")


@dataclass
class Outcome:
    """What a run left behind: texts in the form in which they are compared."""

    out: str
    err: str
    code: int


def case_names():
    """Every case of every group: a group is a folder here, a case a .js or .args file in it."""
    for group in sorted(p for p in ROOT.iterdir() if p.is_dir()):
        stems = {p.stem for p in group.iterdir() if p.suffix in (".js", ".args") and p.is_file()}
        for stem in sorted(stems):
            yield f"{group.name}/{stem}"


def read_lines(path):
    """The lines of a settings file that say something: comments start with `# `."""
    return [line for line in path.read_text().splitlines() if not line.startswith("# ")]


def run(name, node):
    base = ROOT / name
    args_file, env_file, input_file = (Path(f"{base}.{kind}") for kind in ("args", "env", "in"))
    args = read_lines(args_file) if args_file.exists() else [f"{base.name}.js"]
    env = {k: os.environ[k] for k in KEPT_VARIABLES if k in os.environ}
    if env_file.exists():
        env |= dict(line.split("=", 1) for line in read_lines(env_file) if line)
    stdin = input_file.read_bytes() if input_file.exists() else b""
    done = subprocess.run(
        [node, *args], cwd=base.parent, env=env, input=stdin, capture_output=True, timeout=TIMEOUT_SECONDS
    )
    code = done.returncode if done.returncode >= 0 else 128 - done.returncode
    return Outcome(neutral(done.stdout, base.parent, node), neutral(done.stderr, base.parent, node), code)


def neutral(output, folder, node):
    """Takes out what differs between machines. The runner of `cargo test` does the same."""
    text = output.decode(errors="replace")
    return text.replace(str(folder), "[DIR]").replace(str(node), "[PROGRAM]")


def matches(expected, actual):
    """`...` alone on a line stands for any lines, `[..]` for any text within a line."""
    pattern = "".join(
        r"(?:.*\n)*" if line == "..." else ".*".join(map(re.escape, line.split("[..]"))) + r"\n"
        for line in expected.splitlines()
    )
    return re.fullmatch(pattern, actual if actual.endswith("\n") or not actual else actual + "\n") is not None


LOCATION = re.compile(r"(\[DIR\]/|node:).*:\d+$")
CARET = re.compile(r"\s*\^+$")
FRAME = re.compile(r"(?P<indent> +)at (?:(?P<function>.*) \()?(?P<file>.*?):(?P<line>\d+):\d+\)?[ ,{}\]]*$")
PLAIN_NAME = re.compile(r"(new )?[A-Za-z_$][\w$]*$")


def soften(text, exact):
    """Turns what node wrote into an expected file: what engines may word differently becomes a pattern.
    `exact` keeps the place of an error and the frames of the script; otherwise only the message stays."""
    lines = text.splitlines()
    soft = []
    at = 0
    while at < len(lines):
        line = lines[at]
        has_place = LOCATION.match(line) and at + 2 < len(lines) and CARET.match(lines[at + 2])
        if has_place and not (exact and line.startswith("[DIR]")):
            soft.append("...")
            at += 4
            continue
        soft.append(soft_line(line, exact))
        at += 1
    joined = [line for i, line in enumerate(soft) if line != "..." or i == 0 or soft[i - 1] != "..."]
    return "".join(line + "\n" for line in joined)


def soft_line(line, exact):
    frame = FRAME.match(line)
    if frame:
        return soft_frame(frame) if exact else "..."
    if re.match(r" +\.\.\. \d+ lines matching", line):
        return "..."
    line = re.sub(r"^\(node:\d+\)", "([..])", line)
    line = re.sub(r"\(Use `node ", "(Use `[..] ", line)
    return re.sub(r"^Node\.js v\d.*", "[..] v[..]", line)


def soft_frame(frame):
    """Frames of the library and those across an await differ; of the rest, columns and made-up names do."""
    function = frame["function"] or ""
    if frame["file"].startswith("node:") or function.startswith("async "):
        return "..."
    name = f"{function} (" if PLAIN_NAME.match(function) else "[..]"
    return f"{frame['indent']}at {name}{frame['file']}:{frame['line']}:[..]"


def expected_of(name):
    base = ROOT / name
    out, err, code = (Path(f"{base}.{kind}") for kind in ("out", "err", "code"))
    if not out.exists():
        return None
    return Outcome(
        out.read_text(), err.read_text() if err.exists() else "", int(code.read_text()) if code.exists() else 0
    )


def passes(expected, actual):
    return (
        expected is not None
        and expected.code == actual.code
        and matches(expected.out, actual.out)
        and matches(expected.err, actual.err)
    )


def write(name, outcome):
    base = ROOT / name
    exact = name.startswith("errors/")
    Path(f"{base}.out").write_text(soften(outcome.out, exact))
    put(Path(f"{base}.err"), soften(outcome.err, exact))
    put(Path(f"{base}.code"), f"{outcome.code}\n" if outcome.code else "")


def put(path, text):
    """An optional file exists only when it says something."""
    if text:
        path.write_text(text)
    else:
        path.unlink(missing_ok=True)


def judge(name, options):
    """What became of one case: `ok`, or a word of what is wrong or was done, and the outcomes."""
    try:
        outcomes = [run(name, options.node) for _ in range(options.repeat)]
    except subprocess.TimeoutExpired:
        return "ran too long", []
    expected = expected_of(name)
    if all(passes(expected, outcome) for outcome in outcomes):
        return "ok", outcomes
    softened = {(soften(o.out, True), soften(o.err, True), o.code) for o in outcomes}
    if len(softened) > 1:
        return "differs from run to run", outcomes
    if options.check:
        return "is not as expected", outcomes
    write(name, outcomes[0])
    return "written" if passes(expected_of(name), outcomes[0]) else "written, but does not match itself", outcomes


def main():
    parser = argparse.ArgumentParser(description="Record or check the expected output of the cases with node.")
    parser.add_argument("--node", type=lambda p: str(Path(p).resolve()), required=True, help="the node program")
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each case (default 3)")
    parser.add_argument("--jobs", type=int, default=4, help="cases at once (default 4)")
    parser.add_argument("--show", action="store_true", help="print the output of cases that are not ok")
    parser.add_argument("filters", nargs="*", help="run only cases whose name contains one of these")
    options = parser.parse_args()

    names = [n for n in case_names() if not options.filters or any(f in n for f in options.filters)]
    bad = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for name, (verdict, outcomes) in zip(names, pool.map(lambda n: judge(n, options), names)):
            if verdict == "ok":
                continue
            bad += verdict != "written"
            print(f"{name}: {verdict}")
            if options.show:
                for text in sorted({f"--- exit {o.code}\n{o.out}--- stderr\n{o.err}" for o in outcomes}):
                    print(text)
    print(f"{len(names)} cases, {bad} bad")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
