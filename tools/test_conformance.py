import os
import tempfile
import unittest
from pathlib import Path

from conformance_list import PassList, read_reference
from conformance_run import KEPT_BYTES, Output, Result, Runner, Target, judge
from conformance_suite import Suite, area_of, read_test

# Stands for a runtime: it runs a test as a shell script.
FILES = {
    "parallel/test-a-pass.js": "echo fine; test -d $NODE_TEST_DIR",
    "parallel/test-a-skip.js": "echo '1..0 # Skipped: why'",
    "parallel/test-a-fail.js": "echo 'TypeError: no'; exit 1",
    "parallel/test-a-crash.js": "kill -SEGV $$",
    "parallel/test-a-child.js": "sleep 60 & exit 0",
    "sequential/test-b-hang.js": "sleep 60",
}


class Headers(unittest.TestCase):
    def test_flags_and_variables(self):
        test = read_test("test/parallel/test-x.js", "'use strict';\n// Flags: --no-warnings -C a\n// Env: A=1 B=2=3\n")
        self.assertEqual(test.flags, ("--no-warnings", "-C", "a"))
        self.assertEqual(test.variables, {"A": "1", "B": "2=3"})

    def test_behind_the_api(self):
        for text in ("// Flags: --no-warnings --expose_gc\n", "internalBinding('fs')"):
            self.assertIsNone(read_test("test/parallel/test-x.js", text))

    def test_area(self):
        self.assertEqual(area_of("test/parallel/test-fs-open.js"), "fs")
        self.assertEqual(area_of("test/es-module/test-esm-x.mjs"), "es-module")


class Running(unittest.TestCase):
    def test_verdicts(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "test" / "common").mkdir(parents=True)
            for name, text in FILES.items():
                path = Path(folder) / "test" / name
                path.parent.mkdir(exist_ok=True)
                path.write_text(text)
            suite = Suite(folder)
            tests, behind = suite.tests(["parallel", "sequential"])
            with Runner(suite, 2, 2) as runner:
                results = runner.run(tests, Target("shell", "/bin/sh"))
            self.assertFalse(os.path.exists(runner.folder))
        verdicts = {name.split("-")[-1][:-3]: result.verdict for name, result in results.items()}
        self.assertEqual(verdicts.pop("child"), "pass")
        self.assertEqual(verdicts, {word: word for word in ("pass", "skip", "fail", "crash", "hang")})
        self.assertEqual(results["test/parallel/test-a-fail.js"].reason(), "TypeError: no")

    def test_panic_is_a_crash(self):
        self.assertEqual(judge(101, "\nthread 'main' (7) panicked at a.rs:1:1:\n"), "crash")
        self.assertEqual(judge(-15, ""), "fail")

    def test_output_is_limited(self):
        output = Output()
        for _ in range(100):
            output.add(b"x" * 10000)
        output.add(b"end")
        self.assertLess(len(output.text()), 2 * KEPT_BYTES + 100)
        self.assertTrue(output.text().endswith("end"))


class Lists(unittest.TestCase):
    def test_update_touches_only_what_ran(self):
        passing = PassList({"a", "b", "c"}, {"c"})
        came, went = passing.update({"a": Result("skip"), "d": Result("pass", 9.0)})
        self.assertEqual((came, went), ({"d"}, {"a"}))
        self.assertEqual((passing.names, passing.slow), ({"b", "c", "d"}, {"c", "d"}))

    def test_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "list"
            PassList({"a", "b"}, {"b"}).write(path)
            self.assertEqual(PassList.read(path), PassList({"a", "b"}, {"b"}))
            path.write_text("# x\na\nb fail 0.1\nc pass 0.1\n")
            self.assertEqual(read_reference(path), {"a", "c"})


if __name__ == "__main__":
    unittest.main()
