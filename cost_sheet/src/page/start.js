// SPDX-License-Identifier: BSL-1.0
// Makes charts of the tables. The rows of the data are in the order of the rows of the page:
//   n            [cost, low and high end of the interval, p99, quiet cost] in ns, or null
//   by, unsure   the index of its maker; 1 if the cost is unsure
//   key, run     the name of its case; the command that measures it
//   facts        [[term, text], ...]
//   remarks      texts; cut: curve and history did not fit
//   curve        [[share that takes longer, ns], ...]; as_read: overhead is not subtracted
//   history      {v: values, p: [[first round, pass], ...], d: [[round, reason], ...], why: reasons}

const data = JSON.parse(document.getElementById('data').textContent);
let opened = null; // the row whose card is open
const rows = [...document.querySelectorAll('tr.row')];

function plot_cell(...shapes) {
    const cell = element('td', undefined, 'plot');
    cell.setAttribute('aria-hidden', 'true');
    cell.append(shape('svg', {}, ...shapes));
    return cell;
}

function row_plot(row, scale) {
    const [cost, low, high, p99, quiet] = row.n.map(value => is_number(value) ? scale.at(value) + '%' : null);
    const shapes = scale.ticks.map(tick => scale.at(tick) + '%').map(x => line('grid', x, 0, x, '100%'));
    if (p99 !== null) shapes.push(line('to-p99', cost, '50%', p99, '50%'), p99_mark(p99, '50%'));
    if (low !== null && high !== null) {
        shapes.push(line('range', low, '50%', high, '50%'), end_mark(low, '50%', row.n[1] > 0 || !scale.log),
            end_mark(high, '50%', true));
    }
    if (quiet !== null) shapes.push(quiet_mark(quiet, '78%'));
    if (cost !== null) shapes.push(cost_mark(row.by, row.unsure, cost, '50%'));
    const cell = plot_cell(...shapes);
    cell.classList.add(makers[row.by]);
    return cell;
}

function draw_table(table, paper_width) {
    const own = [...table.querySelectorAll('tr.row')].map(element => data.rows[rows.indexOf(element)]);
    const values = own.flatMap(({n: [cost, , , p99, quiet]}) => [cost, p99, quiet]).filter(is_number);
    if (values.length === 0) return;
    const ends = own.flatMap(row => row.n.slice(1, 3)).filter(is_number);
    const place = plot_cell();
    table.querySelector('thead th').after(place);
    const scale = scale_of(values, ends, paper_width || place.firstChild.clientWidth || 110, label_size, true);
    place.firstChild.append(...scale.labels.map(tick => tick_text(time_text(tick), scale.at(tick), 12)));
    table.querySelector('.axis').textContent = scale.log ? 'log axis' : '';
    for (const tr of table.querySelectorAll('tr.row')) {
        tr.firstChild.after(row_plot(data.rows[rows.indexOf(tr)], scale));
    }
}

// The labels of an axis depend on its width, which is only known of an open section.
function draw(paper_width) {
    for (const cell of document.querySelectorAll('.plot')) cell.remove();
    document.querySelectorAll('table.plots').forEach(table => draw_table(table, paper_width));
}

function close_card() {
    if (!opened) return;
    opened.classList.remove('open');
    opened.querySelector('button').setAttribute('aria-expanded', 'false');
    opened.nextSibling.remove();
    opened = null;
}

function toggle_card(tr) {
    const again = tr === opened;
    close_card();
    if (again) return;
    const cell = element('td');
    cell.colSpan = tr.cells.length - 1; // the cell of the quiet cost is hidden
    const place = element('tr', undefined, 'card');
    place.append(cell);
    tr.after(place);
    cell.append(card_of(data.rows[rows.indexOf(tr)]));
    tr.classList.add('open');
    tr.querySelector('button').setAttribute('aria-expanded', 'true');
    opened = tr;
}

function prepare_row(tr, i) {
    const name = tr.firstChild;
    const button = element('button');
    button.type = 'button';
    button.setAttribute('aria-expanded', 'false');
    button.title = data.rows[i].run || '';
    button.append(...name.childNodes);
    name.append(button);
    tr.addEventListener('click', () => toggle_card(tr));
}

function draw_legend(legend) {
    const mark = (maker, unsure) => shape('svg', {class: makers[maker]}, cost_mark(maker, unsure, 8, 7));
    const lines = (...shapes) => shape('svg', {class: 'long ours'}, ...shapes);
    for (const [drawn, text] of [
        [mark(0, false), 'Tollgate'], [mark(1, false), 'Boost'],
        [mark(2, false), 'standard library, kernel, other'],
        [mark(2, true), 'hollow: may be off by > 10 % (?) or > 50 % (??)'],
        [lines(line('range', 2, 7, 26, 7), end_mark(2, 7, true), end_mark(26, 7, true)), '95 % interval'],
        [lines(line('to-p99', 0, 7, 20, 7), p99_mark(22, 7)), 'p99'],
        ...(data.rows.some(row => is_number(row.n[4])) ? [[shape('svg', {class: 'ours'}, quiet_mark(8, 8)),
            'quiet']] : [])]) {
        const entry = element('span');
        entry.append(drawn, text);
        legend.append(entry);
    }
}

rows.forEach(prepare_row);
document.documentElement.classList.add('charts');
document.querySelectorAll('.legend').forEach(draw_legend);
document.querySelectorAll('#pictures').forEach(draw_pictures);
document.querySelectorAll('#history').forEach(draw_history);
draw();
let width = innerWidth;
let printing = null; // what is folded otherwise
addEventListener('resize', () => {
    if (width !== innerWidth && !printing) draw();
    width = innerWidth;
});
document.addEventListener('toggle', event => {
    if (event.target.matches('.fold') && !printing) draw();
}, true);
addEventListener('keydown', event => {
    if (event.key === 'Escape' && opened) {
        const button = opened.querySelector('button');
        close_card();
        button.focus();
    }
});
// Paper has no folds. Its axes have at least this width in pixels.
const paper_axis = 150;
addEventListener('beforeprint', () => {
    printing = [...document.querySelectorAll('details:not([open])')];
    printing.forEach(each => each.open = true);
    draw(paper_axis);
});
addEventListener('afterprint', () => {
    printing.forEach(each => each.open = false);
    printing = null;
    draw();
});
