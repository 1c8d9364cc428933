"""Node's own tests on disk: where they are, which of them count, and what each asks to be run with."""

import hashlib
import os
import re
import tarfile
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from terminal import Failure, say

FOLDERS = ["parallel", "sequential", "es-module", "module-hooks", "async-hooks", "test-runner"]
TEST_NAME = re.compile(r"test-.+\.(js|mjs|cjs)")
# In these folders a name's first word tells the subject; any other folder is an area by itself.
MIXED_FOLDERS = ("parallel", "sequential", "pummel")
ONE_AT_A_TIME = ("sequential", "pummel")

# Options that reach behind Node's documented API: its internals, V8, its inspector and snapshots, its
# permissions, and experiments of its own. A test with one of them says nothing about a runtime
# that only promises the API, so it counts for none.
BEHIND_THE_API = [
    *("expose-internals", "expose-gc", "expose-externalize-string", "allow-natives-syntax", "stack-size"),
    *("gc-", "trace-gc", "js-", "harmony", "v8-", "jitless", "minor-ms", "predictable-gc", "stress-", "max-old"),
    *("max-heap", "max-semi", "concurrent", "no-concurrent", "noconcurrent", "no-maglev", "no-opt", "wasm"),
    *("interpreted-frames", "enable-sharedarraybuffer", "single-threaded", "prof", "perf-", "cpu-prof", "heap-prof"),
    *("heapsnapshot", "inspect", "experimental-network-inspection", "experimental-storage-inspection"),
    *("build-snapshot", "snapshot", "no-node-snapshot", "node-snapshot", "experimental-sea", "trace-event"),
    *("experimental-quic", "experimental-vfs", "experimental-ffi"),
    *("secure-heap", "openssl", "force-fips", "enable-fips", "debug-arraybuffer", "test-udp"),
]
INTERNALS = re.compile(r"internalBinding|internal/test/binding")
FLAGS = re.compile(r"^// Flags:[ \t]*(--?.*)$", re.MULTILINE)
VARIABLES = re.compile(r"^// Env:[ \t]*(.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Test:
    """A file of the suite; its name is the path from the suite's root."""

    name: str
    flags: tuple = ()
    variables: dict = field(default_factory=dict, hash=False)

    @property
    def folder(self):
        return self.name.split("/")[1]

    @property
    def area(self):
        return area_of(self.name)

    @property
    def needs_quiet(self):
        """Whether nothing else of the suite may run beside it."""
        return self.folder in ONE_AT_A_TIME


def area_of(name):
    _, folder, file = name.split("/", 2)
    if folder not in MIXED_FOLDERS:
        return folder
    return re.match(r"test-([a-z0-9]*)", file)[1] or "other"


def read_test(name, text):
    """The test, or None if it looks behind the API."""
    flags = FLAGS.search(text)
    flags = tuple(flags[1].split()) if flags else ()
    if INTERNALS.search(text) or any(is_behind_the_api(flag) for flag in flags):
        return None
    variables = VARIABLES.search(text)
    pairs = [word.partition("=") for word in variables[1].split()] if variables else []
    return Test(name, flags, {key: value for key, _, value in pairs})


def is_behind_the_api(flag):
    word = flag.lstrip("-").replace("_", "-")
    return word.startswith(tuple(BEHIND_THE_API))


class Suite:
    def __init__(self, root):
        self.root = Path(root).resolve()
        if not (self.root / "test" / "common").is_dir():
            raise Failure(f"{self.root} holds no tests of Node: it has no folder test/common")

    def tests(self, folders, areas=(), only=""):
        """The tests that count, and how many were left out because they look behind the API."""
        chosen, behind = [], 0
        for folder in folders:
            place = self.root / "test" / folder
            if not place.is_dir():
                raise Failure(f"there is no folder {place}")
            for path in sorted(place.iterdir()):
                name = f"test/{folder}/{path.name}"
                wanted = TEST_NAME.fullmatch(path.name) and only in name and (not areas or area_of(name) in areas)
                if not wanted:
                    continue
                test = read_test(name, path.read_text(errors="replace"))
                if test:
                    chosen.append(test)
                else:
                    behind += 1
        return chosen, behind

    def named(self, names):
        """The tests of these names, and the names that this suite does not have."""
        found, absent = [], []
        for name in names:
            path = self.root / name
            test = path.is_file() and read_test(name, path.read_text(errors="replace"))
            if test:
                found.append(test)
            else:
                absent.append(name)
        return found, absent


def find(folder, archive):
    """The suite in a folder, or in an archive that is unpacked once, or the one that was unpacked last."""
    if folder:
        return Suite(folder)
    if archive:
        return Suite(unpacked(Path(archive)))
    kept = sorted(cache_folder().glob("*/test"), key=lambda path: path.stat().st_mtime)
    if kept:
        return Suite(kept[-1].parent)
    raise Failure(
        "Node's tests are not here. Get them (git clone --depth 1 https://github.com/nodejs/node), then\n"
        "   ./x conformance --suite FOLDER, or --archive FILE for a tar file that holds the folder test"
    )


def cache_folder():
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "rondo" / "node-tests"


def unpacked(archive):
    """Where an archive's content lies: a folder named by what the archive holds, so a new one gets another."""
    if not archive.is_file():
        raise Failure(f"there is no archive {archive}")
    with archive.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()[:16]
    place = cache_folder() / digest
    if place.is_dir():
        return place
    say(f"unpacking {archive.name} into {place}")
    place.parent.mkdir(parents=True, exist_ok=True)
    # In two steps: a run that is interrupted leaves nothing that looks whole.
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=".unpacking-") as folder:
        fresh = Path(folder) / "suite"
        with tarfile.open(archive) as content:
            content.extractall(fresh, filter="tar")
        try:
            fresh.rename(place)
        except OSError:
            # Another run may have been quicker.
            if not place.is_dir():
                raise
    return place
