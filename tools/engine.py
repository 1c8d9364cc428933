"""Where the JavaScript engine comes from: one archive of SpiderMonkey, built for the crate mozjs_sys.

In this order: MOZJS_ARCHIVE, the archive that an earlier setup chose or that the user's own
.cargo/config.toml names, the one in the cache folder, the download that mozjs_sys knows, its source. Whatever is downloaded or built is kept in the cache folder.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import tarfile
import time
import tomllib
import urllib.error
import urllib.request
from pathlib import Path

import packages
from terminal import Failure, ProgressLine, say

RELEASES = "https://github.com/servo/mozjs/releases"
PUBLISHER = "servo/mozjs"
ANSWER_SECONDS = 15
LOG_LINES = 30
LOOK_SECONDS = 1
# The variables by which mozjs_sys chooses its engine: ./x sets them, whatever the caller has set.
CHOICES = ("MOZJS_ARCHIVE", "MOZJS_FROM_SOURCE", "MOZJS_CREATE_ARCHIVE")
CONFIG_HEAD = "# Written by ./x setup: makes plain cargo and editors take the engine that ./x takes."


def cache_folder():
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "rondo" / "engine"


class Engine:
    """The engine that the project in `root` needs."""

    def __init__(self, root, cargo):
        self.root = Path(root)
        self.cargo = cargo
        self.config = self.root / ".cargo" / "config.toml"
        self.version = locked_version(self.root / "Cargo.lock")
        self._target = None

    @property
    def target(self):
        """The triple of this machine, as Rust names it."""
        if self._target is None:
            rustc = Path(self.cargo).with_name("rustc")
            told = subprocess.run([rustc if rustc.exists() else "rustc", "-vV"], capture_output=True, text=True)
            found = re.search(r"^host: (\S+)$", told.stdout, re.M)
            if not found:
                raise Failure("rustc does not tell what machine this is: " + told.stderr.strip())
            self._target = found[1]
        return self._target

    def kept(self, features=""):
        """The archive's place in the cache folder, whether it is there or not."""
        return cache_folder() / f"libmozjs-{self.version}-{self.target}{features}.tar.gz"

    def archive(self, from_source=False):
        """The path of an archive that fits, from the first source that has one."""
        if from_source:
            return self.build()
        given = os.environ.get("MOZJS_ARCHIVE")
        if given and "://" not in given:
            return given_archive(given, self.root)
        chosen = self.chosen_before()
        if chosen and not given:
            return chosen
        if self.kept().is_file():
            say(f"engine: {self.kept()}, kept from before")
            return self.kept()
        return self.download(given or RELEASES) or self.build()

    @staticmethod
    def environment(**chosen):
        """The caller's environment, but with this choice of engine."""
        return {**{name: value for name, value in os.environ.items() if name not in CHOICES}, **chosen}

    def chosen_before(self):
        """What an earlier setup or the user wrote down, if it is of this version and still there."""
        version, path = read_config(self.config)
        if version == self.version and path.is_file():
            return path
        named = named_by_user(self.config)
        if named and named.is_file():
            say(f"engine: {named}, named in {self.config}")
            return named
        return None

    def write_config(self, archive):
        """Tells cargo about the archive, in a file that git does not track."""
        version, path = read_config(self.config)
        if version == self.version and path == archive:
            return
        setting = f"[env]\nMOZJS_ARCHIVE = {json.dumps(str(archive))}\n"
        if named_by_user(self.config) == archive:
            return
        if self.config.exists() and not self.config.read_text().startswith(CONFIG_HEAD):
            say(f"{self.config} is your own, so plain cargo needs these lines in it:\n{setting}")
            return
        self.config.parent.mkdir(exist_ok=True)
        self.config.write_text(f"{CONFIG_HEAD}\n# engine: mozjs_sys {self.version}\n{setting}")

    def download(self, releases):
        """Fetches the archive that the makers of mozjs_sys publish. None if there is no such thing."""
        url = f"{releases}/download/mozjs-sys-v{self.version}/libmozjs-{self.target}.tar.gz"
        part = self.kept().with_suffix(".part")
        part.parent.mkdir(parents=True, exist_ok=True)
        try:
            fetch(url, part)
            check_archive(part)
            attest(part)
        except (OSError, EOFError, tarfile.TarError) as error:
            part.unlink(missing_ok=True)
            say(f"engine: no download from {releases} ({getattr(error, 'reason', error)})")
            return None
        os.replace(part, self.kept())
        say(f"engine: downloaded to {self.kept()}")
        return self.kept()

    def build(self):
        """Compiles the engine from the source in mozjs_sys, in a folder that a later call can go on with."""
        compiler = packages.engine_compiler()
        folder = cache_folder() / f"build-{self.version}-{self.target}"
        folder.mkdir(parents=True, exist_ok=True)
        log = folder / "build.log"
        command = [self.cargo, "build", "--release", "-p", "mozjs_sys", "--target-dir", str(folder)]
        say(f"engine: building it from source, once: 20 minutes on 2 cores (log: {log})")
        with open(log, "wb") as output:
            code = watch(
                subprocess.Popen(
                    command,
                    cwd=self.root,
                    env=self.environment(**compiler, MOZJS_CREATE_ARCHIVE="1"),
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    start_new_session=True,
                ),
                folder,
            )
        built = folder / f"libmozjs-{self.target}.tar.gz"
        if code != 0 or not built.is_file():
            raise Failure(f"the engine could not be built. The end of {log}:\n{tail(log)}")
        check_archive(built)
        os.replace(built, self.kept())
        shutil.rmtree(folder)
        say(f"engine: built, and kept as {self.kept()}")
        return self.kept()


