"""System packages: finds out which are missing and installs them where there is apt-get."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from terminal import Failure, say

CLANG = 19
LLVM_LIBRARIES = Path(f"/usr/lib/llvm-{CLANG}/lib")


def need_linker():
    """Every build links with cc, the engine is C++, whose standard library must be there to link, and simdutf is compiled."""
    missing = []
    if not shutil.which("cc"):
        missing.append("gcc")
    if sys.platform == "linux" and (missing or not links_cpp() or not shutil.which("c++")):
        missing.append("g++")
    if missing:
        install(missing, "to link the program")


def need_openssl_builder():
    """OpenSSL is compiled from source; a Perl script configures it, and make builds it."""
    missing = missing_commands("make")
    if not has_perl():
        missing.append("perl")
    if missing:
        install(missing, "to compile OpenSSL")


def has_perl():
    """Perl with its modules: a small system has one without."""
    if not shutil.which("perl"):
        return False
    return subprocess.run(["perl", "-MIPC::Cmd", "-MPod::Usage", "-e", "1"], capture_output=True).returncode == 0


def links_cpp():
    found = subprocess.run(["cc", "-print-file-name=libstdc++.so"], capture_output=True, text=True)
    return os.path.isabs(found.stdout.strip())


def engine_compiler():
    """The environment that the engine's source is compiled in, after installing what that takes."""
    if "CC" in os.environ and "CXX" in os.environ:
        return {}
    if not shutil.which("apt-get") and not missing_commands("clang", "clang++", "m4", "pkg-config", "make"):
        return {"CC": "clang", "CXX": "clang++"}
    missing = missing_for_engine()
    if missing:
        install(missing, "to compile the engine")
    return {"CC": f"clang-{CLANG}", "CXX": f"clang++-{CLANG}", "LIBCLANG_PATH": str(LLVM_LIBRARIES)}


def bindings_generator():
    """The environment in which bindings to C can be made, after installing what that takes."""
    if "LIBCLANG_PATH" in os.environ:
        return {}
    found = sorted(Path("/usr/lib").glob("llvm-*/lib/libclang*.so*"))
    if not found and shutil.which("apt-get"):
        install([f"libclang-{CLANG}-dev"], "to make bindings to libuv")
        found = [LLVM_LIBRARIES / "libclang.so"]
    return {"LIBCLANG_PATH": str(found[-1].parent)} if found else {}


def missing_for_engine():
    missing = []
    if missing_commands(f"clang-{CLANG}", f"clang++-{CLANG}"):
        missing.append(f"clang-{CLANG}")
    if not list(LLVM_LIBRARIES.glob("libclang*.so*")):
        missing.append(f"libclang-{CLANG}-dev")
    if missing_commands(f"llvm-objdump-{CLANG}"):
        missing.append(f"llvm-{CLANG}")
    return missing + missing_commands("m4", "pkg-config", "make")


def missing_commands(*names):
    return [name for name in names if not shutil.which(name)]


def install(packages, why):
    names = " ".join(packages)
    if not shutil.which("apt-get"):
        raise Failure(
            f"these packages are missing, {why}: {names}\n"
            "   (Debian's names.) Install them with the package manager of this system, then run this again."
        )
    root = [] if os.geteuid() == 0 else ["sudo"]
    if root and not shutil.which("sudo"):
        raise Failure(f"these packages are missing, {why}; as root, run: apt-get install {names}")
    say(f"installing {names} with apt-get, {why}")
    # Somebody else may be installing at this moment.
    apt_get = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    subprocess.run([*apt_get, "update"], stdout=sys.stderr, check=False)
    command = [*apt_get, "install", "-y", "--no-install-recommends", *packages]
    if subprocess.run(command, stdout=sys.stderr).returncode != 0:
        raise Failure(f"apt-get could not install {names}")
