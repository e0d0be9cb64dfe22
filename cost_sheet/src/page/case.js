// SPDX-License-Identifier: BSL-1.0
// What a case shows when it is opened.
//
// A case has name, short (what its chart calls it, if that is not its name), v (its value, ns), range [low, high], ratio, tie, p [p50, p90, p99, p99.9], max,
// samples, cpu, rounds, disturbed (how many), quiet (the share of rounds that the value is of, if it
// is not of all), as (then the value of all), digested, unit, remarks;
// curve [[beyond, ns], ...], as_read if nothing is taken off; history {v: values, p: [[from, process], ...], d: [[round, reason]],
// why: reasons, thinned}; cut, if there was no room for the latter two.

// Its file, if it is named in the table; else nothing.
function file_label(id) {
    const label = document.querySelector('#ladder a[href="#c' + id + '"] + small');
    return label ? '  ' + label.textContent : '';
}

function label_of_case(id) {
    return data.cases[id].name + file_label(id);
}

function label_in_chart(id) {
    return (data.cases[id].short || data.cases[id].name) + file_label(id);
}

function range_text(one) {
    return one.range ? duration(one.range[0]) + ' – ' + duration(one.range[1])
        : 'too few passes';
}

function summary_lines(one) {
    const lines = [duration(one.v) + ' (' + range_text(one) + ')'];
    if (one.p && one.p[2] !== null) lines.push('p99 ' + duration(one.p[2]));
    if (one.ratio) lines.push(times(one.ratio) + ' the cheapest');
    if (one.tie) lines.push('a tie with the cheapest: not shown to differ from it');
    return lines;
}

function facts_of(one) {
    const facts = [['cost', duration(one.v)], ['95 % interval', range_text(one)]];
    if (one.ratio) facts.push(['× cheapest', times(one.ratio).slice(2)]);
    ['p50', 'p90', 'p99', 'p99.9'].forEach((name, i) => {
        if (one.p && one.p[i] !== null) facts.push([name, duration(one.p[i])]);
    });
    if (one.max !== undefined) facts.push(['longest seen', duration(one.max)]);
    if (one.cpu !== undefined) facts.push(['CPU time', duration(one.cpu)]);
    if (one.samples) facts.push(['samples', String(one.samples)]);
    facts.push(['rounds', String(one.rounds)]);
    if (one.disturbed) facts.push(['of them disturbed', String(one.disturbed)]);
    if (one.quiet !== undefined) {
        facts.push(['of them quiet', Math.round(100 * one.quiet) + ' %']);
        facts.push(['as it is', duration(one.as)]);
    }
    return facts;
}

function facts_list(one) {
    const list = element('dl', undefined, 'facts');
    for (const [term, text] of facts_of(one)) {
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

// The least may be zero or less, after what the clock adds was taken off; a logarithmic axis has no
// place for it, and one that is not shows nothing but the greatest.
function has_log_curve(curve) {
    return curve.every(([beyond, ns]) => ns > 0 || beyond > 0.5);
}

function curve_figure(id, one) {
    const below = has_log_curve(one.curve) && one.curve.some(([, ns]) => ns <= 0);
    const made = figure_of('curve', id, 'Single operations: which share takes longer' +
        (one.as_read ? '; as they were read, with what observing adds' : '') +
        (below ? '; what is not above zero is in the table alone' : ''));
    fill_table(made.querySelector('table'), ['share', 'takes longer than, ns'],
        one.curve.map(([beyond, ns]) => [percent(beyond), figure(ns)]));
    return made;
}

function history_figure(id, one) {
    const history = one.history;
    const made = figure_of('history', id, 'Rounds in their order' +
        (history.p.length > 1 ? '; a dashed line: another pass' : '') +
        (history.thinned ? '; not every one is shown' : ''));
    const reasons = new Map(history.d);
    let process = -1;
    const rows = history.v.map((ns, i) => {
        if (process + 1 < history.p.length && history.p[process + 1][0] === i) ++process;
        return [String(i + 1), figure(ns), String(history.p[process][1] + 1),
            reasons.has(i) ? history.why[reasons.get(i)] : ''];
    });
    fill_table(made.querySelector('table'), ['round', 'ns', 'pass', 'disturbed by'], rows);
    return made;
}

// Fills the element of a case once. Charts are drawn by whoever shows it.
function fill_case(details) {
    if (details.childElementCount > 1) return;
    const id = details.id.slice(1);
    const one = data.cases[id];
    const body = element('div', undefined, 'body');
    if (one.unit) body.append(element('p', 'One operation: ' + one.unit));
    body.append(facts_list(one));
    for (const remark of one.remarks || []) body.append(element('p', remark, 'remark'));
    const figures = element('div', undefined, 'pair');
    if (one.curve) figures.append(curve_figure(id, one));
    if (one.history) figures.append(history_figure(id, one));
    body.append(figures);
    if (one.cut) {
        body.append(element('p', 'Its distribution and rounds are left out, to keep the page small.',
            'cut'));
    } else if (!one.curve) {
        body.append(element('p', 'Too few of its operations were timed for a distribution.', 'cut'));
    }
    if (one.digested) {
        body.append(element('p', 'Its rounds are not in the file, which is a digest.', 'cut'));
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
            afterBuildTicks: made => {
                made.ticks = shares.filter(share => share >= made.min * 0.999)
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
