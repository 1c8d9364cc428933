"""Takes the pictures of docs/see.md: see_pictures.py --runtime PROGRAM"""

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

# Name, script, light or dark, and what is done before the picture is taken.
PICTURES = [
    ("see", "order-puzzle.js", "light", ["see.goTo(1)"]),
    ("see-wheel", "order-puzzle.js", "light", ["see.ACTIONS.wheel()", "see.goTo(3)"]),
    ("see-tour", "tour.js", "dark", ["see.ACTIONS.axis()", "see.axis.show(14, 56)", "see.goTo(25)"]),
    ("see-blocked", "tour.js", "light", ["document.querySelectorAll('.tabs button')[1].click()", "document.querySelector('#side .step').click()"]),
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runtime", required=True, type=Path)
    parser.add_argument("--record-with", type=Path, help="another program that runs the scripts")
    options = parser.parse_args()
    if not find_browser():
        packages.install(["chromium"], "to take pictures")
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="rondo-see-") as folder:
        for name, script, scheme, steps in PICTURES:
            recording, page = Path(folder) / "run.rondo", Path(folder) / "page.html"
            recorder = (options.record_with or options.runtime).resolve()
            command = [recorder, f"--record={recording}", f"examples/{script}"]
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
