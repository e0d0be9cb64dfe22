#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Opens pages in a headless Chromium and prints, a line each, what must hold of them.

open_page.py CHROMIUM [--pictures FOLDER] PAGE...

Chromium is spoken to over two pipes, in its DevTools protocol: a message of JSON ends with a zero
byte. Lines begin with "ok " or "FAILED ", as those of the shell checks; the exit code is 1 if one
of them failed, and 3 if Chromium does not start.
"""

import base64
import json
import os
import pathlib
import select
import subprocess
import sys
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


# Canvases all pixels of which are alike, by what they draw.
BLANK = """(() => {
    const blank = canvas => {
        if (!canvas.width || !canvas.height) return true;
        const pixels = new Uint32Array(canvas.getContext('2d').getImageData(
            0, 0, canvas.width, canvas.height).data.buffer);
        return pixels.every(pixel => pixel === pixels[0]);
    };
    return [...document.querySelectorAll('canvas')].filter(blank).map(canvas =>
        canvas.dataset.chart + ' ' + canvas.dataset.index);
})()"""
COUNT = "document.querySelectorAll('%s').length"
# What reaches beyond the window, with its own width.
OVERFLOW = "document.documentElement.scrollWidth - window.innerWidth"
WITHOUT_TABLE = """[...document.querySelectorAll('figure.chart')].filter(
    figure => !figure.querySelector('table tbody tr')).length"""
UNNAMED = """[...document.querySelectorAll('canvas')].filter(
    canvas => !canvas.getAttribute('aria-label')).length"""

failures = 0


def expect(what, held, detail=""):
    global failures
    if held:
        print(f"ok {what}")
    else:
        failures += 1
        print(f"FAILED {what}: {detail}")
    sys.stdout.flush()


def check_everything_drawn(browser, page, name, charts):
    tab = Tab(browser, 1280, "light")
    tab.open(page.as_uri() + "?all")
    canvases = tab.value(COUNT % "canvas")
    expect(f"{name}: it has charts", (canvases > 0) == charts, canvases)
    expect(f"{name}: the script ran", tab.value("document.documentElement.dataset.ready") == "yes")
    blank = tab.value(BLANK)
    expect(f"{name}: none of {canvases} charts is blank", blank == [], blank[:5])
    figures = tab.value(COUNT % "figure.chart")
    expect(f"{name}: each of {figures} charts has a table", tab.value(WITHOUT_TABLE) == 0)
    expect(f"{name}: each chart has a name for who cannot see it", tab.value(UNNAMED) == 0)
    expect(f"{name}: no wider than the window when all is open", tab.value(OVERFLOW) <= 0,
           tab.value(OVERFLOW))
    finish(tab, name)


def check_width(browser, page, name, width, scheme, pictures):
    tab = Tab(browser, width, scheme)
    tab.open(page.as_uri())
    tab.value("document.querySelectorAll('details').forEach((one, i) => one.open = i % 40 === 0)")
    said = f"{name}, {scheme}, {width} pixels"
    expect(f"{said}: no wider than the window", tab.value(OVERFLOW) <= 0, tab.value(OVERFLOW))
    tab.value("document.getElementById('theme').click()")
    tab.value("document.getElementById('theme').click()")
    tab.value("""(() => {
        const field = document.getElementById('filter');
        field.value = 'no case has this name';
        field.dispatchEvent(new Event('input'));
    })()""")
    expect(f"{said}: the filter hides cases",
           tab.value(COUNT % "details.case:not([hidden])") == 0)
    tab.value("""(() => {
        const field = document.getElementById('filter');
        field.value = '';
        field.dispatchEvent(new Event('input'));
    })()""")
    expect(f"{said}: and shows them again",
           tab.value(COUNT % "details.case") == tab.value(COUNT % "details.case:not([hidden])"))
    if pictures:
        take_pictures(tab, pictures / f"{page.stem}-{scheme}-{width}")
    if scheme == "dark":
        check_paper(tab, said)
    finish(tab, said)


def check_paper(tab, said):
    """Printing opens all cases, in light colours, and leaves no trace."""
    closed = tab.value(COUNT % "details:not([open])")
    tab.value("dispatchEvent(new Event('beforeprint'))")
    expect(f"{said}: every case is open for paper",
           tab.value(COUNT % "details.case:not([open])") == 0)
    expect(f"{said}: paper is white",
           tab.value("getComputedStyle(document.documentElement).colorScheme") == "light")
    expect(f"{said}: no chart is blank on paper", tab.value(BLANK) == [], tab.value(BLANK)[:5])
    tab.value("dispatchEvent(new Event('afterprint'))")
    # The tables of the cases that were opened are new.
    now = tab.value(COUNT % "details:not([open]):not(.case details)")
    expect(f"{said}: closed again after that", 0 <= closed - now < 50, [closed, now])
    expect(f"{said}: dark again after that",
           tab.value("getComputedStyle(document.documentElement).colorScheme") == "dark")


def take_pictures(tab, stem):
    for place in ("top", "ladder", "cases", "opened", "sweeps", "placement", "environment",
                  "conditions", "reading"):
        there = tab.value(f"""(async () => {{
            const place = '{place}' === 'opened' ? document.querySelector('.case[open]')
                : document.getElementById('{place}');
            if (!place && '{place}' !== 'top') return false;
            if (place) place.scrollIntoView();
            else scrollTo(0, 0);
            await new Promise(done => setTimeout(done, 300));
            return true;
        }})()""")
        if there:
            tab.picture(f"{stem}-{place}.png")


def finish(tab, said):
    expect(f"{said}: nothing on the console", tab.complaints() == [], tab.complaints()[:5])
    expect(f"{said}: no request", tab.requests() == [], tab.requests()[:5])
    tab.close()


def main(arguments):
    pictures = None
    if arguments[1:2] == ["--pictures"]:
        pictures = pathlib.Path(arguments[2])
        del arguments[1:3]
    charts = os.environ.get("WITHOUT_CHARTS") is None
    browser = Browser(arguments[0])
    try:
        browser.call("Browser.getVersion")
    except (OSError, RuntimeError) as error:
        print(f"open_page.py: {error}", file=sys.stderr)
        browser.process.kill()
        return 3
    try:
        for argument in arguments[1:]:
            page = pathlib.Path(argument).resolve()
            check_everything_drawn(browser, page, page.name, charts)
            for width, scheme in ((1280, "light"), (1280, "dark"), (390, "light")):
                check_width(browser, page, page.name, width, scheme, pictures)
    finally:
        browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
