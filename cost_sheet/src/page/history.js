// SPDX-License-Identifier: BSL-1.0
// The rounds of a case over time.

// A plugin: the interval as a band, the median as a line, a line at the begin of each process.
function round_background(entry) {
    return {
        id: 'round_background',
        beforeDatasetsDraw(chart) {
            const {ctx, chartArea: area, scales} = chart;
            const y_of = ns => Math.min(area.bottom, Math.max(area.top,
                scales.y.getPixelForValue(ns)));
            ctx.save();
            if (entry.range) {
                const [low, high] = entry.range.map(y_of);
                ctx.fillStyle = colour('wash');
                ctx.fillRect(area.left, high, area.right - area.left, Math.max(2, low - high));
            }
            ctx.strokeStyle = colour('s0');
            ctx.beginPath();
            ctx.moveTo(area.left, y_of(entry.v));
            ctx.lineTo(area.right, y_of(entry.v));
            ctx.stroke();
            ctx.strokeStyle = colour('reference');
            ctx.setLineDash([4, 3]);
            for (const [from] of entry.history.p.slice(1, 50)) {
                const x = scales.x.getPixelForValue(from + 0.5);
                ctx.beginPath();
                ctx.moveTo(x, area.top);
                ctx.lineTo(x, area.bottom);
                ctx.stroke();
            }
            ctx.restore();
        },
    };
}

function round_points(history, wanted_disturbed) {
    const disturbed = new Set(history.d.map(([i]) => i));
    const points = [];
    history.v.forEach((y, i) => {
        if (disturbed.has(i) === wanted_disturbed) points.push({x: i + 1, y, round: i});
    });
    return points;
}

configs.history = canvas => {
    const entry = data.cases[canvas.dataset.index];
    const values = entry.history.v;
    const reasons = new Map(entry.history.d);
    const wide = is_positive(values) && Math.max(...values) > 5 * Math.min(...values);
    set_height(canvas, 230);
    const points = (disturbed, style) => Object.assign(
        {data: round_points(entry.history, disturbed), showLine: false}, style);
    const config = options({
        x: axis('round', false, {min: 0, max: values.length + 1, grid: {display: false}}),
        y: ns_axis(wide),
    }, {interaction: {mode: 'nearest', intersect: false}});
    config.plugins.legend = {
        display: entry.history.d.length !== 0,
        align: 'end',
        labels: {color: colour('muted'), font: font(11), usePointStyle: true, boxHeight: 7},
    };
    config.plugins.tooltip = tooltip({
        title: found => 'round ' + found[0].parsed.x,
        label: found => duration(found.parsed.y),
        afterLabel: found => reasons.has(found.raw.round)
            ? 'disturbed: ' + entry.history.why[reasons.get(found.raw.round)] : '',
    });
    return {
        type: 'scatter',
        data: {datasets: [
            points(false, {label: 'undisturbed', pointRadius: 2.5, backgroundColor: colour('s0'),
                borderColor: colour('s0')}),
            points(true, {label: 'disturbed', pointRadius: 5, pointStyle: 'triangle',
                backgroundColor: colour('s1'), borderColor: colour('s1')}),
        ]},
        options: config,
        plugins: [round_background(entry)],
    };
};
