// SPDX-License-Identifier: BSL-1.0
// Sweeps and placements. Their tables, which the page already has, are their legends.

function names_in_table(canvas, place) {
    return Array.from(canvas.closest('figure').querySelectorAll(place), cell => cell.textContent);
}

function colours_in_table(canvas) {
    const swatches = canvas.closest('figure').querySelectorAll('thead .swatch');
    return Array.from(swatches, swatch => colour(swatch.classList[1]));
}

configs.sweep = canvas => {
    const lines = data.sweeps[Number(canvas.dataset.index)];
    const names = names_in_table(canvas, 'tbody th');
    const title = canvas.closest('[data-filtered]').querySelector('h3').textContent;
    const over = title.slice(title.lastIndexOf(' ') + 1);
    const xs = [].concat(...lines.map(line => line.map(point => point[0])));
    const ys = [].concat(...lines.map(line => line.map(point => point[1])));
    const datasets = lines.map((line, i) => ({
        label: names[i],
        data: line.map(([x, y]) => ({x, y})),
        borderColor: colour('s' + i),
        backgroundColor: colour('s' + i),
        borderDash: series_dashes[i],
        borderWidth: 2,
        pointStyle: series_shapes[i],
        pointRadius: 4,
        pointBorderWidth: 1.5,
    }));
    set_height(canvas, 300);
    const config = options({
        x: axis(over, is_positive(xs),
            {ticks: {color: colour('muted'), font: font(11), padding: 6, maxRotation: 0,
                callback: value => short_number(value)}}),
        y: ns_axis(is_positive(ys)),
    }, {interaction: {mode: 'nearest', intersect: false}});
    config.plugins.tooltip = tooltip({
        title: found => found[0].dataset.label,
        label: found => {
            const [x, ns, low, high] = lines[found.datasetIndex][found.dataIndex];
            return x + ': ' + duration(ns) +
                (low === undefined ? '' : ' (' + duration(low) + ' – ' + duration(high) + ')');
        },
    });
    return {type: 'line', data: {datasets}, options: config};
};

configs.placement = canvas => {
    const rows = data.placement[Number(canvas.dataset.index)];
    const names = names_in_table(canvas, 'tbody th');
    const placements = names_in_table(canvas, 'thead th').slice(1);
    const bars = placements.map((_, j) => rows.map(row => row[j] > 0 ? row[j] : null));
    const range = around([].concat(...bars));
    const layout = row_layout(canvas, names.map(name => [name, 0]), placements.length, range);
    return row_chart(canvas, layout, bars, colours_in_table(canvas), range, {
        plugins: [row_labels(layout)],
        tooltip: {
            title: found => names[found[0].dataIndex],
            label: found => placements[found.datasetIndex] + ': ' +
                duration(rows[found.dataIndex][found.datasetIndex]),
        },
    });
};
