// SPDX-License-Identifier: BSL-1.0
// The charts of a history:
//   points       the labels of the points
//   cases        [{name, v: [values at the points, or null], s: [[first, last point, level, half its interval], ...],
//                c: [[at, earliest, latest, text], ...]}, ...]; values are 100 times logarithms, the first level is 0

const ratio_of = value => 100 * Math.expm1(value / 100); // in per cent
const change_text = value => (value > 0 ? '+' : '') + Number(value.toPrecision(3)) + '\u00a0%';

// The scale is logarithmic; its labels are round numbers of per cent.
function change_scale(values) {
    const labels = linear_scale(ratio_of(Math.min(...values)), ratio_of(Math.max(...values)), () => 5).ticks;
    const {at} = linear_scale(Math.min(...values), Math.max(...values), () => 5);
    return {labels, text: change_text, at: per_cent => at(100 * Math.log1p(per_cent / 100)), at_value: at};
}

function history_chart({name, v, s, c}, points) {
    const y = change_scale([...v.filter(is_number), ...s.flatMap(([, , level, half]) => [level - half, level + half])]);
    const at = place => clamped(100 * (place + 0.5) / points.length) + '%';
    const x = {at: place => 100 * (place + 0.5) / points.length, labels: [...new Set([0, points.length - 1])]};
    const label = name + ': ' + (c.map(change => change[3]).join('; ') || 'no change');
    const between = (kind, from, to, top, bottom) => shape('rect',
        {class: kind, x: at(from), width: at(to - from - 0.5), y: top + '%', height: bottom - top + '%'});
    const figure = chart(name, label, x, y, place => points[place], add => {
        for (const [place, earliest, latest, text] of c) {
            const mark = line('change', at(place - 0.5), '0%', at(place - 0.5), '100%');
            const where = between('place', earliest - 1, latest, 0, 100);
            mark.append(shape('title', {}, text));
            where.append(shape('title', {}, text));
            add(where, mark);
        }
        for (const [first, last, level, half] of s) {
            add(between('band', first - 0.5, last + 0.5, 100 - y.at_value(level + half), 100 - y.at_value(level - half)),
                line('level', at(first - 0.5), 100 - y.at_value(level) + '%', at(last + 0.5), 100 - y.at_value(level) + '%'));
        }
        const dots = v.map((value, place) => is_number(value) ? 'M' + parseFloat(at(place)) + ' ' + (100 - y.at_value(value)) + 'h0' : '');
        add(shape('svg', {width: '100%', height: '100%', viewBox: '0 0 100 100', preserveAspectRatio: 'none'},
            shape('path', {class: 'values', d: dots.join('')})));
    });
    figure.classList.add('ours');
    const shown = element('output');
    figure.firstChild.append(' ', shown);
    c.forEach(change => figure.append(element('p', change[3])));
    figure.querySelector('svg').addEventListener('pointermove', event => {
        const box = event.currentTarget.getBoundingClientRect();
        const place = Math.min(points.length - 1, Math.max(0, Math.floor((event.clientX - box.left) / box.width * points.length)));
        shown.textContent = points[place] + ': ' + (is_number(v[place]) ? change_text(ratio_of(v[place])) : 'not measured');
    });
    return figure;
}

function draw_history(section) {
    section.append(...data.history.cases.map(each => history_chart(each, data.history.points)));
}
