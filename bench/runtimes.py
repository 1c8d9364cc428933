"""Which programs are measured: rondo, and its peers from npm, kept in a cache folder."""

import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PEERS = {"node": "node@26", "deno": "deno", "bun": "bun"}

# Where npm puts the program itself. The link in .bin can be a small script that starts it, which
# would count against the peer.
PROGRAMS = {
    "node": ["node/bin/node", "node-*/bin/node"],
    "deno": ["@deno/*/deno"],
    "bun": ["@oven/*/bin/bun", "bun/bin/bun.exe"],
}
ARGUMENTS = {"deno": ["run", "--allow-all"]}
# `rondo --version` tells the Node release it follows, as `node --version` would.
VERSION_COMMAND = {"rondo": ["-p", "process.versions.rondo"]}
VERSION_WORD = {"deno": 1}


@dataclass(frozen=True)
class Runtime:
    name: str
    version: str
    program: str
    arguments: tuple = ()

    def command(self, script, *script_arguments):
        return [self.program, *self.arguments, str(script), *map(str, script_arguments)]


def cache_folder():
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "rondo" / "peers"


def find(names, rondo, peers_folder):
    """The runtimes that are there, in the order asked for; a word on standard error for each that is not."""
    folder = Path(peers_folder) if peers_folder else installed_peers(names)
    found = []
    for name in names:
        program = rondo if name == "rondo" else peer_program(folder, name)
        runtime = probe(name, program)
        if runtime:
            found.append(runtime)
        else:
            hint = " (./x build makes it)" if name == "rondo" else ""
            print(f"bench: {name} is not there, so it is left out{hint}", file=sys.stderr)
    return found


def installed_peers(names):
    """The cache folder, after npm has put the missing peers there."""
    folder = cache_folder()
    missing = [PEERS[n] for n in names if n in PEERS and not peer_program(folder, n)]
    if not missing:
        return folder
    if not shutil.which("npm"):
        print("bench: npm is not there to install " + ", ".join(missing), file=sys.stderr)
        return folder
    print(f"bench: npm installs {', '.join(missing)} into {folder}", file=sys.stderr)
    folder.mkdir(parents=True, exist_ok=True)
    command = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", *missing]
    subprocess.run(command, stdout=sys.stderr, check=False)
    return folder


def peer_program(folder, name):
    for pattern in PROGRAMS[name]:
        for path in sorted((folder / "node_modules").glob(pattern)):
            if runs_here(path):
                return path
    return None


def runs_here(path):
    """npm may bring a program for another processor or C library beside the right one."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=30).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def probe(name, program):
    if not program or not Path(program).exists():
        return None
    command = [program, *VERSION_COMMAND.get(name, ["--version"])]
    printed = subprocess.run(command, capture_output=True, text=True).stdout.split()
    word = VERSION_WORD.get(name, 0)
    version = printed[word].lstrip("v") if len(printed) > word else "?"
    return Runtime(name, version, str(program), tuple(ARGUMENTS.get(name, ())))


def machine():
    """The machine in a line, so that a table of milliseconds says where it comes from."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"
