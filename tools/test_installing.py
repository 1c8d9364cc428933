import os
import tempfile
import unittest
from pathlib import Path

import installing
from terminal import Failure


class Installing(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.program = self.folder / "built"
        self.program.write_text("#!/bin/sh\necho $0\n")
        self.program.chmod(0o755)

    def test_words(self):
        self.assertEqual(installing.parse(["/opt/x", "--as-node"]), (Path("/opt/x"), True))
        self.assertEqual(installing.parse([]), (Path("~/.local").expanduser(), False))
        for bad in (["--node"], ["a", "b"]):
            with self.assertRaises(Failure):
                installing.parse(bad)

    def test_program_and_link(self):
        prefix = self.folder / "prefix"
        for _ in range(2):
            installing.install(self.program, prefix, True)
        self.assertEqual(sorted(os.listdir(prefix / "bin")), ["node", "rondo"])
        self.assertEqual(os.readlink(prefix / "bin" / "node"), "rondo")
        self.assertTrue(os.access(prefix / "bin" / "rondo", os.X_OK))

    def test_another_node_stays(self):
        prefix = self.folder / "prefix"
        (prefix / "bin").mkdir(parents=True)
        (prefix / "bin" / "node").write_text("other")
        with self.assertRaises(Failure):
            installing.install(self.program, prefix, True)
        self.assertEqual((prefix / "bin" / "node").read_text(), "other")


if __name__ == "__main__":
    unittest.main()
