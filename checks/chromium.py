# SPDX-License-Identifier: BSL-1.0
"""Controls a headless Chromium by its DevTools protocol over two pipes. A zero byte ends each JSON message."""

import base64
import json
import os
import pathlib
import select
import subprocess
import tempfile
import time

TIMEOUT = 240  # seconds; a page that takes longer hangs


class Browser:
    """A Chromium of its own, with an empty profile."""

    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_child, self.to = os.pipe()
        self.out, from_child = os.pipe()
        # Chromium reads from descriptor 3 and writes to 4; the shell connects the pipes.
        command = [program, "--headless=new", "--remote-debugging-pipe", "--disable-gpu",
                   "--no-first-run", "--disable-extensions", "--disable-background-networking",
                   "--disable-component-update", "--hide-scrollbars",
                   "--disable-dev-shm-usage", f"--user-data-dir={self.profile.name}"]
        if os.geteuid() == 0:
            command.append("--no-sandbox")  # the sandbox does not work for root
        place = f'exec "$@" 3<&{to_child} 4>&{from_child}'
        self.process = subprocess.Popen(
            ["bash", "-c", place, "bash", *command, "about:blank"],
            pass_fds=(to_child, from_child), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        self.buffer = b""
        self.events = []
        self.last_id = 0

    def close(self):
        try:
            self.call("Browser.close")
            self.process.wait(20)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.profile.cleanup()

    def read(self, deadline):
        """Returns the next message."""
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.out], [], [], left)[0]:
                raise RuntimeError("Chromium does not answer")
            piece = os.read(self.out, 1 << 20)
            if not piece:
                raise RuntimeError("Chromium ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        write_all(self.to, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + TIMEOUT
        while True:
            answer = self.read(deadline)
            if answer.get("id") == self.last_id:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error'].get('message')}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, event, session):
        deadline = time.monotonic() + TIMEOUT
        while True:
            for message in self.events:
                if message.get("method") == event and message.get("sessionId") == session:
                    return
            self.events.append(self.read(deadline))


def write_all(descriptor, content):
    while content:
        content = content[os.write(descriptor, content):]


class Tab:
    """A page in a window of this width in pixels. It collects the page's errors and requests."""

    def __init__(self, browser, width, scheme):
        self.browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.target = target
        self.session = browser.call("Target.attachToTarget", targetId=target,
                                    flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.resize(width, 900)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)

    def open(self, url):
        self.call("Page.navigate", url=url)
        self.browser.wait_for("Page.loadEventFired", self.session)

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def events(self, *methods):
        return [message["params"] for message in self.browser.events
                if message.get("sessionId") == self.session and message.get("method") in methods]

    def complaints(self):
        """Returns errors and warnings on the console, and exceptions."""
        texts = [event["entry"]["text"] for event in self.events("Log.entryAdded")
                 if event["entry"]["level"] in ("error", "warning")]
        texts += [str(event["args"]) for event in self.events("Runtime.consoleAPICalled")
                  if event["type"] in ("error", "warning", "assert")]
        return texts + [event["exceptionDetails"].get("text", "exception") + " " +
                        str(event["exceptionDetails"].get("exception", {}).get("description"))
                        for event in self.events("Runtime.exceptionThrown")]

    def requests(self):
        """Returns the requested URLs, except the page itself and data inside of the page."""
        urls = [event["request"]["url"] for event in self.events("Network.requestWillBeSent")]
        return [url for url in urls if not url.startswith(("file:", "data:", "about:"))] + \
            [url for url in urls if url.startswith("file:")][1:]

    def picture(self, path):
        shot = self.call("Page.captureScreenshot", format="png")
        pathlib.Path(path).write_bytes(base64.b64decode(shot["data"]))

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
        self.browser.events = []
