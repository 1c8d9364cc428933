import os
import tempfile
import unittest
from pathlib import Path

from tamper_cases import OPERATIONS, PATCHES
from tamper_matrix import Matrix

# Stands for a runtime: an operation under the patch `array push` fails.
RUNTIME = """#!/bin/sh
if grep -q "Array.prototype, 'push'" "$1"; then echo "Error: tampered" >&2; exit 1; fi
echo fine
"""


class TamperMatrix(unittest.TestCase):
    def test_size(self):
        self.assertEqual((len(OPERATIONS), len(PATCHES)), (38, 38))

    def test_fallen(self):
        with tempfile.TemporaryDirectory() as folder:
            runtime = Path(folder) / "runtime"
            runtime.write_text(RUNTIME)
            os.chmod(runtime, 0o755)
            survivors, fallen = Matrix(str(runtime), Path(folder)).run(4, "path")
        self.assertEqual(survivors, len(PATCHES) - 1)
        self.assertEqual(fallen, [("path", "array push", "1: Error: tampered")])


if __name__ == "__main__":
    unittest.main()
