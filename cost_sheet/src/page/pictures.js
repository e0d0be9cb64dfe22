// SPDX-License-Identifier: BSL-1.0
// The pictures of the data:
//   title, file  texts
//   lines        [{name, p: [[number, height, low and high end of the interval], ...]}, ...]
//   rate         1 if the heights are operations in a second, otherwise they are times in ns
//   cpus, cells  the numbers of CPUs; [[index, index, latency in ns, 1 if it is not known within 10 %], ...]

function rate_text(rate) {
    const [size, unit] = [[1e9, '\u00a0G/s'], [1e6, '\u00a0M/s'], [1e3, '\u00a0k/s']].find(each => rate >= each[0]) || [1, '/s'];
    return Number((rate / size).toPrecision(3)) + unit;
}

// The n-th line differs from the others by its colour, and then by its dashes. From the 25th line on, the names of
// the points tell the lines apart.
const look_of = n => 'line line' + n % 8 + ' dash' + Math.floor(n / 8) % 3;

function lines_picture(picture) {
    const points = picture.lines.flatMap(each => each.p);
    const text = picture.rate ? rate_text : time_text;
    const numbers = [...new Set(points.map(point => point[0]))].sort((a, b) => a - b);
    const size_of = number => 8 * String(number).length;
    const x = scale_of(numbers, [], 600, size_of, false);
    x.labels = spaced(numbers, x.at, 600, size_of);
    const y = scale_of(points.map(point => point[1]), [], 300, () => 15, picture.rate);
    const label = ({name, p}) => name + ': ' + p.map(([number, height]) => text(height) + ' at ' + number).join(', ');
    const figure = chart(picture.title, picture.lines.map(label).join('; '), x, {...y, text}, String,
        add => picture.lines.forEach((each, n) => {
            add(path(each.p.map(([number, height]) => [x.at(number), 100 - y.at(height)]), look_of(n)));
            for (const [number, height, low, high] of each.p) {
                const place = x.at(number) + '%';
                if (is_number(low) && is_number(high)) {
                    add(line(look_of(n), place, 100 - y.at(low) + '%', place, 100 - y.at(high) + '%'));
                }
                const dot = shape('circle', {class: look_of(n), r: 3, cx: place, cy: 100 - y.at(height) + '%'});
                dot.append(shape('title', {}, each.name + ', ' + number + ': ' + text(height)));
                add(dot);
            }
        }));
    const names = element('p', undefined, 'names');
    picture.lines.forEach((each, n) => {
        const entry = element('span');
        entry.append(shape('svg', {class: 'long'}, line(look_of(n), 0, 7, 26, 7)), each.name);
        names.append(entry);
    });
    figure.append(names);
    return figure;
}

// A cell is the darker, the longer a cache line takes.
function map_picture({title, cpus, cells}) {
    const all = cells.map(cell => cell[2]);
    const unsure_pairs = cells.filter(cell => cell[3]).length;
    const [least, most] = [Math.min(...all), Math.max(...all)];
    const share = ns => most > least ? Math.log(ns / least) / Math.log(most / least) : 0;
    const size = 100 / cpus.length;
    const svg = shape('svg', {role: 'img', 'aria-label': title + ': ' + cells.length + ' pairs of ' + cpus.length +
        ' CPUs, ' + time_text(least) + ' to ' + time_text(most)});
    const step = Math.ceil(cpus.length / 16);
    cpus.forEach((cpu, i) => {
        if (i % step) return;
        const place = size * (i + 0.5) + '%';
        svg.append(shape('text', {x: place, y: -6, 'text-anchor': 'middle'}, cpu),
            shape('text', {x: -6, y: place, 'text-anchor': 'end', dy: '.35em'}, cpu));
    });
    const small = cpus.length > 64; // a frame would cover the cells
    for (const [from, to, ns, unsure] of cells) {
        for (const [column, row] of [[from, to], [to, from]]) {
            const cell = shape('rect', {class: 'cell' + (unsure ? ' unsure' : '') + (small ? ' small' : ''),
                x: size * column + '%', y: size * row + '%', width: size + '%', height: size + '%', 'fill-opacity': (0.08 + 0.52 * share(ns)).toFixed(3)});
            cell.append(shape('title', {}, 'CPU ' + cpus[from] + ' to ' + cpus[to] + ': ' + time_text(ns) + (unsure ? ' ?' : '')));
            svg.append(cell);
            if (cpus.length <= 8) {
                svg.append(shape('text', {class: 'inside', x: size * (column + 0.5) + '%', y: size * (row + 0.5) + '%',
                    'text-anchor': 'middle', dy: '.35em'}, Number(ns.toPrecision(unsure ? 2 : 3)) + (unsure ? '?' : '')));
            }
        }
    }
    const area = element('div', undefined, 'area');
    area.append(svg);
    const figure = element('figure', undefined, 'map');
    figure.append(element('figcaption', title + ' in ns; from ' + time_text(least) + ' (light) to ' + time_text(most) + ' (dark)' +
        (2 * cells.length < cpus.length * (cpus.length - 1) ? '; empty: not measured' : '') +
        (unsure_pairs ? '; pairs not known within 10\u00a0%' + (small ? ': ' : ' (dashed): ') + unsure_pairs : '')), area);
    return figure;
}

function draw_pictures(section) {
    section.prepend(element('h2', 'Pictures'));
    for (const picture of data.pictures) {
        const figure = picture.cpus ? map_picture(picture) : lines_picture(picture);
        if (picture.file) figure.firstChild.append(' \u00b7 ' + picture.file);
        section.append(figure);
    }
}
