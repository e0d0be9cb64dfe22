// SPDX-License-Identifier: BSL-1.0
// The event handlers: charts are drawn when they come into sight, cases when they are opened.

const visible_canvases = new IntersectionObserver(entries => {
    for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        visible_canvases.unobserve(entry.target);
        draw(entry.target);
    }
}, {rootMargin: '400px'});

function show_case(details) {
    fill_case(details);
    details.querySelectorAll('canvas').forEach(draw);
}

function open_case(id) {
    const details = document.getElementById('c' + id);
    if (!details) return;
    details.open = true;
    show_case(details);
    details.scrollIntoView({block: 'start'});
    details.querySelector('summary').focus({preventScroll: true});
}

// A link to a case opens it.
function follow_hash() {
    const id = /^#c(\d+)$/.exec(location.hash);
    if (id) open_case(id[1]);
}

// Every word of the filter must be in the name.
let wanted_words = [];
function matches_filter(text) {
    const lower = text.toLowerCase();
    return wanted_words.every(word => lower.includes(word));
}

function apply_filter() {
    const field = document.getElementById('filter');
    wanted_words = field.value.toLowerCase().split(/\s+/).filter(word => word !== '');
    let found = 0;
    for (const details of document.querySelectorAll('details.case')) {
        details.hidden = !matches_filter(details.firstElementChild.firstElementChild.textContent);
        if (!details.hidden) ++found;
    }
    for (const row of document.querySelectorAll('#ranking tbody tr')) {
        row.hidden = !matches_filter(row.firstElementChild.textContent);
    }
    for (const group of document.querySelectorAll('[data-filtered]')) {
        const names = group.querySelectorAll('tbody th[scope], summary > span');
        group.hidden = !Array.from(names).some(name => matches_filter(name.textContent));
    }
    document.getElementById('found').textContent =
        wanted_words.length === 0 ? '' : found + ' of ' +
            document.querySelectorAll('details.case').length;
    draw_again(document.querySelectorAll('#ranking canvas'));
}

function is_dark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

function name_theme_button() {
    document.getElementById('theme').textContent = is_dark() ? 'Light' : 'Dark';
}

function choose_theme(theme) {
    if (theme) {
        document.documentElement.dataset.theme = theme;
    } else {
        delete document.documentElement.dataset.theme;
    }
    name_theme_button();
    draw_again([...drawn.keys()]);
}

// The address `?all` opens everything at the start.
function open_everything(with_case_tables) {
    for (const details of document.querySelectorAll('details:not([hidden])')) {
        details.open = true;
        if (!details.classList.contains('case')) continue;
        show_case(details);
        for (const table of details.querySelectorAll('details')) table.open = with_case_tables;
    }
    for (const canvas of document.querySelectorAll('#ranking canvas')) canvas.dataset.all = 1;
    draw_again(document.querySelectorAll('#ranking canvas'));
    document.querySelectorAll('canvas').forEach(draw);
}

// Paper shows everything except the tables of single cases, which are too long.
let before_paper = null;
function prepare_paper() {
    before_paper = {
        theme: document.documentElement.dataset.theme,
        closed: [...document.querySelectorAll('details:not([open])')],
    };
    document.documentElement.dataset.theme = 'light';
    document.documentElement.classList.add('paper');
    [...drawn.keys()].forEach(forget);
    open_everything(false);
}

function leave_paper() {
    if (!before_paper) return;
    for (const details of before_paper.closed) details.open = false;
    const theme = before_paper.theme;
    before_paper = null;
    document.documentElement.classList.remove('paper');
    choose_theme(theme);
}

// Heights depend on the width, because names wrap.
let known_width = innerWidth;
let resize_timer = 0;
function width_changed() {
    if (innerWidth === known_width || before_paper) return;
    known_width = innerWidth;
    clearTimeout(resize_timer);
    resize_timer = setTimeout(() => draw_again(
        document.querySelectorAll('[data-chart=ranking], [data-chart=placement]')), 150);
}

function start() {
    for (const details of document.querySelectorAll('details.case')) {
        details.addEventListener('toggle', () => details.open && show_case(details));
    }
    document.querySelectorAll('.case > summary > span, tbody th a, tbody th, .why-it-costs h3').forEach(
        named => [...named.childNodes].forEach(node => {
            if (node.nodeType === Node.TEXT_NODE) allow_breaks(node);
        }));
    document.querySelectorAll('.shared').forEach(line => { line.hidden = !has_charts; });
    const theme = document.getElementById('theme');
    theme.hidden = false;
    theme.addEventListener('click', () => choose_theme(is_dark() ? 'light' : 'dark'));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => choose_theme(
        document.documentElement.dataset.theme));
    document.querySelector('.filter').hidden = false;
    document.getElementById('filter').addEventListener('input', apply_filter);
    name_theme_button();
    addEventListener('hashchange', follow_hash);
    addEventListener('resize', width_changed);
    addEventListener('beforeprint', prepare_paper);
    addEventListener('afterprint', leave_paper);
    if (location.search === '?all') {
        open_everything(true);
    } else {
        document.querySelectorAll('canvas').forEach(canvas => visible_canvases.observe(canvas));
    }
    follow_hash();
    document.documentElement.dataset.ready = 'yes';
}

start();
