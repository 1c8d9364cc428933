"""A headless Chromium, driven over a pipe: no packages are needed but the browser."""

import base64
import json
import os
import shutil
import subprocess
import tempfile

from terminal import Failure

PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
# Of the whole network only this machine can be reached, and nobody is asked anything.
OPTIONS = [
    *["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio"],
    *["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--disable-background-networking"],
    *["--disable-component-update", "--disable-default-apps", "--hide-scrollbars", "--remote-debugging-pipe"],
]


def find_browser():
    named = os.environ.get("RONDO_BROWSER")
    return named or next(filter(None, map(shutil.which, PROGRAMS)), None)


class Browser:
    """One browser with one page. Use it in a with statement."""

    def __init__(self, program, width=1440, height=900, scheme="light"):
        self.folder = tempfile.TemporaryDirectory(prefix="rondo-browser-", ignore_cleanup_errors=True)
        to_browser, self.writer = os.pipe()
        reader, from_browser = os.pipe()
        # The browser reads its orders from descriptor 3, and answers on 4.
        shell = f'exec "$@" 3<&{to_browser} 4>&{from_browser}'
        command = [program, *OPTIONS, f"--user-data-dir={self.folder.name}", f"--window-size={width},{height}"]
        self.process = subprocess.Popen(
            ["sh", "-c", shell, "sh", *command],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.reader = os.fdopen(reader, "rb")
        self.rest = b""
        self.count = 0
        self.complaints = []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Network.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.prefer(scheme)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.reader.close()
        os.close(self.writer)
        self.folder.cleanup()

    def call(self, method, **parameters):
        """Sends an order and waits for its answer."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writer, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next_message()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise Failure(f"the browser refuses {method}: {answer['error']['message']}")
                return answer["result"]

    def next_message(self):
        while b"\0" not in self.rest:
            more = self.reader.read1(1 << 16)
            if not more:
                raise Failure("the browser has ended")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(text)
        self.note(message)
        return message

    def note(self, message):
        """Keeps what a page should not do: throw, complain, or ask for something over the network."""
        parameters = message.get("params", {})
        if message.get("method") == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description") or details["text"])
        elif message.get("method") == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
            self.complaints.append(" ".join(str(value.get("value")) for value in parameters["args"]))
        elif message.get("method") == "Network.requestWillBeSent":
            url = parameters["request"]["url"]
            if not url.startswith(("file:", "data:", "blob:", "http://127.0.0.1:")):
                self.complaints.append(f"asked for {url[:200]}")

    def prefer(self, scheme):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def open(self, address):
        """Opens a page and waits until it is there."""
        self.call("Page.navigate", url=address)
        return self.run("new Promise((done) => { if (document.readyState === 'complete') done(1); else addEventListener('load', () => done(1)); })")

    def run(self, script):
        """Runs a script in the page and gives what it gives, or what its promise does."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failure(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def key(self, key, shift=False):
        text = key if len(key) == 1 else ""
        modifiers = 8 if shift else 0
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, text=text if kind == "keyDown" else "", modifiers=modifiers)
        self.settle()

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.mouse(kind, x, y, button="left", clickCount=1)
        self.settle()

    def settle(self):
        """Waits until the page has drawn."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def picture(self, file):
        self.settle()
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(file, "wb") as out:
            out.write(base64.b64decode(data))
