// SPDX-License-Identifier: BSL-1.0
// Charts of rows, each a name above bars: the ranking, and the placements.

const line_height = 16;
const bar_height = 10;
const bar_step = 13;
const axis_padding = 28; // right of the bars, and around names
const few_rows = 30; // of a long ranking, before the button is pressed

// Splits a part that is too long for a line.
function pieces(context, part, width) {
    const found = [];
    let piece = '';
    for (const character of part) {
        if (piece !== '' && context.measureText(piece + character).width > width) {
            found.push(piece);
            piece = '';
        }
        piece += character;
    }
    return [...found, piece];
}

// Splits the name into lines that fit, after slashes, or anywhere if a part is too long. The last line
// has room for the value.
function wrap(context, name, width, value_width) {
    const lines = [[]];
    const fits = (parts, room) => context.measureText(parts.join('')).width <= room;
    for (const part of name.split(/(?<=\/)/).flatMap(part => pieces(context, part, width))) {
        const last = lines[lines.length - 1];
        if (last.length === 0 || fits([...last, part], width)) {
            last.push(part);
        } else {
            lines.push([part]);
        }
    }
    const last = lines[lines.length - 1];
    if (!fits(last, width - value_width)) {
        const moves = last.length > 1 && fits(last.slice(-1), width - value_width);
        lines.push(moves ? [last.pop()] : []);
    }
    return lines.map(parts => parts.join(''));
}

// The width of a line. The first and last text of the scale reach beyond the bars by half their width.
function room_for_names(context, canvas, range) {
    context.font = css_font(11);
    const text = Math.max(...range.map(ns => context.measureText(short_duration(
        Math.pow(10, Math.floor(Math.log10(ns))))).width));
    return Math.max(120, canvas.parentElement.clientWidth - text - axis_padding);
}

// The places of the parts of rows, in pixels below the top of the first row, which is the scale's
// unit. Each row has a name, a text at the right and `bars` bars.
function row_layout(canvas, rows, bars, range) {
    const context = canvas.getContext('2d');
    const width = room_for_names(context, canvas, range);
    const lines = rows.map(([name, value]) => {
        context.font = css_font(12, '600');
        const value_width = value ? context.measureText(value).width + 12 : 0;
        context.font = css_font(12);
        return wrap(context, name, width, value_width);
    });
    const tops = [];
    let height = 0;
    for (const row_lines of lines) {
        tops.push(height);
        height += row_lines.length * line_height + bars * bar_step + 12;
    }
    const first_bar = i => tops[i] + lines[i].length * line_height + 3 + bar_height / 2;
    return {lines, tops, height, first_bar};
}

// A text with a border that separates it from its background.
function draw_text(ctx, text, x, y) {
    ctx.strokeText(text, x, y);
    ctx.fillText(text, x, y);
}

// Parameters have a muted colour.
function draw_name_line(context, text, x, y) {
    context.strokeText(text, x, y);
    for (const part of text.split(/(?<=\/)/)) {
        context.fillStyle = colour(part.includes(':') ? 'muted' : 'text');
        context.fillText(part, x, y);
        x += context.measureText(part).width;
    }
}

// A plugin that writes the names, and the values, if any, at the right.
function row_labels(layout, values) {
    return {
        id: 'row_labels',
        afterDatasetsDraw(chart) {
            const {ctx, chartArea: area, scales} = chart;
            ctx.save();
            ctx.textBaseline = 'middle';
            ctx.strokeStyle = colour('page');
            ctx.lineWidth = 3;
            ctx.lineJoin = 'round';
            layout.lines.forEach((lines, i) => {
                const top = scales.y.getPixelForValue(layout.tops[i]) + 2;
                ctx.font = css_font(12);
                ctx.textAlign = 'left';
                lines.forEach((line, k) => draw_name_line(ctx, line, area.left + 4,
                    top + (k + 0.5) * line_height));
                if (!values) return;
                ctx.textAlign = 'right';
                ctx.font = css_font(12, '600');
                ctx.fillStyle = colour('text');
                draw_text(ctx, values[i], area.right - 4, top + (lines.length - 0.5) * line_height);
            });
            ctx.restore();
        },
    };
}

// A plugin: dashed lines at the reference costs, each with its name on a line above the chart.
function reference_lines(references) {
    return {
        id: 'reference_lines',
        beforeDatasetsDraw(chart) {
            const {ctx, chartArea: area, scales} = chart;
            ctx.save();
            ctx.font = css_font(11);
            ctx.textBaseline = 'middle';
            ctx.strokeStyle = ctx.fillStyle = colour('reference');
            references.forEach(([name, ns], i) => {
                const x = scales.x.getPixelForValue(ns);
                if (!(x >= area.left && x <= area.right)) return;
                const y = area.top - (references.length - i - 0.5) * line_height;
                const text = name + ', ' + duration(ns);
                const width = ctx.measureText(text).width;
                const places = [x + 5, x - 5 - width, chart.width - width];
                ctx.fillText(text, places.find(left => left >= 0 && left + width <= chart.width) || 0,
                    y);
                ctx.setLineDash([3, 4]);
                ctx.beginPath();
                ctx.moveTo(x, y - 6);
                ctx.lineTo(x, area.bottom);
                ctx.stroke();
            });
            ctx.restore();
        },
    };
}

