# SPDX-License-Identifier: BSL-1.0
"""A headless Chromium that is spoken to over two pipes, in its DevTools protocol: a message of JSON
ends with a zero byte."""

import base64
import json
import os
import pathlib
import select
import subprocess
import tempfile
import time

# A page that has not answered after so many seconds hangs.
PATIENCE = 240


class Browser:
    """A Chromium of its own, with an empty profile."""

    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_child, self.to = os.pipe()
        self.out, from_child = os.pipe()
        # It reads from descriptor 3 and writes to 4; the shell puts the pipes there.
        command = [program, "--headless=new", "--remote-debugging-pipe", "--disable-gpu",
                   "--no-first-run", "--disable-extensions", "--disable-background-networking",
                   "--disable-component-update", "--hide-scrollbars",
                   "--disable-dev-shm-usage", f"--user-data-dir={self.profile.name}"]
        if os.geteuid() == 0:
            command.append("--no-sandbox")  # which does not work for root
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
        """The next message."""
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
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.read(deadline)
            if answer.get("id") == self.last_id:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error'].get('message')}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, event, session):
        deadline = time.monotonic() + PATIENCE
        while True:
            for one in self.events:
                if one.get("method") == event and one.get("sessionId") == session:
                    return
            self.events.append(self.read(deadline))


def write_all(descriptor, content):
    while content:
        content = content[os.write(descriptor, content):]




class Tab:
    """A page of so many pixels' width, with what it complained of and asked for."""

    def __init__(self, browser, width, scheme):
        self.browser = browser
        self.width = width
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.target = target
        self.session = browser.call("Target.attachToTarget", targetId=target,
                                    flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900,
                  deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

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
        return [one["params"] for one in self.browser.events
                if one.get("sessionId") == self.session and one.get("method") in methods]

    def complaints(self):
        """Errors and warnings on the console, and exceptions."""
        found = [one["entry"]["text"] for one in self.events("Log.entryAdded")
                 if one["entry"]["level"] in ("error", "warning")]
        found += [str(one["args"]) for one in self.events("Runtime.consoleAPICalled")
                  if one["type"] in ("error", "warning", "assert")]
        return found + [one["exceptionDetails"].get("text", "exception") + " " +
                        str(one["exceptionDetails"].get("exception", {}).get("description"))
                        for one in self.events("Runtime.exceptionThrown")]

    def requests(self):
        """All but the page itself and what it has in it."""
        asked = [one["request"]["url"] for one in self.events("Network.requestWillBeSent")]
        return [url for url in asked if not url.startswith(("file:", "data:", "about:"))] + \
            [url for url in asked if url.startswith("file:")][1:]

    def picture(self, path):
        shot = self.call("Page.captureScreenshot", format="png")
        pathlib.Path(path).write_bytes(base64.b64decode(shot["data"]))

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
        self.browser.events = []
