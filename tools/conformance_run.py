"""Runs files of Node's tests on a runtime: a process, a folder for its files and a verdict for each."""

import concurrent.futures
import itertools
import os
import re
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

PASS, SKIP, FAIL, CRASH, HANG = VERDICTS = ["pass", "skip", "fail", "crash", "hang"]
# What is kept of the output's beginning, and of its end.
KEPT_BYTES = 32 * 1024
# How long output is awaited after the process has ended, should another hold the pipe open.
LAST_WORDS_SECONDS = 1
CRASH_SIGNALS = {signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGTRAP, signal.SIGSYS}
PANIC = re.compile(r"^thread '.*' \(?.*panicked at ", re.MULTILINE)
# How `common.skip` says, in the words of TAP, that the rest of a file does not apply.
SKIPPED = re.compile(r"^1\.\.0 # Skipped", re.MULTILINE)


@dataclass(frozen=True)
class Target:
    """A program to test. Node's options and its list of globals are only asked of those that follow Node."""

    name: str
    program: str
    arguments: tuple = ()
    follows_node: bool = True

    def command(self, test):
        return [self.program, *self.arguments, *(test.flags if self.follows_node else ()), test.name]

    def variables(self):
        # Without the first, a test that misses its options starts itself again with them; a
        # runtime that drops them would do so for ever.
        own = {"NODE_SKIP_FLAG_CHECK": "1"}
        if not self.follows_node:
            own |= {"NODE_TEST_KNOWN_GLOBALS": "0", "DENO_NO_UPDATE_CHECK": "1"}
        return own


@dataclass(frozen=True)
class Result:
    verdict: str
    seconds: float = 0.0
    output: str = ""

    @property
    def passed(self):
        return self.verdict == PASS

    def reason(self):
        """A line of the output that tells most: the first that names an error, else the last."""
        lines = [line.strip() for line in self.output.splitlines() if line.strip()]
        telling = [line for line in lines if re.match(r"(Uncaught )?\w*(Error|Exception)\b|thread '.*panicked", line)]
        return (telling or lines[-1:] or [""])[0][:160]


def judge(code, output):
    """The verdict on a process that ended by itself. A test that skips itself has not passed."""
    if code < 0 and -code in CRASH_SIGNALS or PANIC.search(output) and code != 0:
        return CRASH
    if code != 0:
        return FAIL
    return SKIP if SKIPPED.search(output) else PASS


class Output:
    """What a process prints: its beginning and its end, however much it is."""

    def __init__(self):
        self.begin, self.end, self.dropped = b"", b"", 0

    def add(self, data):
        room = KEPT_BYTES - len(self.begin)
        self.begin += data[:room]
        self.end += data[room:]
        extra = max(0, len(self.end) - KEPT_BYTES)
        self.end = self.end[extra:]
        self.dropped += extra

    def text(self):
        gap = f"\n[{self.dropped} bytes left out]\n".encode() if self.dropped else b""
        return (self.begin + gap + self.end).decode(errors="replace")


class Runner:
    def __init__(self, suite, jobs, seconds):
        self.suite, self.jobs, self.seconds = suite, jobs, seconds
        self.folder = None
        self.numbers = itertools.count()

    def __enter__(self):
        # Names are short since paths of sockets, which tests make in there, may have 107 bytes, also as
        # seen from the folder of the tests.
        self.folder = Path(tempfile.mkdtemp(prefix="rc-"))
        return self

    def __exit__(self, *_):
        self.end_strays()
        remove(self.folder)

    def run(self, tests, target, progress=lambda done, total: None):
        """Results by test's name: several tests at once, then one by one those that want to be alone."""
        results = {}
        beside = [test for test in tests if not test.needs_quiet]
        alone = [test for test in tests if test.needs_quiet]
        for group, jobs in ((beside, self.jobs), (alone, 1)):
            with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
                futures = {pool.submit(self.run_one, test, target): test for test in group}
                try:
                    for future in concurrent.futures.as_completed(futures):
                        results[futures[future].name] = future.result()
                        progress(len(results), len(tests))
                except BaseException:
                    pool.shutdown(cancel_futures=True)
                    raise
        return results

    def run_one(self, test, target):
        folder = self.folder / str(next(self.numbers))
        folder.mkdir()
        began = time.monotonic()
        process = subprocess.Popen(
            target.command(test),
            cwd=self.suite.root,
            env=self.environment(test, target, folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            output, in_time = self.follow(process, began + self.seconds)
        finally:
            kill_group(process.pid)
            process.wait()
            process.stdout.close()
            remove(folder)
        text = output.text()
        verdict = judge(process.returncode, text) if in_time else HANG
        return Result(verdict, time.monotonic() - began, "" if verdict == PASS else text)

    def environment(self, test, target, folder):
        """The caller's, without what would change how tests behave."""
        kept = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("NODE_", "RONDO_", "TEST_")) and key not in ("FORCE_COLOR", "NO_COLOR", "NODE")
        }
        return kept | {"NODE_TEST_DIR": str(folder)} | target.variables() | test.variables

    def follow(self, process, deadline):
        """Reads until the process has ended; what it printed, and whether it ended before the deadline."""
        output = Output()
        ended = os.pidfd_open(process.pid)
        pipe = process.stdout.fileno()
        os.set_blocking(pipe, False)
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(pipe, selectors.EVENT_READ)
                selector.register(ended, selectors.EVENT_READ)
                while True:
                    ready = [key.fd for key, _ in selector.select(max(0, deadline - time.monotonic()))]
                    if pipe in ready and not read_some(pipe, output):
                        selector.unregister(pipe)
                    elif ended in ready:
                        break
                    if time.monotonic() >= deadline:
                        return output, False
        finally:
            os.close(ended)
        process.wait()
        kill_group(process.pid)
        read_rest(pipe, output, time.monotonic() + LAST_WORDS_SECONDS)
        return output, True

    def end_strays(self):
        """Ends children that left their group: they still have this run's folder in their environment."""
        mark = f"NODE_TEST_DIR={self.folder}/".encode()
        for place in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (place / "environ").read_bytes():
                    os.kill(int(place.name), signal.SIGKILL)
            except OSError:
                pass


def read_some(pipe, output):
    """Whether there may be more to come."""
    try:
        data = os.read(pipe, 65536)
    except BlockingIOError:
        return True
    output.add(data)
    return bool(data)


def read_rest(pipe, output, deadline):
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while (left := deadline - time.monotonic()) > 0 and selector.select(left):
            if not read_some(pipe, output):
                return


def kill_group(leader):
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def remove(folder):
    """Also what a test has made unreadable."""

    def allow(function, path, _):
        try:
            os.chmod(os.path.dirname(path), 0o700)
            os.chmod(path, 0o700)
            function(path)
        except OSError:
            pass

    shutil.rmtree(folder, onerror=allow)
