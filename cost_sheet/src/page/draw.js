// SPDX-License-Identifier: BSL-1.0
// Elements, scales and marks. Texts never become markup.

function element(name, text, class_name) {
    const created = document.createElement(name);
    if (text !== undefined) created.textContent = text;
    if (class_name) created.className = class_name;
    return created;
}

function shape(name, attributes, ...children) {
    const created = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
    created.append(...children);
    return created;
}

function time_text(ns) {
    for (const [size, unit] of [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']]) {
        if (Math.abs(ns) >= 0.9995 * size || size === 1) {
            return Number((ns / size).toPrecision(3)) + '\u00a0' + unit;
        }
    }
}

const percent = share => Number((100 * share).toPrecision(3)) + '\u00a0%';
const is_number = value => typeof value === 'number';

// A scale for values and the ends of intervals on an axis of this length in pixels. It is logarithmic
// only if they need it and all values are above zero. `at` returns a place in per cent.
function scale_of(values, ends, size, text_size, from_zero) {
    const all = values.concat(ends);
    const high = Math.max(...all);
    const low = Math.min(...all.filter(value => value > 0));
    const labelled = scale => ({...scale, labels: spaced(scale.ticks, scale.at, size, text_size)});
    if (!(Math.min(...values) > 0 && high / low > 20)) {
        const least = from_zero ? Math.min(0, ...all) : Math.min(...all);
        return labelled(linear_scale(least, high, step => size / (text_size(step) + 7)));
    }
    const scale = labelled(log_scale(low, high, high / low < 100 ? [1, 2, 5] : [1]));
    if (scale.labels.length > 1) return scale;
    const fine = labelled(log_scale(low, high, [1, 2, 5]));
    return {...fine, ticks: fine.labels};
}

const clamped = place => Math.min(100, Math.max(0, place));

// The ticks whose texts have room. At the ends of the axis a text begins or ends at its tick.
function spaced(ticks, at, size, text_size) {
    let used = -Infinity;
    return ticks.filter(tick => {
        const place = at(tick) * size / 100;
        const from = place - {start: 0, middle: 0.5, end: 1}[anchor_of(at(tick))] * text_size(tick);
        if (from < used) return false;
        used = from + text_size(tick) + 7;
        return true;
    });
}

const anchor_of = place => place > 0 && place < 8 ? 'start' : place > 98 ? 'end' : 'middle';

function log_scale(least, largest, factors) {
    const low = Math.log10(least) - 0.04;
    const high = Math.log10(largest) + 0.04;
    const at = value => value > 0 ? clamped(100 * (Math.log10(value) - low) / (high - low)) : 0;
    const ticks = [];
    for (let power = Math.floor(low); power <= high; ++power) {
        ticks.push(...factors.map(factor => factor * 10 ** power)
            .filter(value => Math.log10(value) >= low && Math.log10(value) <= high));
    }
    return {at, ticks, log: true};
}

function linear_scale(least, largest, most_labels) {
    const margin = 0.04 * (largest - least || Math.abs(largest) || 1);
    const low = least === 0 ? 0 : least - margin;
    const high = largest + margin;
    const finest = 10 ** Math.floor(Math.log10((high - low) / 10));
    const step = [1, 2, 5, 10, 20, 50, 100].map(factor => factor * finest)
        .find(each => (high - low) / each <= most_labels(each)) || high - low;
    const ticks = [];
    for (let i = Math.ceil(low / step); i * step <= high; ++i) ticks.push(i * step);
    return {at: value => clamped(100 * (value - low) / (high - low)), ticks, log: false};
}

const makers = ['ours', 'boost', 'other'];
const outlines = ['M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z', 'M0 -5.5L5.5 0L0 5.5L-5.5 0z', 'M-3.7 -3.7H3.7V3.7H-3.7z'];

// The mark of a cost has the shape of its maker, and is hollow if the cost is unsure.
const mark_at = (x, y, path) => shape('svg', {x, y, overflow: 'visible'}, shape('path', path));
const cost_mark = (maker, unsure, x, y) => mark_at(x, y, {d: outlines[maker], class: unsure ? 'mark unsure' : 'mark'});
const quiet_mark = (x, y) => mark_at(x, y, {class: 'quiet', d: 'M-4 3L0 -3L4 3'});
const p99_mark = (x, y) => mark_at(x, y, {class: 'p99', d: 'M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5'});
// An end of an interval, or an arrow if the end is not on the axis.
const end_mark = (x, y, on_axis) => mark_at(x, y, {class: 'range', d: on_axis ? 'M0 -7V7' : 'M3 -5L-3 0L3 5'});
const line = (class_name, x1, y1, x2, y2) => shape('line', {class: class_name, x1, y1, x2, y2});

const label_size = ns => 7.7 * time_text(ns).length;
const tick_text = (text, x, y) => shape('text', {x: x + '%', y, 'text-anchor': anchor_of(x)}, text);

// A chart of values over places, with axes. `draw` gets the function that adds shapes.
function chart(caption, label, x, y, x_text, draw) {
    const svg = shape('svg', {role: 'img', 'aria-label': label});
    for (const value of y.labels) {
        const place = 100 - y.at(value) + '%';
        svg.append(line('grid', '0%', place, '100%', place),
            shape('text', {x: -8, y: place, 'text-anchor': 'end', dy: '.35em'}, (y.text || time_text)(value)));
    }
    for (const value of x.labels) {
        svg.append(line('grid', x.at(value) + '%', '0%', x.at(value) + '%', '100%'),
            shape('text', {x: x.at(value) + '%', y: '100%', dy: '1.3em', 'text-anchor': 'middle'},
                x_text(value)));
    }
    draw((...shapes) => svg.append(...shapes));
    const area = element('div', undefined, 'area');
    area.append(svg);
    const figure = element('figure');
    figure.append(element('figcaption', caption + (y.log ? ' (log scale)' : '')), area);
    return figure;
}

// A line through points [x, y] in per cent from the upper left.
function path(points, class_name = 'line') {
    return shape('svg', {width: '100%', height: '100%', viewBox: '0 0 100 100', preserveAspectRatio: 'none'},
        shape('polyline', {class: class_name, points: points.map(point => point.join(' ')).join(' ')}));
}