def locked_version(lock):
    if not lock.is_file():
        raise Failure("Cargo.lock is missing")
    found = re.search(r'^name = "mozjs_sys"\nversion = "(.+)"$', lock.read_text(), re.M)
    if not found:
        raise Failure("Cargo.lock does not name the crate mozjs_sys")
    return found[1]


def given_archive(given, root):
    path = Path(os.path.abspath(given))
    if not path.is_file():
        path = root / given
    if not path.is_file():
        raise Failure(f"MOZJS_ARCHIVE names a file that is not there: {given}")
    return path


def read_config(config):
    """The version and the archive that an earlier setup wrote, or (None, None)."""
    if not config.is_file():
        return None, None
    text = config.read_text()
    version = re.search(r"^# engine: mozjs_sys (\S+)$", text, re.M)
    path = re.search(r'^MOZJS_ARCHIVE = (".*")$', text, re.M)
    if not text.startswith(CONFIG_HEAD) or not version or not path:
        return None, None
    return version[1], Path(json.loads(path[1]))


def named_by_user(config):
    """The archive in a configuration that setup did not write, or None."""
    if not config.is_file() or config.read_text().startswith(CONFIG_HEAD):
        return None
    try:
        setting = tomllib.loads(config.read_text()).get("env", {}).get("MOZJS_ARCHIVE")
    except tomllib.TOMLDecodeError as error:
        raise Failure(f"{config} cannot be read: {error}") from error
    path = setting.get("value") if isinstance(setting, dict) else setting
    return Path(path) if path and "://" not in path else None


def fetch(url, destination):
    progress = ProgressLine()
    try:
        with urllib.request.urlopen(url, timeout=ANSWER_SECONDS) as answer, open(destination, "wb") as file:
            whole = int(answer.headers.get("Content-Length") or 0)
            while block := answer.read(1 << 18):
                file.write(block)
                progress.show(f"engine: downloading, {file.tell() >> 20} of {whole >> 20} MB")
            if file.tell() < whole:
                raise urllib.error.URLError("the download broke off")
    finally:
        progress.end()


def check_archive(path):
    """Reads the whole archive, so that a damaged one is never kept."""
    with tarfile.open(path, "r:gz") as archive:
        names = archive.getnames()
    for needed in ("js/src/build/libjs_static.a", "jsapi.rs", "gluebindings.rs"):
        if needed not in names:
            raise tarfile.ReadError(f"the archive has no {needed}")


def attest(path):
    """Checks who made a download, if MOZJS_ATTESTATION asks for that as it does with mozjs_sys itself."""
    wish = os.environ.get("MOZJS_ATTESTATION", "off").lower()
    if wish in ("0", "off", "false"):
        return
    command = ["gh", "attestation", "verify", str(path), "-R", PUBLISHER]
    if shutil.which("gh") and subprocess.run(command, capture_output=True).returncode == 0:
        return
    if wish in ("2", "strict", "force"):
        path.unlink()
        raise Failure("MOZJS_ATTESTATION: the downloaded engine could not be verified with gh")
    raise OSError("gh could not verify it")


def watch(process, folder):
    """Shows how far the build is until it ends; if this program has to end first, the build ends with it."""
    progress = ProgressLine()
    began = time.monotonic()
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        while process.poll() is None:
            minutes = int((time.monotonic() - began) / 60)
            progress.show(f"engine: {stage(folder)}, {minutes} min gone")
            try:
                process.wait(timeout=LOOK_SECONDS)
            except subprocess.TimeoutExpired:
                pass
        return process.returncode
    except KeyboardInterrupt:
        raise Failure("stopped; the next call goes on from here") from None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
        signal.signal(signal.SIGTERM, before)
        progress.end()


def stage(folder):
    """What the build of the engine is at. The list of objects is there as soon as it is configured."""
    lists = folder.glob("release/build/mozjs_sys-*/out/build/js/src/build/libjs_static_a.list")
    newest = max(lists, key=lambda path: path.stat().st_mtime, default=None)
    if newest:
        objects = newest.read_text().split()
        done = sum(os.path.exists(name) for name in objects)
        if done < len(objects):
            return f"{done} of {len(objects)} objects"
        return f"{done} of {len(objects)} objects, now its bindings and the archive"
    if any(folder.glob("release/build/mozjs_sys-*/out/build")):
        return "configuring it"
    return "compiling the crates it needs"


def tail(log):
    return "\n".join(log.read_text(errors="replace").splitlines()[-LOG_LINES:])
