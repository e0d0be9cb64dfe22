#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Opens pages in a headless Chromium and checks what a person would see.

open_page.py CHROMIUM [--pictures FOLDER] PAGE...

It prints a line "ok ..." or "FAILED ..." for each property, like the shell checks. The exit code is 1 if one of them
failed, and 3 if Chromium does not start. A page with the name run.html is of one run of all programs. It must have a
first view, and fit on a phone and on paper.
"""

import base64
import pathlib
import sys

from chromium import Browser, Tab

SIZES = ((1280, 900, "light"), (768, 1024, "light"), (390, 844, "light"), (1280, 900, "dark"))
PHONE_SCREENS = 6
PAPER_PAGES = 12
PAPER_WIDTH = 703  # pixels of A4 between the margins

# Returns the faults of the visible texts: too small, too pale, outside of the window, clipped, or over each other.
FAULTS = r"""(() => {
    const leaves = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
        const parent = node.parentElement;
        if (!node.data.trim() || !parent.checkVisibility() || parent.closest('title, script, style')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) if (box.width > 1) leaves.push({node, parent, box});
    }
    const light = colour => {
        const [r, g, b, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
        const [x, y, z] = [r, g, b].map(v => v / 255 <= 0.04 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4);
        return {alpha, value: 0.2126 * x + 0.7152 * y + 0.0722 * z};
    };
    const background = element => {
        for (; element; element = element.parentElement) {
            const found = light(getComputedStyle(element).backgroundColor);
            if (found.alpha === 1) return found.value;
        }
        return 1;
    };
    const faults = [];
    const fault = (kind, {node}) => faults.push(kind + ': ' + node.data.trim().slice(0, 40));
    for (const leaf of leaves) {
        const {parent, box} = leaf;
        const style = getComputedStyle(parent);
        const ink = light(parent.namespaceURI.endsWith('svg') ? style.fill : style.color).value;
        const paper = background(parent);
        if (parseFloat(style.fontSize) < 13) fault('small', leaf);
        if ((Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05) < 4.5) fault('pale', leaf);
        if (box.left < 0 || box.right > innerWidth + 0.5) fault('outside', leaf);
        for (let each = parent; each !== document.body; each = each.parentElement) {
            if (each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1 &&
                getComputedStyle(each).overflowX !== 'visible') fault('clipped', leaf);
            if (each.clientHeight > 0 && each.scrollHeight > each.clientHeight + 2 &&
                getComputedStyle(each).overflowY !== 'visible') fault('cut', leaf);
        }
        for (const x of [box.left + 1, box.right - 1]) {
            const top = document.elementFromPoint(x, (box.top + box.bottom) / 2);
            for (let each = top; each && !each.contains(parent); each = each.parentElement) {
                if (light(getComputedStyle(each).backgroundColor).alpha === 1) fault('covered', leaf);
            }
        }
    }
    leaves.sort((a, b) => a.box.top - b.box.top);
    leaves.forEach((first, i) => {
        for (let j = i + 1; j < leaves.length && leaves[j].box.top < first.box.bottom - 3; ++j) {
            const second = leaves[j];
            if (second.node !== first.node && second.box.left < first.box.right - 1 &&
                first.box.left < second.box.right - 1) {
                faults.push('overlap: ' + first.node.data.slice(0, 30) + ' / ' + second.node.data.slice(0, 30));
            }
        }
    });
    return [...new Set(faults)];
})()"""
HEIGHT = "document.documentElement.scrollHeight"
BOTTOM = "Math.max(-1, ...[...document.querySelectorAll('%s')].map(each => each.getBoundingClientRect().bottom))"
COUNT = "document.querySelectorAll('%s').length"
FOLD = "document.querySelectorAll('details').forEach(each => each.open = false)"
UNFOLD = "document.querySelectorAll('details').forEach(each => each.open = true)"
# The rows without a mark, and the cases that have two rows; a difference of two cases is no case.
ROWS = r"""(() => {
    const rows = JSON.parse(document.getElementById('data').textContent).rows;
    const drawn = [...document.querySelectorAll('tr.row')];
    const cases = rows.filter(row => !row.again).map(row => row.key + ' ' + row.facts);
    return {rows: rows.length, drawn: drawn.length, cases: cases.length,
        twice: cases.filter((each, i) => cases.indexOf(each) !== i),
        unmarked: drawn.filter(row => row.querySelectorAll('.plot .mark').length !== 1).length,
        said: Number((document.querySelector('header p').textContent.match(/(\d+) cases?/) || [0, 0])[1])};
})()"""

# The faults of the charts, compared with the texts of the same rows: marks at a wrong place of the axis, without
# contrast, or hollow without a reason; axes without texts, and axes that the marks do not use; figures out of sight.
CHARTS = r"""(() => {
    const light = colour => {
        const [x, y, z] = colour.match(/[\d.]+/g).map(v => v / 255 <= 0.04 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const paper = getComputedStyle(document.body).backgroundColor;
    const ns_of = text => parseFloat(text.replace(/\u00a0/g, ' ')) *
        {ns: 1, 'µs': 1e3, ms: 1e6, s: 1e9}[text.match(/(ns|µs|ms|s)\b/)[1]];
    const center = element => (box => (box.left + box.right) / 2)(element.getBoundingClientRect());
    const faults = [];
    for (const table of document.querySelectorAll('table.plots')) {
        const drawn = [...table.querySelectorAll('tr.row')].filter(row => row.checkVisibility());
        if (!drawn.length) continue;
        const name = table.getAttribute('aria-label');
        const is_log = table.querySelector('.axis').textContent === 'log axis';
        const place_of = ns => is_log ? Math.log(ns) : ns;
        const labels = [...table.querySelectorAll('thead .plot text')].map(text => {
            const box = text.getBoundingClientRect();
            return [place_of(ns_of(text.textContent)), {start: box.left, middle: center(text), end: box.right}[text.getAttribute('text-anchor')]];
        });
        if (!labels.length || is_log && labels.length < 2) {
            faults.push(name + ': an axis with too few texts');
            continue;
        }
        const [[value, x], [last_value, last_x]] = [labels[0], labels[labels.length - 1]];
        const axis = drawn[0].querySelector('.plot > svg').getBoundingClientRect();
        const all = [...table.querySelectorAll('tbody .plot > svg :is(.mark, .p99, path.range)')].map(center);
        const share = pixels => (pixels - axis.left) / axis.width;
        if (share(Math.max(...all)) < 0.8 || is_log && share(Math.min(...all)) > 0.2) faults.push(name + ': an axis is too long');
        for (const row of drawn) {
            const text = row.cells[2].textContent;
            const mark = row.querySelector('.mark');
            const style = getComputedStyle(mark);
            const unsure = text.includes('?');
            const from_text = value_ns => labels.length < 2 ? NaN : x + (place_of(value_ns) - value) / (last_value - value) * (last_x - x);
            const ns = ns_of(text);
            const digits = text.match(/[\d.]+/)[0].replace(/^[0.]+|^([1-9]\d*?)0+$/, '$1').replace('.', '').length;
            const room = 3 + Math.abs(from_text(ns * (1 + 0.6 * 10 ** (1 - digits))) - from_text(ns));
            if (Math.abs(center(mark) - from_text(ns)) > room) faults.push(name + ': the mark of ' + text + ' is at a wrong place');
            if ((style.fill === paper) !== unsure) faults.push(name + ': the mark of ' + text + ' should be ' + (unsure ? 'hollow' : 'filled'));
            const inks = [light(style.stroke), light(paper)].sort((a, b) => a - b);
            if ((inks[1] + 0.05) / (inks[0] + 0.05) < 3) faults.push(name + ': a pale mark');
            const interval = row.querySelector('td.range').textContent !== '';
            if (interval !== (row.querySelectorAll('line.range').length === 1)) faults.push(name + ': an interval without its line');
            if (/\d/.test(row.querySelector('td.p99').textContent) !== (row.querySelectorAll('path.p99').length === 1)) faults.push(name + ': a p99 without its mark');
            for (const figure of row.querySelectorAll('td:not(.quiet, .plot)')) {
                if (figure.textContent && !figure.checkVisibility({visibilityProperty: true, opacityProperty: true})) faults.push(name + ': out of sight: ' + figure.textContent);
            }
        }
    }
    const shapes = [...document.querySelectorAll('.legend')].map(legend => [...legend.querySelectorAll('.mark')].slice(0, 3));
    for (const three of shapes) {
        if (new Set(three.map(mark => mark.getAttribute('d'))).size !== 3 ||
            new Set(three.map(mark => getComputedStyle(mark).stroke)).size !== 3) faults.push('the legend has no three kinds of marks');
    }
    if (document.querySelector('table.plots') && !shapes.length) faults.push('no legend');
    return [...new Set(faults)];
})()"""
# Whether each picture of the data is drawn, with all its lines or cells, and no shape is outside of its picture.
PICTURES = r"""(() => {
    const pictures = JSON.parse(document.getElementById('data').textContent).pictures;
    const figures = [...document.querySelectorAll('#pictures figure')];
    const inside = figure => {
        const area = figure.querySelector('svg').getBoundingClientRect();
        return [...figure.querySelectorAll('circle, .cell, polyline')].every(shape => {
            const box = shape.getBoundingClientRect();
            return box.left > area.left - 5 && box.right < area.right + 5 && box.top > area.top - 5 && box.bottom < area.bottom + 5;
        });
    };
    return figures.length === pictures.length && figures.every((figure, i) => inside(figure) && (pictures[i].cpus
        ? figure.querySelectorAll('.cell').length === 2 * pictures[i].cells.length
        : figure.querySelectorAll('polyline').length === pictures[i].lines.length));
})()"""
# The open card has the key, the command and the charts of this row.
CARD = r"""(i => {
    const row = JSON.parse(document.getElementById('data').textContent).rows[i];
    const tr = document.querySelectorAll('tr.row')[i];
    const card = tr.nextSibling;
    return card.className === 'card' && card.querySelector('.key').textContent === row.key &&
        (card.querySelector('.command code')?.textContent || '') === (row.run || '') &&
        tr.querySelector('button').title === (row.run || '') &&
        card.querySelectorAll('figure svg :is(polyline, circle)').length >= (row.curve ? row.curve.length : 0) +
            (row.history ? row.history.v.length : 0);
})(%d)"""
BANNER = """(() => {
    const [banner, page] = ['#quality', 'body'].map(each => getComputedStyle(document.querySelector(each)));
    return banner.backgroundColor !== page.backgroundColor && banner.backgroundColor !== 'rgba(0, 0, 0, 0)' &&
        banner.color !== page.color;
})()"""

failures = 0


def expect(text, holds, detail=""):
    global failures
    if holds:
        print(f"ok {text}")
    else:
        failures += 1
        print(f"FAILED {text}: {detail}")
    sys.stdout.flush()


def expect_no_faults(tab, context, width):
    """In a window as high as the page, because nothing else tells which element covers which."""
    tab.resize(width, tab.value(HEIGHT))
    faults = tab.value(FAULTS)
    expect(f"{context}: each text is legible, inside of the window, and alone in its place", faults == [], faults[:8])


def check_first_view(tab, context, height):
    expect(f"{context}: the quality is there, in words", tab.value(
        "/GOOD|FAIR|POOR/.test(document.querySelector('#quality h2').textContent) && "
        + COUNT % "#quality li" + " > 0"))
    expect(f"{context}: the quality has a colour", tab.value(BANNER))
    for part in ("#quality", "#advice", "#figures .plots tbody tr"):
        bottom = tab.value(BOTTOM % part)
        expect(f"{context}: {part} is in the first view", 0 < bottom <= height, bottom)


def check_card(tab, context, rows):
    for row in (0, rows // 2, rows - 1):
        button = f"document.querySelectorAll('tr.row button')[{row}]"
        if tab.value(f"{button}.getAttribute('aria-expanded')") == "false":
            tab.value(f"{button}.click()")
        expect(f"{context}: the card of row {row} opens, alone, and is of this row", tab.value(CARD % row) and
               tab.value(COUNT % "tr.card") == 1 and tab.value(f"{button}.getAttribute('aria-expanded')") == "true")
    expect(f"{context}: a card has facts", tab.value(COUNT % "tr.card dd") > 2)


def check_paper(tab, context):
    pdf = base64.b64decode(tab.call("Page.printToPDF")["data"])
    pages = pdf.count(b"/Type /Page") - pdf.count(b"/Type /Pages")
    expect(f"{context}: at most {PAPER_PAGES} pages of paper", 0 < pages <= PAPER_PAGES, pages)
    expect(f"{context}: after printing it is folded again", tab.value(COUNT % "details.fold[open]") == 0)
    tab.call("Emulation.setEmulatedMedia", media="print")
    tab.value("dispatchEvent(new Event('beforeprint'))")
    expect_no_faults(tab, f"{context}, on paper", PAPER_WIDTH)
    expect(f"{context}: paper shows each row", tab.value(
        "[...document.querySelectorAll('tr.row')].every(row => row.checkVisibility())"))
    tab.value("dispatchEvent(new Event('afterprint'))")
    tab.call("Emulation.setEmulatedMedia", media="")


def check_size(browser, page, width, height, scheme, pictures):
    context = f"{page.name}, {width} x {height}, {scheme}"
    tab = Tab(browser, width, scheme)
    tab.resize(width, height)
    tab.open(page.as_uri())
    if page.name == "run.html":
        if width >= 1280:
            check_first_view(tab, context, height)
        if width < 600:
            screens = tab.value(HEIGHT) / height
            expect(f"{context}: at most {PHONE_SCREENS} screens", screens <= PHONE_SCREENS, screens)
    rows = tab.value(ROWS)
    expect(f"{context}: each case is in one chart, once", rows["rows"] == rows["drawn"] and not rows["unmarked"]
           and not rows["twice"] and (page.name != "run.html" or rows["cases"] == rows["said"]), rows)
    if pictures:
        tab.picture(pictures / f"{page.stem}-{scheme}-{width}.png")
    expect_no_faults(tab, f"{context}, as it opens", width)
    tab.value(UNFOLD)
    charts = tab.value(CHARTS)
    expect(f"{context}: the charts show the figures", charts == [], charts[:8])
    expect(f"{context}: each picture is drawn", tab.value(PICTURES))
    if rows["rows"]:
        check_card(tab, context, rows["rows"])
    expect_no_faults(tab, context, width)
    if rows["rows"]:
        tab.value("dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}))")
        expect(f"{context}: Escape closes the card", tab.value(COUNT % "tr.card") == 0)
    if page.name == "run.html" and scheme == "dark":
        tab.value(FOLD)
        check_paper(tab, context)
    finish(tab, context)


def check_without_scripts(browser, page):
    context = f"{page.name} without scripts"
    tab = Tab(browser, 1280, "light")
    tab.call("Emulation.setScriptExecutionDisabled", value=True)
    tab.open(page.as_uri())
    tab.value(UNFOLD)
    rows = tab.value(COUNT % "tr.row")
    expect(f"{context}: each row shows cost, interval, quiet cost, p99 and multiple", tab.value(
        "[...document.querySelectorAll('tr.row')].every(row => "
        "row.cells.length === row.parentNode.previousSibling.rows[0].cells.length && row.cells.length >= 5 && "
        "[...row.cells].every(cell => cell.checkVisibility()) && row.cells[1].textContent)"), rows)
    expect(f"{context}: nothing is drawn", tab.value(COUNT % ".plot") == 0)
    expect_no_faults(tab, context, 1280)
    finish(tab, context)


def finish(tab, context):
    expect(f"{context}: nothing on the console", tab.complaints() == [], tab.complaints()[:5])
    expect(f"{context}: no request", tab.requests() == [], tab.requests()[:5])
    tab.close()


def main(arguments):
    pictures = None
    if arguments[1:2] == ["--pictures"]:
        pictures = pathlib.Path(arguments[2])
        del arguments[1:3]
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
            for size in SIZES:
                check_size(browser, page, *size, pictures)
            check_without_scripts(browser, page)
    finally:
        browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
