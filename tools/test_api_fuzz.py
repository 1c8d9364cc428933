import os
import tempfile
import unittest
from pathlib import Path

from api_fuzz import Fuzz

# Stands for a runtime: each seed goes wrong in another way.
RUNTIME = """#!/bin/sh
echo "first call" >&200
case $2 in
1) exit 0 ;;
2) kill -SEGV $$ ;;
3) echo "thread 'main' panicked at src/x.rs:1" >&2; exit 101 ;;
4) echo "PANIC internal error: odd" >&200; echo "later call" >&200; exit 0 ;;
5) exec sleep 60 ;;
esac
"""


class ApiFuzz(unittest.TestCase):
    def test_findings(self):
        with tempfile.TemporaryDirectory() as folder:
            runtime = Path(folder) / "runtime"
            runtime.write_text(RUNTIME.replace(">&200", ">>/dev/fd/200"))
            os.chmod(runtime, 0o755)
            fuzz = Fuzz(str(runtime), Path(folder), piece=0, patience=1)
            found = {seed: fuzz.run_one(seed) for seed in range(1, 6)}
        self.assertIsNone(found[1])
        self.assertIn("signal 11", found[2][1])
        self.assertIn("panicked", found[3][1])
        self.assertEqual(found[4], (4, "PANIC internal error: odd", ["first call"]))
        self.assertEqual(found[5][1:], ("hangs", ["first call"]))


if __name__ == "__main__":
    unittest.main()
