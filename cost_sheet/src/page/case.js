// SPDX-License-Identifier: BSL-1.0
// The content of an opened case.
//
// The members of a case in the data:
//   name, short         the name; the name in charts, if different
//   v, range, ratio     the value in ns; [low, high]; the multiple of the cheapest
//   no_difference       there is no significant difference from the cheapest
//   p, max, samples     [p50, p90, p99, p99.9]; the longest operation; the number of operations
//   cpu, unit, remarks  CPU time in ns; the unit of work; texts
//   rounds, disturbed   numbers of rounds
//   quiet, as           the share of quiet rounds; the value of all rounds
//   digested            its file is a digest
//   curve, as_read      [[beyond, ns], ...]; the overhead is not subtracted
//   history             {v: values, p: [[from, process], ...], d: [[round, reason], ...],
//                       why: reasons, thinned}
//   cut                 curve and history did not fit

// The label of its file, if the table has it; else empty.
function file_label(id) {
    const label = document.querySelector('#ranking a[href="#c' + id + '"] + small');
    return label ? '  ' + label.textContent : '';
}

function label_of_case(id) {
    return data.cases[id].name + file_label(id);
}

function label_in_chart(id) {
    return (data.cases[id].short || data.cases[id].name) + file_label(id);
}

function range_text(entry) {
    return entry.range ? duration(entry.range[0]) + ' – ' + duration(entry.range[1])
        : 'too few passes';
}

function summary_lines(entry) {
    const lines = [duration(entry.v) + ' (' + range_text(entry) + ')'];
    if (entry.p && entry.p[2] !== null) lines.push('p99 ' + duration(entry.p[2]));
    if (entry.ratio) lines.push(times(entry.ratio) + ' the cheapest');
    if (entry.no_difference) lines.push('no significant difference from the cheapest');
    return lines;
}

function facts_of(entry) {
    const facts = [['cost', duration(entry.v)], ['95 % interval', range_text(entry)]];
    if (entry.ratio) facts.push(['× cheapest', times(entry.ratio).slice(2)]);
    ['p50', 'p90', 'p99', 'p99.9'].forEach((name, i) => {
        if (entry.p && entry.p[i] !== null) facts.push([name, duration(entry.p[i])]);
    });
    if (entry.max !== undefined) facts.push(['longest', duration(entry.max)]);
    if (entry.cpu !== undefined) facts.push(['CPU time', duration(entry.cpu)]);
    if (entry.samples) facts.push(['samples', String(entry.samples)]);
    facts.push(['rounds', String(entry.rounds)]);
    if (entry.disturbed) facts.push(['disturbed rounds', String(entry.disturbed)]);
    if (entry.quiet !== undefined) {
        facts.push(['quiet rounds', Math.round(100 * entry.quiet) + ' %']);
        facts.push(['cost in all rounds', duration(entry.as)]);
    }
    return facts;
}

function facts_list(entry) {
    const list = element('dl', undefined, 'facts');
    for (const [term, text] of facts_of(entry)) {
        const box = element('div');
        box.append(element('dt', term), element('dd', text));
        list.append(box);
    }
    return list;
}

function figure_of(kind, id, caption) {
    const copy = document.getElementById(kind).content.cloneNode(true).firstElementChild;
    copy.prepend(element('figcaption', caption));
    const canvas = copy.querySelector('canvas');
    if (canvas) canvas.dataset.index = id;
    return copy;
}

// The smallest values may be zero or less, because the clock's overhead is subtracted. A logarithmic
// axis has no place for them. A linear axis would show only the largest values.
function has_log_curve(curve) {
    return curve.every(([beyond, ns]) => ns > 0 || beyond > 0.5);
}

function curve_figure(id, entry) {
    const below = has_log_curve(entry.curve) && entry.curve.some(([, ns]) => ns <= 0);
    const chart_figure = figure_of('curve', id, 'Single operations: the share that takes longer' +
        (entry.as_read ? '; the overhead of observing is not subtracted' : '') +
        (below ? '; values at or below zero are only in the table' : ''));
    fill_table(chart_figure.querySelector('table'), ['share', 'takes longer than, ns'],
        entry.curve.map(([beyond, ns]) => [percent(beyond), figure(ns)]));
    return chart_figure;
}

function history_figure(id, entry) {
    const history = entry.history;
    const chart_figure = figure_of('history', id, 'Rounds in their order' +
        (history.p.length > 1 ? '; a dashed line: another pass' : '') +
        (history.thinned ? '; not all are shown' : ''));
    const reasons = new Map(history.d);
    let process = -1;
    const rows = history.v.map((ns, i) => {
        if (process + 1 < history.p.length && history.p[process + 1][0] === i) ++process;
        return [String(i + 1), figure(ns), String(history.p[process][1] + 1),
            reasons.has(i) ? history.why[reasons.get(i)] : ''];
    });
    fill_table(chart_figure.querySelector('table'), ['round', 'ns', 'pass', 'disturbed by'], rows);
    return chart_figure;
}

// Fills the element of a case once. The caller draws the charts.
function fill_case(details) {
    if (details.childElementCount > 1) return;
    const id = details.id.slice(1);
    const entry = data.cases[id];
    const body = element('div', undefined, 'body');
    if (entry.unit) body.append(element('p', 'One operation: ' + entry.unit));
    body.append(facts_list(entry));
    for (const remark of entry.remarks || []) body.append(element('p', remark, 'remark'));
    const figures = element('div', undefined, 'pair');
    if (entry.curve) figures.append(curve_figure(id, entry));
    if (entry.history) figures.append(history_figure(id, entry));
    body.append(figures);
    if (entry.cut) {
        body.append(element('p', 'Its distribution and rounds are left out, to keep the page small.',
            'cut'));
    } else if (!entry.curve) {
        body.append(element('p', 'Too few of its operations were timed for a distribution.', 'cut'));
    }
    if (entry.digested) {
        body.append(element('p', 'The file is a digest and has no rounds.', 'cut'));
    }
    details.append(body);
}

configs.curve = canvas => {
    const whole = data.cases[canvas.dataset.index].curve;
    const logarithmic = has_log_curve(whole);
    const curve = logarithmic ? whole.filter(point => point[1] > 0) : whole;
    set_height(canvas, 230);
    const shares = [0.5];
    for (let share = 0.1; share > 1e-9; share /= 10) shares.push(share);
    const config = options({
        x: axis('share that takes longer', true, {
            reverse: true,
            max: curve[0][0],
            min: curve[curve.length - 1][0],
            afterBuildTicks: axis => {
                axis.ticks = shares.filter(share => share >= axis.min * 0.999)
                    .map(value => ({value}));
            },
            ticks: {color: colour('muted'), font: font(11), padding: 6, maxRotation: 0,
                autoSkip: true, callback: value => percent(value)},
        }),
        y: ns_axis(logarithmic),
    }, {interaction: {mode: 'index', intersect: false}});
    config.plugins.tooltip = tooltip({
        title: found => percent(found[0].parsed.x) + ' take longer than',
        label: found => duration(found.parsed.y),
    });
    return {
        type: 'line',
        data: {datasets: [{
            data: curve.map(([x, y]) => ({x, y})),
            borderColor: colour('s0'),
            backgroundColor: colour('wash'),
            fill: 'start',
            borderWidth: 2,
            pointRadius: 2.5,
            pointBackgroundColor: colour('s0'),
        }]},
        options: config,
    };
};
