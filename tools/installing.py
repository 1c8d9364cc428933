"""Puts the program where people run it from."""

import os
import shutil
from pathlib import Path

from terminal import Failure

DEFAULT_PREFIX = Path("~/.local")


def parse(arguments):
    """The folder to install into, and whether the program is to be found as `node`, too."""
    words = [word for word in arguments if word != "--as-node"]
    unknown = [word for word in words if word.startswith("-")]
    if unknown or len(words) > 1:
        raise Failure("./x install takes a folder and --as-node")
    prefix = Path(words[0]) if words else DEFAULT_PREFIX
    return prefix.expanduser().absolute(), "--as-node" in arguments


def install(program, prefix, as_node):
    """Copies the program, whole or not at all: a program that runs just now goes on with the old file. Gives what to say."""
    folder = prefix / "bin"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        place(folder / "rondo", lambda name: shutil.copy2(program, name))
        if as_node:
            link(folder / "node")
    except OSError as error:
        raise Failure(f"cannot install into {folder}: {error.strerror}") from error
    return [f"the program is {folder / 'rondo'}", *([f"and {folder / 'node'} is a link to it"] if as_node else [])]


def link(name):
    if name.exists() and not is_ours(name):
        raise Failure(f"{name} is there already, and no link to rondo")
    place(name, lambda temporary: os.symlink("rondo", temporary))


def is_ours(name):
    return name.is_symlink() and os.readlink(name) == "rondo"


def place(name, make):
    temporary = name.with_name(f".{name.name}.{os.getpid()}")
    try:
        make(temporary)
        os.replace(temporary, name)
    finally:
        if os.path.lexists(temporary):
            os.remove(temporary)
