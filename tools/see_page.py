"""Tests the page of `rondo see` in a real browser: steps, queues, source, console, search, both views, --live.

Usage: see_page.py --runtime PROGRAM [--pictures FOLDER]
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True

import packages
from browser import Browser, find_browser
from terminal import Failure, say

SCRIPT = """\
const fs = require('fs');
console.log('script');
setTimeout(() => {
  console.log('timer');
  process.nextTick(() => console.log('tick of the timer'));
  setImmediate(() => {
    console.log('immediate');
    const until = performance.now() + 30;
    while (performance.now() < until);
    fs.readFile(__filename, function hasRead() { console.log('read'); });
  });
}, 5);
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
queueMicrotask(() => console.log('microtask'));
clearTimeout(setTimeout(() => {}, 1000));
console.error('complaint');
"""
PRINTED = ["script", "complaint", "tick", "promise", "microtask", "timer", "tick of the timer", "immediate", "read"]

MANY = """\
let left = 100000;
setImmediate(function again() {
  process.nextTick(() => {});
  if (--left > 0) setImmediate(again);
});
"""

LONG = "\n" * 200 + "setTimeout(() => {}, 1);\n" + "\n" * 200

LIVE = """\
let count = 0;
const interval = setInterval(() => {
  console.log(++count);
  if (count === 12) clearInterval(interval);
}, 100);
"""


BUSY = """\
const until = performance.now() + 1500;
(function again() {
  for (let i = 0; i < 100; i++) process.nextTick(() => {});
  if (performance.now() < until) setImmediate(again);
})();
"""


class Check:
    """Counts what holds and tells what does not."""

    def __init__(self):
        self.count = 0
        self.failures = []

    def equal(self, what, found, expected):
        self.count += 1
        if found != expected:
            self.failures.append(f"{what}: {found!r} where {expected!r} was expected")

    def true(self, what, found):
        self.equal(what, bool(found), True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runtime", required=True, type=Path)
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of what was tested")
    options = parser.parse_args()
    if not find_browser():
        packages.install(["chromium"], "to test the page of rondo see")
    if not find_browser():
        raise Failure("there is no Chromium (RONDO_BROWSER can name one)")
    options.runtime = options.runtime.resolve()
    check = Check()
    with tempfile.TemporaryDirectory(prefix="rondo-see-") as folder:
        for part in (test_small, test_long, test_many, test_narrow, test_live, test_busy, test_lost):
            with Browser(find_browser()) as browser:
                part(check, browser, options, Path(folder))
                check.equal(f"{part.__name__}: complaints", browser.complaints, [])
    for failure in check.failures:
        say(failure)
    say(f"the page of rondo see: {check.count - len(check.failures)} of {check.count} checks hold in a browser")
    return 1 if check.failures else 0


def make_page(options, folder, name, text):
    script = folder / f"{name}.js"
    script.write_text(text)
    page = folder / f"{name}.html"
    command = [options.runtime, "see", "--no-open", "-o", page, script]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if ran.returncode != 0 or not page.is_file():
        raise Failure(f"rondo see {name}.js: exit code {ran.returncode}\n{ran.stderr}")
    return page


def open_page(browser, page):
    browser.open(page.as_uri())
    browser.run("see.ready.then(() => 1)")
    browser.settle()


def picture(browser, options, name):
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
        browser.picture(options.pictures / f"{name}.png")


def text_of(browser, selector):
    return browser.run(f"document.querySelector({selector!r})?.innerText ?? null")


def marked_line(browser):
    return browser.run("Number(document.querySelector('.line.now b')?.textContent ?? 0)")


def queue(browser, name):
    """The lines of what a queue shows."""
    return browser.run(
        "[...document.querySelectorAll('.queue')].find((queue) => queue.querySelector('h3').firstChild.textContent === "
        f"{name!r}).querySelectorAll('.chip b').values().map((line) => Number(line.textContent)).toArray()"
    )


def step_of_line(browser, line):
    """The first callback whose function is in a line."""
    return browser.run(
        "(() => { const { run } = see.state; for (let i = 0; i < run.steps; i++) { const spot = run.spotOf(i);"
        f" if (spot >= 0 && run.spot.line[spot] === {line}) return i; }} return -1; }})()"
    )


def test_small(check, browser, options, folder):
    page = make_page(options, folder, "small", SCRIPT)
    open_page(browser, page)
    check.equal("title", browser.run("document.title"), "small.js · rondo see")
    check.true("the console has the first lines", "script" in text_of(browser, "#console .body"))
    # After the main script: what it asked for is in the queues.
    check.equal("timers", queue(browser, "timers"), [3])
    check.true("the timer tells its delay", "5 ms" in text_of(browser, "#queues .body"))
    check.equal("ticks", queue(browser, "ticks"), [13])
    check.equal("microtasks", queue(browser, "microtasks"), [14, 15])
    check.equal("check", queue(browser, "check"), [])
    picture(browser, options, "script")
    walk(check, browser)
    look_around(check, browser, options)
    zoom(check, browser)
    views(check, browser, options)


def walk(check, browser):
    """Steps to the end and back: the console grows and shrinks, lines are marked."""
    steps = browser.run("see.state.run.steps")
    lines, lengths = [], []
    for _ in range(steps):
        line = marked_line(browser)
        if line and (not lines or lines[-1] != line):
            lines.append(line)
        lengths.append(len(text_of(browser, "#console .body")))
        browser.key("ArrowRight")
    wanted = [line for line in lines if line in (13, 14, 15, 3, 5, 6)]
    check.equal("lines in their order", wanted, [13, 14, 15, 3, 5, 6])
    check.true("the console only grows", lengths == sorted(lengths))
    printed = [line for line in text_of(browser, "#console .body").split("\n") if line]
    check.equal("all that was printed", printed, PRINTED)
    check.equal("at the last step", browser.run("see.state.step"), steps - 1)
    for _ in range(steps):
        browser.key("ArrowLeft")
    check.equal("back at the first step", browser.run("see.state.step"), 0)
    printed = [line for line in text_of(browser, "#console .body").split("\n") if line]
    check.equal("the console is as it was", printed, PRINTED[:2])
    check.equal("ticks are as they were", queue(browser, "ticks"), [13])


def look_around(check, browser, options):
    timer = step_of_line(browser, 3)
    browser.run(f"see.goTo({timer})")
    browser.settle()
    check.equal("the timer's line is marked", marked_line(browser), 3)
    check.equal("what the timer asked for", [queue(browser, "check"), queue(browser, "ticks")], [[6], [5]])
    detail = text_of(browser, "#side .body")
    check.true("the timer's details", "timer, in timers" in detail and "It asked for 2" in detail)
    picture(browser, options, "timer")
    browser.key("ArrowDown")
    check.equal("down: to what it asked for", marked_line(browser), 5)
    browser.key("ArrowUp")
    check.equal("up: to what asked for it", browser.run("see.state.step"), timer)
    browser.key("End")
    read = browser.run("see.state.run.jobOf.size")
    check.true("the file was read by the pool", read >= 1)
    browser.run("[...document.querySelectorAll('#side .tabs button')].find((tab) => tab.textContent === 'Slowest').click()")
    browser.settle()
    slow = browser.run("[...document.querySelectorAll('#side .step b')].slice(0, 2).map((name) => name.textContent)")
    check.true("the slowest callback is the immediate that waits", "small.js:6" in slow)
    browser.key("/")
    browser.run("document.activeElement.id === 'search' || 0")
    browser.call("Input.insertText", text="tick of")
    browser.settle()
    found = browser.run("[...see.state.found]")
    check.true("search finds what was printed", step_of_line(browser, 5) in found)
    browser.key("Enter")
    check.true("enter goes to what was found", browser.run("see.state.step") in found)
    browser.key("Escape")


def zoom(check, browser):
    size = "see.axis.to - see.axis.from"
    browser.run("see.axis.mode === 'time' || see.ACTIONS.axis(); see.axis.showAll()")
    browser.settle()
    whole = browser.run(size)
    browser.mouse("mouseWheel", 700, 250, deltaX=0, deltaY=-400)
    browser.settle()
    check.true("the wheel of the mouse zooms in", browser.run(size) < whole)
    for _ in range(60):
        browser.run("see.ACTIONS.zoomIn()")
    check.true("to a microsecond", browser.run(size) <= 1000)
    browser.key("0")
    check.equal("0 shows all", browser.run(size), whole)
    browser.key("Home")
    box = browser.run(
        "(() => { const box = document.getElementById('timeline').getBoundingClientRect(); return [box.left, box.top]; })()"
    )
    x = browser.run(f"see.axis.x(see.state.run.span.begin[{step_of_line(browser, 6)}]) + 2")
    y = browser.run("see.rowOf(5)")
    browser.mouse("mouseMoved", box[0] + x, box[1] + y)
    browser.settle()
    check.true("a callback tells of itself", "small.js:6" in (text_of(browser, "#tip") or ""))
    browser.click(box[0] + x, box[1] + y)
    check.equal("a click goes to a callback", marked_line(browser), 6)
    browser.key("a")
    check.equal("an axis of order", browser.run("see.axis.mode"), "order")
    colours = browser.run(
        "(() => { const canvas = document.getElementById('timeline'); const { data } = canvas.getContext('2d').getImageData(0, 0,"
        " canvas.width, canvas.height); const seen = new Set(); for (let i = 0; i < data.length; i += 4 * 7)"
        " seen.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]); return seen.size; })()"
    )
    check.true("the timeline is drawn", colours > 20)


def views(check, browser, options):
    browser.key("w")
    check.true("the wheel", browser.run("document.querySelectorAll('#wheel .sector').length === 6"))
    check.equal("the phase is lit", text_of(browser, "#wheel .sector.active .phase") or browser.run("document.querySelector('#wheel .sector.active .phase').textContent"), "check")
    check.true("the story", "immediate of line 6" in text_of(browser, "#story"))
    picture(browser, options, "wheel")
    browser.key("Home")
    browser.key("ArrowRight")
    check.equal("the hub is lit", browser.run("document.querySelector('#wheel .hub.active .phase').textContent"), "ticks")
    browser.key("w")
    back = "getComputedStyle(document.body).backgroundColor"
    light = browser.run(back)
    browser.key("d")
    dark = browser.run(back)
    check.true("dark and light differ", light != dark)
    browser.key("d")
    check.equal("and light again", browser.run(back), light)
    browser.run("delete document.documentElement.dataset.theme")
    browser.prefer("dark")
    browser.settle()
    check.equal("as the system prefers", browser.run(back), dark)
    picture(browser, options, "dark")
    browser.key("?")
    check.true("help is there", browser.run("document.getElementById('help').open"))
    unnamed = "[...document.querySelectorAll('button, canvas, input')].filter((one) => !(one.innerText || one.ariaLabel || one.labels?.length))"
    check.equal("everything has a name", browser.run(f"{unnamed}.map((one) => one.outerHTML)"), [])


def test_long(check, browser, options, folder):
    """A line far below comes into sight."""
    open_page(browser, make_page(options, folder, "long", LONG))
    browser.run(f"see.goTo({step_of_line(browser, 201)})")
    browser.settle()
    check.equal("the line that runs", marked_line(browser), 201)
    sight = "const row = document.querySelector('.line.now'), [at, pane] = [row, row.parentElement].map((it) => it.getBoundingClientRect());"
    is_seen = browser.run(f"(() => {{ {sight} return at.top >= pane.top && at.bottom <= pane.bottom; }})()")
    check.true("it is in sight", is_seen)


def test_many(check, browser, options, folder):
    page = make_page(options, folder, "many", MANY)
    start = time.monotonic()
    open_page(browser, page)
    events = browser.run("see.state.run.events")
    say(f"a page with {events:,} events: {page.stat().st_size / 1e6:.1f} MB, open after {time.monotonic() - start:.1f} s")
    check.true("all callbacks are there", browser.run("see.state.run.steps") >= 200000)
    for key in ("End", "ArrowLeft", "z", "t", "0", "a", "Home"):
        browser.key(key)
    check.equal("at the first step", browser.run("see.state.step"), 0)
    middle = step_of_line(browser, 3) + 100000
    browser.run(f"see.goTo({middle})")
    browser.settle()
    check.true("in the middle", marked_line(browser) in (2, 3))
    picture(browser, options, "many")


def test_narrow(check, browser, options, folder):
    """On a narrow screen everything is below each other, and nothing is out of it."""
    browser.call("Emulation.setDeviceMetricsOverride", width=480, height=800, deviceScaleFactor=1, mobile=False)
    open_page(browser, make_page(options, folder, "narrow", SCRIPT))
    browser.key("ArrowRight")
    picture(browser, options, "narrow")
    check.true("nothing is beside the screen", browser.run("document.documentElement.scrollWidth <= innerWidth"))
    beyond = "[...document.querySelectorAll('header *, .transport *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)"
    check.equal("no button is", browser.run(f"{beyond}.map((one) => one.id || one.className)"), [])
    check.true("where one is", "callback 2 of" in text_of(browser, "#where"))
    for wide in ("#where", "#facts"):
        check.true(f"{wide} has room", browser.run(f"document.querySelector('{wide}').clientWidth > 300"))


def start_live(options, folder, name, text):
    """A program whose page is shown while it runs, and the address of that."""
    script = folder / f"{name}.js"
    script.write_text(text)
    command = [options.runtime, "see", "--live", "--no-open", script]
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
    return program, program.stderr.readline().split()[-1]


def wait_for(browser, condition):
    browser.run(f"new Promise((done) => {{ const look = () => {condition} ? done(1) : setTimeout(look, 20); look(); }})")


def test_busy(check, browser, options, folder):
    """A program that does more than a page can take in while it runs: the page has all of it in the end."""
    program, address = start_live(options, folder, "busy", BUSY)
    try:
        browser.open(address)
        browser.run("see.ready.then(() => 1)")
        check.equal("it has come to the end", browser.run("see.state.run.code"), 0)
        check.equal("the title", browser.run("document.title"), "busy.js · rondo see")
        check.equal("it ends with the program", program.wait(timeout=30), 0)
    finally:
        program.kill()
        program.stderr.close()


def test_lost(check, browser, options, folder):
    """Nobody answers any more: what there is can be looked at."""
    program, address = start_live(options, folder, "lost", "setInterval(() => {}, 20);")
    try:
        browser.open(address)
        wait_for(browser, "see.state.run?.steps > 3")
        check.true("it runs", "still running" in text_of(browser, "#facts"))
        browser.key("/")
        browser.call("Input.insertText", text="lost.js")
        before = browser.run("see.state.found.length")
        wait_for(browser, f"see.state.found?.length > {before}")
        browser.run("document.activeElement.blur()")
        os.killpg(program.pid, signal.SIGKILL)
        browser.run("see.ready.then(() => 1)")
        check.true("that is told", "has ended" in text_of(browser, "#facts"))
        browser.key("End")
        check.true("steps are there", "callback" in text_of(browser, "#where"))
        picture(browser, options, "lost")
    finally:
        program.kill()
        program.stderr.close()


def test_live(check, browser, options, folder):
    program, address = start_live(options, folder, "live", LIVE)
    try:
        browser.open(address)
        first = browser.run(
            "new Promise((done) => { const look = () => see.state.run?.steps > 1 ? done(see.state.run.steps) : setTimeout(look, 20); look(); })"
        )
        more = browser.run(
            f"new Promise((done) => {{ const look = () => see.state.run.steps > {first} ? done(1) : setTimeout(look, 20); look(); }})"
        )
        check.equal("more comes while it runs", more, 1)
        browser.run("see.ready.then(() => 1)")
        check.equal("the end is told", browser.run("see.state.run.code"), 0)
        browser.key("End")
        printed = [line for line in text_of(browser, "#console .body").split("\n") if line]
        check.equal("all that was printed", printed[-1], "12")
        check.equal("it ends with the program", program.wait(timeout=30), 0)
    finally:
        program.kill()
        program.stderr.close()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        say(str(failure))
        sys.exit(1)
