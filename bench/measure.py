"""How one case is measured once on one runtime. Each function returns a number, or raises Failed."""

import os
import signal
import statistics
import subprocess
import time

STARTS_PER_ROUND = 20
TIME_LIMIT = 180
SETTLE_SECONDS = 0.2

# No peer looks for a newer version of itself while it is measured.
ENVIRONMENT = {**os.environ, "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}


class Failed(Exception):
    """The runtime could not run the case: what it said, in a line."""


def once(case, runtime, data_file):
    if case.kind == "start":
        return start(runtime.command(case.script))
    if case.kind == "memory":
        return peak_memory(runtime.command(case.script))
    return script(runtime.command(case.script, *(case.arguments or [data_file])))


def script(command):
    """The milliseconds that the script prints about itself."""
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, env=ENVIRONMENT, timeout=TIME_LIMIT
        )
    except subprocess.TimeoutExpired:
        raise Failed(f"not done after {TIME_LIMIT} s") from None
    if result.returncode != 0:
        raise Failed(first_line(result.stderr) or f"exit code {result.returncode}")
    try:
        return float(result.stdout)
    except ValueError:
        raise Failed(f"printed {result.stdout[:80]!r}") from None


def start(command):
    """Milliseconds from spawning the program to its end: the median of several runs in a row."""
    return statistics.median(one_start(command) for _ in range(STARTS_PER_ROUND))


def one_start(command):
    quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    began = time.perf_counter()
    pid = os.posix_spawn(command[0], command, ENVIRONMENT, file_actions=quiet)
    _, status = os.waitpid(pid, 0)
    took = time.perf_counter() - began
    if status != 0:
        raise Failed(f"exit code {os.waitstatus_to_exitcode(status)}")
    return took * 1000


def peak_memory(command):
    """Megabytes that the program has used at most, shortly after it printed its line.

    Read from the running process: what wait4 reports later would also count the memory of this
    one, which the child shares until it becomes the program.
    """
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
    try:
        if not process.stdout.readline():
            raise Failed("printed nothing")
        time.sleep(SETTLE_SECONDS)
        with open(f"/proc/{process.pid}/status") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) / 1024
    except OSError as error:
        raise Failed(str(error)) from None
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
    raise Failed("the system does not tell peak memory")


def first_line(text):
    for line in text.splitlines():
        if line.strip():
            return line.strip()[:120]
    return ""
