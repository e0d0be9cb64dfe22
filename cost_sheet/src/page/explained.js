// SPDX-License-Identifier: BSL-1.0
// One bar that is split into the parts of a cost. Its table, which is in the page already, is its
// legend: a part has its number in both, for readers who cannot tell the colours apart.

// The fill of a part that is not explained, or not resolved.
function hatching(context) {
    const pattern = document.createElement('canvas');
    pattern.width = pattern.height = 8;
    const ink = pattern.getContext('2d');
    ink.strokeStyle = colour('muted');
    ink.lineWidth = 1.5;
    for (const shift of [-8, 0, 8]) {
        ink.beginPath();
        ink.moveTo(shift, 8);
        ink.lineTo(shift + 8, 0);
        ink.stroke();
    }
    return context.createPattern(pattern, 'repeat');
}

// A plugin that writes each part's number into it, where there is room.
const part_numbers = {
    id: 'part_numbers',
    afterDatasetsDraw(chart) {
        const {ctx} = chart;
        ctx.save();
        ctx.font = css_font(12, '600');
        ctx.textAlign = 'center';
        ctx.textBaseline = 'middle';
        ctx.strokeStyle = colour('page');
        ctx.fillStyle = colour('text');
        ctx.lineWidth = 4;
        ctx.lineJoin = 'round';
        chart.data.datasets.forEach((one, i) => {
            const bar = chart.getDatasetMeta(i).data[0];
            if (!bar || Math.abs(bar.x - bar.base) < 16) return;
            draw_text(ctx, one.label, (bar.x + bar.base) / 2, bar.y);
        });
        ctx.restore();
    },
};

configs.explained = canvas => {
    const parts = data.explained[Number(canvas.dataset.index)];
    const names = names_in_table(canvas, 'tbody th');
    const hatched = hatching(canvas.getContext('2d'));
    const datasets = parts.map(([ns, shade], i) => ({
        label: String(i + 1),
        data: [ns],
        backgroundColor: shade < 0 ? hatched : colour('s' + shade),
        borderColor: colour(shade < 0 ? 'muted' : 'page'),
        borderWidth: 1,
        borderSkipped: false,
        barThickness: 44,
    }));
    set_height(canvas, 110);
    const config = options({
        x: ns_axis(false, {stacked: true}),
        y: axis('', false, {type: 'category', stacked: true, display: false}),
    }, {indexAxis: 'y'});
    config.plugins.tooltip = tooltip({
        title: found => names[found[0].datasetIndex],
        label: found => duration(parts[found.datasetIndex][0]),
    });
    return {type: 'bar', data: {labels: [''], datasets}, options: config, plugins: [part_numbers]};
};
