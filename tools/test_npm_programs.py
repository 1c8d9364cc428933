"""What ./x packages makes of outcomes, and that its lists fit together."""

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import npm_programs
from npm_programs import Outcome


class Reports(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        folder = Path(scratch.name)
        (folder / "programs").mkdir()
        (folder / "waiting.txt").write_text("# comment\nlate  tls\nearly  tls (a remark)\n")
        for name in ("good", "late", "early", "bad"):
            (folder / "programs" / f"{name}.out").write_text("1\n2\n")
        for name, path in (("PACKAGES", folder), ("PROGRAMS", folder / "programs")):
            patch = mock.patch.object(npm_programs, name, path)
            patch.start()
            self.addCleanup(patch.stop)

    def report(self, **outcomes):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            failed = npm_programs.report(outcomes, show=False)
        return failed, printed.getvalue()

    def test_what_waits_is_told_and_is_no_failure(self):
        failed, text = self.report(good=Outcome("1\n2\n", "", 0), late=Outcome("", "Error: tls", 1))
        self.assertFalse(failed)
        self.assertRegex(text, r"late +waiting +for tls")
        self.assertIn("2 programs: 1 passed, 0 differs, 1 waiting", text)

    def test_what_no_longer_waits_is_told(self):
        _, text = self.report(early=Outcome("1\n2\n", "", 0))
        self.assertRegex(text, r"early +passed +though it is marked")

    def test_the_first_difference_is_shown(self):
        failed, text = self.report(bad=Outcome("1\n3\n", "", 0))
        self.assertTrue(failed)
        self.assertIn("line 2: '3' for '2'", text)

    def test_the_same_output_with_another_code_differs(self):
        failed, text = self.report(bad=Outcome("1\n2\n", "TypeError: no", 1))
        self.assertTrue(failed)
        self.assertIn("ended with 1: TypeError: no", text)


class Lists(unittest.TestCase):
    def test_every_program_has_its_output_and_every_output_its_program(self):
        recorded = {path.stem for path in npm_programs.PROGRAMS.glob("*.out")}
        self.assertEqual(recorded, set(npm_programs.program_files()))

    def test_what_waits_is_there(self):
        self.assertLessEqual(set(npm_programs.waiting_for()), set(npm_programs.program_files()))

    def test_versions_are_exact(self):
        listed = json.loads((npm_programs.PACKAGES / "package.json").read_text())
        for name, version in listed["dependencies"].items():
            self.assertRegex(version, r"^\d+\.\d+\.\d+", name)

    def test_the_lock_names_no_place(self):
        self.assertNotIn("resolved", (npm_programs.PACKAGES / "package-lock.json").read_text())


if __name__ == "__main__":
    unittest.main()
