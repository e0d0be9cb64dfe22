// SPDX-License-Identifier: BSL-1.0
// The charts, the time of their drawing, and their common look.

const has_charts = typeof Chart !== 'undefined';
const in_sight = new Set(); // canvases that came into sight
const drawn = new Map();    // canvas -> Chart; without canvases that have no data
const configs = {};         // kind -> function (canvas) that returns the configuration for Chart.js

function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
}

const series_shapes = ['circle', 'triangle', 'rect', 'rectRot', 'star', 'crossRot', 'cross', 'dash'];
const series_dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3], [], [6, 3], [2, 2], [8, 3, 2, 3]];

function font(size, weight) {
    return {family: getComputedStyle(document.body).fontFamily, size, weight};
}

function css_font(size, weight) {
    return (weight || 'normal') + ' ' + size + 'px ' + font(size, weight).family;
}

function draw(canvas) {
    in_sight.add(canvas);
    if (!has_charts || drawn.has(canvas)) return;
    const config = configs[canvas.dataset.chart](canvas);
    if (config) drawn.set(canvas, new Chart(canvas, config));
}

function forget(canvas) {
    const chart = drawn.get(canvas);
    if (!chart) return;
    chart.destroy();
    drawn.delete(canvas);
}

// Used after a change of the colours, the width or the filter.
function draw_again(canvases) {
    for (const canvas of canvases) {
        if (!in_sight.has(canvas)) continue;
        forget(canvas);
        draw(canvas);
    }
}

function is_positive(values) {
    return values.every(value => value > 0);
}

// Ticks at the decades. Few decades also have ticks at 2 and 5.
function decades(axis) {
    const factors = Math.log10(axis.max / axis.min) < 2.5 ? [1, 2, 5] : [1];
    const ticks = [];
    for (let power = Math.floor(Math.log10(axis.min)); power <= Math.log10(axis.max); ++power) {
        for (const factor of factors) {
            const value = factor * Math.pow(10, power);
            if (value >= axis.min * 0.999 && value <= axis.max * 1.001) ticks.push({value});
        }
    }
    if (ticks.length > 1) axis.ticks = ticks;
}

// An axis; `more` overrides.
function axis(title, logarithmic, more) {
    return Object.assign({
        type: logarithmic ? 'logarithmic' : 'linear',
        title: {display: title !== '', text: title, color: colour('muted'), font: font(12)},
        grid: {color: colour('grid'), borderColor: colour('line'), drawTicks: false},
        ticks: {color: colour('muted'), font: font(11), padding: 6, maxRotation: 0},
        afterBuildTicks: logarithmic ? decades : undefined,
    }, more);
}

function ns_axis(logarithmic, more) {
    const result = axis('', logarithmic, more);
    result.ticks = Object.assign({}, result.ticks, {callback: value => short_duration(value)});
    return result;
}

// The common options of all charts.
function options(scales, more) {
    return Object.assign({
        animation: false,
        responsive: true,
        maintainAspectRatio: false,
        scales,
        plugins: {legend: {display: false}, tooltip: tooltip()},
    }, more);
}

function tooltip(callbacks) {
    return {
        backgroundColor: colour('text'),
        titleColor: colour('page'),
        bodyColor: colour('page'),
        titleFont: font(12, '600'),
        bodyFont: font(12),
        displayColors: false,
        callbacks: callbacks || {},
    };
}

function set_height(canvas, pixels) {
    canvas.parentElement.style.height = Math.round(pixels) + 'px';
}
