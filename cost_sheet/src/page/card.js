// SPDX-License-Identifier: BSL-1.0
// The card of a row: what was measured, the command, the distribution, the rounds, and facts.

function copy_button(text) {
    const button = element('button', 'Copy');
    button.type = 'button';
    button.addEventListener('click', async () => {
        try {
            await navigator.clipboard.writeText(text);
            button.textContent = 'Copied';
        } catch {
            getSelection().selectAllChildren(button.previousSibling);
            button.textContent = 'Selected';
        }
    });
    return button;
}

// The share of single operations that took longer, on a log scale: each step is a tenth.
function distribution(row) {
    const curve = row.curve;
    const depth = beyond => -Math.log10(beyond);
    const first = depth(curve[0][0]);
    const last = Math.max(first + 0.5, depth(curve[curve.length - 1][0]));
    const at = beyond => 100 * (depth(beyond) - first) / (last - first);
    const ticks = [0.5, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6].filter(each => at(each) >= 0 && at(each) <= 100);
    const x = {at, labels: spaced(ticks, at, 230, () => 60)};
    const y = scale_of(curve.map(point => point[1]), [], 150, () => 15, false);
    const label = curve.map(([beyond, ns]) => percent(beyond) + ' longer than ' + time_text(ns));
    return chart('Single operations: share that takes longer' + (row.as_read ? ', overhead included' : ''),
        label.filter((_, i) => i % 4 === 0).join('; '), x, y, percent, add => {
            add(path(curve.map(([beyond, ns]) => [x.at(beyond), 100 - y.at(ns)])));
            curve.forEach(([beyond, ns], i) => {
                const dot = shape('circle', {class: 'dot', r: 3, cx: x.at(beyond) + '%', cy: 100 - y.at(ns) + '%'});
                dot.append(shape('title', {}, label[i]));
                add(dot);
            });
        });
}

// The rounds in their order, a dashed line where another pass begins. Disturbed rounds are hollow.
function rounds(row) {
    const {v: values, p: passes, d: disturbed, why} = row.history;
    const reasons = new Map(disturbed);
    const y = scale_of(values.concat(row.n.slice(0, 3).filter(is_number)), [], 150, () => 15, false);
    const at = i => 100 * (i + 0.5) / values.length;
    const x = {at: pass => at(passes[pass][0]), labels: []};
    const caption = 'Rounds in their order' + (passes.length > 1 ? ', in ' + passes.length + ' passes' : '') +
        (disturbed.length ? '; hollow: disturbed' : '') + (row.history.thinned ? '; not all are shown' : '');
    return chart(caption, values.length + ' rounds, from ' + time_text(Math.min(...values)) + ' to ' +
        time_text(Math.max(...values)), x, y, String, add => {
        const [, low, high] = row.n;
        if (is_number(low) && is_number(high)) {
            const top = 100 - y.at(high);
            add(shape('rect', {class: 'band', x: 0, width: '100%', y: top + '%', height: Math.max(1, 100 - y.at(low) - top) + '%'}));
        }
        for (const [from] of passes.slice(1, 60)) {
            const place = 100 * from / values.length + '%';
            add(line('pass', place, '0%', place, '100%'));
        }
        values.forEach((ns, i) => {
            const why_disturbed = reasons.has(i) ? ', disturbed: ' + why[reasons.get(i)] : '';
            const dot = shape('circle', {class: why_disturbed ? 'disturbed' : 'dot', r: why_disturbed ? 4 : 2.5,
                cx: at(i) + '%', cy: 100 - y.at(ns) + '%'});
            dot.append(shape('title', {}, 'round ' + (i + 1) + ': ' + time_text(ns) + why_disturbed));
            add(dot);
        });
    });
}

function card_of(row) {
    const card = element('div', undefined, makers[row.by]);
    const key = element('p', undefined, 'key');
    for (const part of row.key.split(/(?<=\/)/)) key.append(part, element('wbr'));
    card.append(key);
    if (row.run) {
        const command = element('p', undefined, 'command');
        command.append(element('code', row.run), copy_button(row.run));
        card.append(command);
    }
    const pair = element('div', undefined, 'pair');
    if (row.curve) pair.append(distribution(row));
    if (row.history) pair.append(rounds(row));
    if (pair.firstChild) card.append(pair);
    const facts = element('dl', undefined, 'facts');
    for (const [term, text] of row.facts) {
        const box = element('div');
        box.append(element('dt', term), element('dd', text));
        facts.append(box);
    }
    card.append(facts);
    const cut = row.cut ? ['Its distribution and rounds are left out, to keep the page small.'] : [];
    for (const remark of [...(row.remarks || []), ...cut]) card.append(element('p', remark, 'cut'));
    return card;
}
