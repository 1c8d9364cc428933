"""The order in which the engine's sources are tried, with a cache folder and a cargo made up for it."""

import functools
import http.server
import io
import os
import stat
import tarfile
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

import engine
from terminal import Failure

VERSION = "1.2.3-4"
TARGET = "some-machine"


def make_archive(path, names=("js/src/build/libjs_static.a", "jsapi.rs", "gluebindings.rs")):
    path.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(path, "w:gz") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(name), io.BytesIO())
    return path


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class EngineSources(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = Path(scratch.name)
        self.root = self.scratch / "project"
        self.root.mkdir()
        (self.root / "Cargo.lock").write_text(f'[[package]]\nname = "mozjs_sys"\nversion = "{VERSION}"\n')
        variables = {"XDG_CACHE_HOME": str(self.scratch / "cache"), "CC": "cc", "CXX": "c++"}
        self.start(mock.patch.dict(os.environ, variables))
        for name in ("MOZJS_ARCHIVE", "MOZJS_ATTESTATION"):
            os.environ.pop(name, None)
        self.start(mock.patch.object(engine.Engine, "target", TARGET))
        self.start(mock.patch.object(engine, "RELEASES", "http://127.0.0.1:9"))
        self.start(mock.patch.object(engine, "LOOK_SECONDS", 0.02))
        self.said = []
        self.start(mock.patch.object(engine, "say", self.said.append))
        self.start(mock.patch.object(engine.ProgressLine, "show", lambda _, text: self.said.append(text)))
        self.cargo = self.scratch / "cargo"
        self.write_cargo("exit 9")
        self.engine = engine.Engine(self.root, str(self.cargo))

    def start(self, patch):
        patch.start()
        self.addCleanup(patch.stop)

    def write_cargo(self, script):
        self.cargo.write_text(f"#!/bin/sh\n{script}\n")
        self.cargo.chmod(self.cargo.stat().st_mode | stat.S_IXUSR)

    def serve(self):
        handler = functools.partial(QuietHandler, directory=str(self.scratch / "web"))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}"

    def published(self):
        return self.scratch / "web" / "download" / f"mozjs-sys-v{VERSION}" / f"libmozjs-{TARGET}.tar.gz"

    def test_the_variable_comes_first(self):
        make_archive(self.engine.kept())
        own = make_archive(self.scratch / "own.tar.gz")
        os.environ["MOZJS_ARCHIVE"] = str(own)
        self.assertEqual(self.engine.archive(), own)

    def test_a_variable_that_names_nothing_is_an_error(self):
        os.environ["MOZJS_ARCHIVE"] = "/nowhere.tar.gz"
        with self.assertRaisesRegex(Failure, "not there: /nowhere.tar.gz"):
            self.engine.archive()

    def test_an_earlier_choice_stays(self):
        own = make_archive(self.scratch / 'my "own".tar.gz')
        self.engine.write_config(own)
        make_archive(self.engine.kept())
        self.assertEqual(self.engine.archive(), own)

    def test_an_earlier_choice_for_another_version_does_not(self):
        self.engine.write_config(make_archive(self.scratch / "own.tar.gz"))
        self.engine.version = "9.9.9"
        make_archive(self.engine.kept())
        self.assertEqual(self.engine.archive(), self.engine.kept())

    def test_a_config_of_the_user_is_left_alone(self):
        self.engine.config.parent.mkdir()
        self.engine.config.write_text("[build]\njobs = 1\n")
        self.engine.write_config(self.scratch / "own.tar.gz")
        self.assertEqual(self.engine.config.read_text(), "[build]\njobs = 1\n")
        self.assertIn("MOZJS_ARCHIVE", self.said[0])

    def test_an_archive_in_a_config_of_the_user_is_taken(self):
        own = make_archive(self.scratch / "own.tar.gz")
        self.engine.config.parent.mkdir()
        for setting in (f'"{own}"', f'{{ value = "{own}", force = true }}'):
            self.engine.config.write_text(f"[env]\nMOZJS_ARCHIVE = {setting}\n")
            self.assertEqual(self.engine.archive(), own)
        self.engine.config.write_text(f'[env]\nMOZJS_ARCHIVE = "{self.scratch}/gone.tar.gz"\n')
        self.assertIsNone(self.engine.chosen_before())

    def test_a_download_is_kept(self):
        make_archive(self.published())
        with mock.patch.object(engine, "RELEASES", self.serve()):
            self.assertEqual(self.engine.archive(), self.engine.kept())
        self.assertTrue(self.engine.kept().is_file())

    def test_the_variable_can_name_another_place_to_download_from(self):
        make_archive(self.published())
        os.environ["MOZJS_ARCHIVE"] = self.serve()
        self.assertEqual(self.engine.archive(), self.engine.kept())

    def test_a_damaged_download_is_not_kept(self):
        whole = make_archive(self.published()).read_bytes()
        self.published().write_bytes(whole[: len(whole) // 2])
        self.assertIsNone(self.engine.download(self.serve()))
        make_archive(self.published(), names=["jsapi.rs"])
        self.assertIsNone(self.engine.download(self.serve()))
        self.assertEqual(list(self.engine.kept().parent.iterdir()), [])

    def test_without_a_download_it_is_built_and_kept(self):
        made = make_archive(self.scratch / "made.tar.gz")
        out = "$6/release/build/mozjs_sys-0/out/build/js/src/build"
        self.write_cargo(
            f'test "$MOZJS_CREATE_ARCHIVE" = 1 || exit 3\n'
            f"mkdir -p {out} && touch {out}/a.o\n"
            f"printf '%s\\n' {out}/a.o {out}/b.o > {out}/libjs_static_a.list\n"
            f"sleep 1\ncp {made} $6/libmozjs-{TARGET}.tar.gz"
        )
        self.assertEqual(self.engine.archive(), self.engine.kept())
        self.assertIn("engine: 1 of 2 objects, 0 min gone", self.said)
        self.assertEqual(list(self.engine.kept().parent.iterdir()), [self.engine.kept()])

    def test_a_build_that_fails_shows_the_end_of_its_log(self):
        self.write_cargo("echo it broke; exit 1")
        with self.assertRaisesRegex(Failure, "(?s)could not be built.*it broke"):
            self.engine.archive()

    def test_cargo_lock_must_name_the_engine(self):
        (self.root / "Cargo.lock").write_text("")
        with self.assertRaisesRegex(Failure, "mozjs_sys"):
            engine.Engine(self.root, str(self.cargo))


if __name__ == "__main__":
    unittest.main()
