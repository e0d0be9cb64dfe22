#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Opens pages in a headless Chromium and checks them.

open_page.py CHROMIUM [--pictures FOLDER] PAGE...

It prints a line "ok ..." or "FAILED ..." for each property, like the shell checks. The exit code is 1 if one of them
failed, and 3 if Chromium does not start. WITHOUT_CHARTS in the environment says that the pages have no charts.
"""

import os
import pathlib
import sys

from chromium import Browser, Tab

# The charts whose canvas has only one colour. It reads a copy of each canvas, because Chromium warns if the canvas
# itself is read.
BLANK = """(() => {
    const copy = document.createElement('canvas');
    const context = copy.getContext('2d', {willReadFrequently: true});
    const blank = canvas => {
        if (!canvas.width || !canvas.height) return true;
        copy.width = canvas.width;
        copy.height = canvas.height;
        context.drawImage(canvas, 0, 0);
        const pixels = new Uint32Array(context.getImageData(
            0, 0, copy.width, copy.height).data.buffer);
        return pixels.every(pixel => pixel === pixels[0]);
    };
    return [...document.querySelectorAll('canvas')].filter(blank).map(canvas =>
        canvas.dataset.chart + ' ' + canvas.dataset.index);
})()"""
COUNT = "document.querySelectorAll('%s').length"
# How many pixels the page is wider than the window.
OVERFLOW = "document.documentElement.scrollWidth - window.innerWidth"
WITHOUT_TABLE = """[...document.querySelectorAll('figure.chart')].filter(
    figure => !figure.querySelector('table tbody tr')).length"""
UNNAMED = """[...document.querySelectorAll('canvas')].filter(
    canvas => !canvas.getAttribute('aria-label')).length"""

failures = 0


def expect(text, holds, detail=""):
    global failures
    if holds:
        print(f"ok {text}")
    else:
        failures += 1
        print(f"FAILED {text}: {detail}")
    sys.stdout.flush()


def check_everything_drawn(browser, page, name, charts):
    tab = Tab(browser, 1280, "light")
    tab.open(page.as_uri() + "?all")
    canvases = tab.value(COUNT % "canvas")
    has_ranking = tab.value(COUNT % "#ranking") > 0
    expect(f"{name}: the page has charts if it should", (canvases > 0) == (charts and has_ranking), canvases)
    expect(f"{name}: the script ran", tab.value("document.documentElement.dataset.ready") == "yes")
    blank = tab.value(BLANK)
    expect(f"{name}: none of {canvases} charts is blank", blank == [], blank[:5])
    figures = tab.value(COUNT % "figure.chart")
    expect(f"{name}: each of {figures} charts has a table", tab.value(WITHOUT_TABLE) == 0)
    expect(f"{name}: each chart has a label for screen readers", tab.value(UNNAMED) == 0)
    expect(f"{name}: not wider than the window when all cases are open", tab.value(OVERFLOW) <= 0,
           tab.value(OVERFLOW))
    finish(tab, name)


def check_width(browser, page, name, width, scheme, pictures):
    tab = Tab(browser, width, scheme)
    tab.open(page.as_uri())
    tab.value("document.querySelectorAll('details').forEach((element, i) => element.open = i % 40 === 0)")
    context = f"{name}, {scheme}, {width} pixels"
    expect(f"{context}: not wider than the window", tab.value(OVERFLOW) <= 0, tab.value(OVERFLOW))
    tab.value("document.getElementById('theme').click()")
    tab.value("document.getElementById('theme').click()")
    tab.value("""(() => {
        const field = document.getElementById('filter');
        field.value = 'no case has this name';
        field.dispatchEvent(new Event('input'));
    })()""")
    expect(f"{context}: the filter hides cases",
           tab.value(COUNT % "details.case:not([hidden])") == 0)
    tab.value("""(() => {
        const field = document.getElementById('filter');
        field.value = '';
        field.dispatchEvent(new Event('input'));
    })()""")
    expect(f"{context}: an empty filter shows them again",
           tab.value(COUNT % "details.case") == tab.value(COUNT % "details.case:not([hidden])"))
    if pictures:
        take_pictures(tab, pictures / f"{page.stem}-{scheme}-{width}")
    if scheme == "dark" and tab.value(COUNT % "details.case") < 200:
        check_paper(tab, context)
    finish(tab, context)


def check_paper(tab, context):
    """Printing opens all cases, in light colours; afterwards the page is as before."""
    closed = tab.value(COUNT % "details:not([open])")
    tab.value("dispatchEvent(new Event('beforeprint'))")
    expect(f"{context}: every case is open on paper",
           tab.value(COUNT % "details.case:not([open])") == 0)
    expect(f"{context}: paper is white",
           tab.value("getComputedStyle(document.documentElement).colorScheme") == "light")
    expect(f"{context}: no chart is blank on paper", tab.value(BLANK) == [], tab.value(BLANK)[:5])
    tab.value("dispatchEvent(new Event('afterprint'))")
    # Opening a case creates its tables.
    now = tab.value(COUNT % "details:not([open]):not(.case details)")
    expect(f"{context}: after printing, the cases are closed again", 0 <= closed - now < 50, [closed, now])
    expect(f"{context}: after printing, the page is dark again",
           tab.value("getComputedStyle(document.documentElement).colorScheme") == "dark")


def take_pictures(tab, stem):
    for place in ("top", "explained", "ranking", "cases", "opened", "sweeps", "placement", "environment",
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


def finish(tab, context):
    expect(f"{context}: nothing on the console", tab.complaints() == [], tab.complaints()[:5])
    expect(f"{context}: no request", tab.requests() == [], tab.requests()[:5])
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
