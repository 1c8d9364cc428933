import tomllib
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class LockFile(unittest.TestCase):
    """`./x bench loop` builds a workspace of its own with --locked: nothing else notices when its lock file is out of date."""

    def test_knows_what_the_loop_needs(self):
        lock = tomllib.loads((ROOT / "bench" / "loop" / "Cargo.lock").read_text())
        locked = {package["name"]: package for package in lock["package"]}
        wanted = tomllib.loads((ROOT / "crates" / "loop" / "Cargo.toml").read_text())["dependencies"]
        self.assertEqual(sorted(wanted), sorted(locked["rondo-loop"]["dependencies"]))
        for name in wanted:
            self.assertIn(name, locked)


if __name__ == "__main__":
    unittest.main()
