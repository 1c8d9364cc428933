"""A runtime under load: its process, what it costs, where it runs."""

import os
import resource
import subprocess
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TICKS = os.sysconf("SC_CLK_TCK")
# The one that is measured has the first core, whoever loads it the others.
CORES = sorted(os.sched_getaffinity(0))
MEASURED, LOADING = CORES[:1], CORES[1:] or CORES
ENVIRONMENT = {**os.environ, "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}


class Failed(Exception):
    """The runtime could not run the case: why, in a line."""


class Measured:
    """A runtime that runs a script on a core of its own; `first` is the first line that it printed."""

    def __init__(self, runtime, script, *arguments, cores=MEASURED):
        command = runtime.command(HERE / script, *arguments)
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )
        self.first = self.process.stdout.readline().strip()
        if not self.first:
            self.process.kill()
            raise Failed((self.process.communicate()[1].strip().splitlines() or ["printed nothing"])[0])

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def status(self, name):
        """A number of /proc/PID/status: VmRSS, VmHWM, in KB."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1])
        raise Failed(f"the system does not tell {name}")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def is_running(self):
        return self.process.poll() is None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


def allow_many_descriptors():
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def settle(seconds=0.3):
    time.sleep(seconds)