// A plugin: the interval as a whisker, p99 as a diamond.
function whiskers(cases, layout) {
    const line = (ctx, x1, y1, x2, y2) => {
        ctx.beginPath();
        ctx.moveTo(x1, y1);
        ctx.lineTo(x2, y2);
        ctx.stroke();
    };
    return {
        id: 'whiskers',
        afterDatasetsDraw(chart) {
            const {ctx, scales} = chart;
            const at = ns => scales.x.getPixelForValue(Math.max(ns, scales.x.min));
            ctx.save();
            cases.forEach((entry, i) => {
                const y = scales.y.getPixelForValue(layout.first_bar(i));
                const p99 = entry.p ? entry.p[2] : null;
                if (p99 > 0) {
                    ctx.strokeStyle = ctx.fillStyle = colour('p99');
                    line(ctx, at(Math.max(entry.v, scales.x.min)), y, at(p99), y);
                    const x = at(p99);
                    ctx.beginPath();
                    [[x, y - 5], [x + 5, y], [x, y + 5], [x - 5, y]].forEach(
                        ([px, py]) => ctx.lineTo(px, py));
                    ctx.fill();
                }
                if (entry.range && entry.range[1] > 0) {
                    ctx.strokeStyle = colour('text');
                    ctx.lineWidth = 1.5;
                    const [low, high] = entry.range.map(at);
                    line(ctx, low, y, high, y);
                    line(ctx, low, y - 4, low, y + 4);
                    line(ctx, high, y - 4, high, y + 4);
                }
            });
            ctx.restore();
        },
    };
}

// A chart of rows: bars[j][i] is the j-th bar of row i. `more` has plugins and room at the top.
function row_chart(canvas, layout, bars, colours, range, more) {
    const top = more.top || 0;
    set_height(canvas, layout.height + top + 34);
    const datasets = bars.map((values, j) => ({
        data: values.map((x, i) => ({x, y: layout.first_bar(i) + j * bar_step})),
        backgroundColor: colours[j],
        barThickness: bar_height,
        borderRadius: 2,
        grouped: false,
        indexAxis: 'y',
    }));
    const config = options({
        x: ns_axis(true, {min: range[0], max: range[1]}),
        y: {type: 'linear', offset: false, min: 0, max: layout.height, reverse: true, display: false},
    }, {
        indexAxis: 'y',
        layout: {padding: {top, right: 10}},
        interaction: {mode: 'nearest', axis: 'y', intersect: false},
        onClick: more.onClick,
    });
    config.plugins.tooltip = tooltip(more.tooltip);
    return {type: 'bar', data: {datasets}, options: config, plugins: more.plugins};
}

// The decades around values.
function around(values) {
    const positive = values.filter(value => value > 0);
    if (positive.length === 0) return [1, 10];
    const low = Math.pow(10, Math.floor(Math.log10(Math.min(...positive)) - 0.05));
    return [low, Math.max(10 * low, 1.15 * Math.max(...positive))];
}

function matching_cases(group) {
    return data.groups[group].filter(id => matches_filter(label_of_case(id)));
}

function value_text(entry) {
    return (entry.no_difference ? '=  ' : '') + duration(entry.v) +
        (entry.ratio ? '  ' + times(entry.ratio) : '');
}

configs.ranking = canvas => {
    let ids = matching_cases(Number(canvas.dataset.index));
    offer_all(canvas, ids.length);
    if (!canvas.dataset.all && ids.length > 1.2 * few_rows) ids = ids.slice(0, few_rows);
    if (ids.length === 0) return null;
    const cases = ids.map(id => data.cases[id]);
    const values = cases.map(value_text);
    const range = around(data.scale);
    const layout = row_layout(canvas, ids.map((id, i) => [label_in_chart(id), values[i]]), 1,
        range);
    const references = data.references.filter(([, ns]) => ns >= range[0] && ns <= range[1]);
    return row_chart(canvas, layout, [cases.map(entry => entry.v > 0 ? entry.v : null)], [colour('bar')],
        range, {
            top: references.length * line_height + 8,
            plugins: [reference_lines(references), whiskers(cases, layout),
                row_labels(layout, values)],
            onClick: (event, found) => found.length && open_case(ids[found[0].index]),
            tooltip: {
                title: found => cases[found[0].dataIndex].name,
                label: found => summary_lines(cases[found.dataIndex]),
            },
        });
};

// A button below a ranking that shows only its first rows.
function offer_all(canvas, rows) {
    const figure_element = canvas.closest('figure');
    let button = figure_element.querySelector('button');
    const hidden = !canvas.dataset.all && rows > 1.2 * few_rows;
    if (!button && hidden) {
        button = element('button', undefined, 'more');
        button.type = 'button';
        button.addEventListener('click', () => {
            canvas.dataset.all = 1;
            draw_again([canvas]);
        });
        canvas.parentElement.after(button);
    }
    if (button) {
        button.hidden = !hidden;
        button.textContent = 'Draw all ' + rows + ' rows';
    }
}
