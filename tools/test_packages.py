"""What happens when system packages are missing, on systems made up for it."""

import unittest
from unittest import mock

import packages
from terminal import Failure


class Install(unittest.TestCase):
    def setUp(self):
        self.ran = []
        self.said = []
        self.start(mock.patch.object(packages, "say", self.said.append))
        self.start(mock.patch.object(packages.subprocess, "run", self.run_command))

    def start(self, patch):
        patch.start()
        self.addCleanup(patch.stop)

    def run_command(self, command, **_):
        self.ran.append(" ".join(command))
        return mock.Mock(returncode=0, stdout="libstdc++.so\n")

    def system(self, commands, user=0):
        which = lambda name: f"/usr/bin/{name}" if name in commands.split() else None
        self.start(mock.patch.object(packages.shutil, "which", which))
        self.start(mock.patch.object(packages.os, "geteuid", lambda: user))

    def test_root_installs_with_apt_get(self):
        self.system("cc apt-get")
        with mock.patch.object(packages.sys, "platform", "linux"):
            packages.need_linker()
        self.assertTrue(self.ran[-1].endswith("install -y --no-install-recommends g++"), self.ran)
        self.assertNotIn("sudo", self.ran[-1])

    def test_a_perl_without_modules_is_not_enough(self):
        self.system("cc make perl apt-get")
        without_modules = lambda command, **_: self.ran.append(" ".join(command)) or mock.Mock(
            returncode=2 if command[0] == "perl" else 0
        )
        with mock.patch.object(packages.subprocess, "run", without_modules):
            packages.need_openssl_builder()
        self.assertTrue(self.ran[-1].endswith("install -y --no-install-recommends perl"), self.ran)

    def test_others_install_with_sudo(self):
        self.system("apt-get sudo", user=1000)
        packages.install(["m4"], "for a test")
        self.assertTrue(self.ran[-1].startswith("sudo "), self.ran)

    def test_without_sudo_it_says_what_to_run(self):
        self.system("apt-get", user=1000)
        with self.assertRaisesRegex(Failure, "as root, run: apt-get install m4 make"):
            packages.install(["m4", "make"], "for a test")

    def test_without_apt_get_it_names_them_and_stops(self):
        self.system("cc")
        with mock.patch.dict(packages.os.environ, clear=True), self.assertRaisesRegex(Failure, "clang-19 .*m4"):
            packages.engine_compiler()
        self.assertEqual(self.ran, [])

    def test_without_apt_get_the_clang_that_is_there_will_do(self):
        self.system("clang clang++ m4 pkg-config make")
        with mock.patch.dict(packages.os.environ, clear=True):
            self.assertEqual(packages.engine_compiler(), {"CC": "clang", "CXX": "clang++"})

    def test_the_compiler_of_the_user_is_left_alone(self):
        with mock.patch.dict(packages.os.environ, {"CC": "my-cc", "CXX": "my-c++"}):
            self.assertEqual(packages.engine_compiler(), {})


if __name__ == "__main__":
    unittest.main()
