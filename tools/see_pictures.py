"""Takes the pictures of docs: see_pictures.py --runtime PROGRAM [NAMES]"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

import packages
import small_png
from browser import Browser, find_browser
from terminal import Failure, say

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
EXAMPLES = ROOT / "examples"

# Of an explored program: the schedule that `rondo explore` prints for it.
LATE_READ = ["--seed=1", "--choices= job.start:0=4"]
# The first callback of a line of the script.
OF_LINE = "see.goTo([...Array(see.state.run.steps).keys()].find((step) => see.state.run.spot.line[see.state.run.spotOf(step)] === %d))"
# Name, command line, light or dark, and what is done before the picture is taken.
PICTURES = [
    ("see", ["examples/order-puzzle.js"], "light", ["see.goTo(1)"]),
    ("see-wheel", ["examples/order-puzzle.js"], "light", ["see.ACTIONS.wheel()", "see.goTo(3)"]),
    ("see-tour", ["examples/tour.js"], "dark", ["see.ACTIONS.axis()", "see.axis.show(14, 56)", "see.goTo(25)"]),
    (
        *("see-blocked", ["examples/tour.js"], "light"),
        ["document.querySelectorAll('.tabs button')[1].click()", "document.querySelector('#side .step').click()"],
    ),
    (
        *("explore", [*LATE_READ, "examples/races/08-timers-as-order.js"], "light"),
        ["document.querySelectorAll('.tabs button')[2].click()", "see.goTo(1)"],
    ),
    ("replay", ["examples/chat.js"], "light", [OF_LINE % 19]),
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runtime", required=True, type=Path)
    parser.add_argument("--record-with", type=Path, help="another program that runs the scripts")
    parser.add_argument("names", nargs="*", help="pictures that are wanted; otherwise all")
    options = parser.parse_args()
    if not find_browser():
        packages.install(["chromium"], "to take pictures")
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="rondo-see-") as folder:
        for name, words, scheme, steps in PICTURES:
            if options.names and name not in options.names:
                continue
            recording, page = Path(folder) / "run.rondo", Path(folder) / "page.html"
            recorder = (options.record_with or options.runtime).resolve()
            command = [recorder, f"--record={recording}", *words]
            # Into a file: what goes into a terminal has colours.
            subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
            command = [options.runtime.resolve(), "see", "--no-open", "-o", page, recording]
            subprocess.run(command, stderr=subprocess.DEVNULL, check=True)
            with Browser(find_browser(), 1280, 800, scheme) as browser:
                browser.open(page.as_uri())
                browser.run("see.ready.then(() => 1)")
                for step in steps:
                    browser.run(f"{{ {step}; }}")
                    browser.settle()
                file = IMAGES / f"{name}.png"
                browser.picture(file)
            file.write_bytes(small_png.shrink(file.read_bytes()))
            say(f"docs/images/{name}.png: {file.stat().st_size // 1000} KB")


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        say(str(failure))
        sys.exit(1)
