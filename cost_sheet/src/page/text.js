// SPDX-License-Identifier: BSL-1.0
// The data of the page, and the texts of figures.
//
// data.references  [[name, ns], ...]: reference costs
// data.scale       [least, most] ns of the ranking
// data.groups      [[case, ...], ...]: numbers in data.cases, cheapest first
// data.cases       {number: case}, see case.js
// data.sweeps      by chart, by line: [[x, ns, low, high], ...]
// data.placement   by chart, by row: [ns or null, ...], by placement

const data = JSON.parse(document.getElementById('data').textContent);

// With the digits of the programs' tables.
function figure(ns) {
    if (ns === null || ns === undefined) return '–';
    const size = Math.abs(ns);
    return ns.toFixed(size < 9.995 ? 2 : size < 999.95 ? 1 : 0);
}

function three_digits(value) {
    const size = Math.abs(value);
    return value.toFixed(size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

function duration(ns) {
    for (const [size, unit] of [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs']]) {
        if (Math.abs(ns) >= 0.9995 * size) return three_digits(ns / size) + '\u00a0' + unit;
    }
    return three_digits(ns) + '\u00a0ns';
}

// For the ticks of an axis: without superfluous digits.
function short_duration(ns) {
    for (const [size, unit] of [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs']]) {
        if (Math.abs(ns) >= 0.9995 * size) return Number((ns / size).toPrecision(4)) + ' ' + unit;
    }
    return Number(ns.toPrecision(4)) + ' ns';
}

function times(ratio) {
    return '× ' + (ratio < 999.5 ? Number(ratio.toPrecision(3)) : ratio.toFixed(0));
}

// 0.0001 is "0.01 %".
function percent(share) {
    return Number((100 * share).toPrecision(3)) + ' %';
}

function short_number(value) {
    for (const [size, unit] of [[1e9, ' G'], [1e6, ' M'], [1e3, ' k']]) {
        if (value >= Math.max(size, 1e5)) return Number((value / size).toPrecision(4)) + unit;
    }
    return String(Number(value.toPrecision(4)));
}

// An element with a text. Texts never become markup.
function element(name, text, class_name) {
    const created = document.createElement(name);
    if (text !== undefined) created.textContent = text;
    if (class_name) created.className = class_name;
    return created;
}

// Allows line breaks after slashes.
function allow_breaks(node) {
    const parts = node.textContent.split(/(?<=\/)/);
    node.replaceWith(...parts.flatMap((part, i) => i === 0 ? [part] : [element('wbr'), part]));
}

// Replaces a table's content by titles and rows. The first cell names the row.
function fill_table(table, titles, rows) {
    const head = element('tr');
    for (const title of titles) {
        head.append(Object.assign(element('th', title), {scope: 'col'}));
    }
    const body = element('tbody');
    for (const row of rows) {
        const line = element('tr');
        row.forEach((cell, i) => line.append(element(i === 0 ? 'th' : 'td', cell)));
        body.append(line);
    }
    const top = element('thead');
    top.append(head);
    table.replaceChildren(top, body);
}
