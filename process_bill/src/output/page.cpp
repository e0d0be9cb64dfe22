// SPDX-License-Identifier: BSL-1.0
#include "page.hpp"

#include "figures.hpp"
#include "page_style.hpp"

#include <tollgate/report/printable.hpp>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace tollgate::bill {
namespace {

constexpr std::size_t most_bytes_of_rows = 900'000;

/// Any text, escaped for an element or a quoted attribute. All texts of a statement get into the
/// page through this function.
std::string markup(std::string_view text) {
    constexpr std::size_t most_letters = 1'000;
    std::string safe = report::printable(text, most_letters);
    for (const auto& [from, to] : {std::pair{"&", "&amp;"},
                                   {"<", "&lt;"},
                                   {">", "&gt;"},
                                   {"\"", "&quot;"},
                                   {"'", "&#39;"}}) {
        boost::replace_all(safe, from, to);
    }
    return safe;
}

/// The policy forbids loading and scripts, whatever the statement contains.
std::string head(const std::string& title) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
        "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src '{}'; "
        "img-src data:; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=color-scheme content=\"light dark\">\n<title>{}</title>\n"
        "<link rel=icon href=\"data:,\">\n<style>{}</style>\n</head>\n<body>\n",
        page_style_hash(), title, page_style());
}

std::string notes_html(const statement& bill) {
    std::string items;
    if (bill.partial) {
        items += "<li class=bad>" + markup(partial_text(bill)) + "</li>\n";
    }
    for (const std::string& remark : bill.remarks) {
        items += "<li>" + markup(as_sentence(remark)) + "</li>\n";
    }
    return items.empty() ? items : "<ul class=notes>\n" + items + "</ul>\n";
}

std::string totals_html(const statement& bill) {
    const totals_text totals = totals_of(bill);
    std::string html;
    for (const auto& [name, text] : {std::pair{"CPU time", totals.cpu_time},
                                     {"Run queue", totals.queued},
                                     {"Switches", totals.switches}}) {
        html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, markup(text));
    }
    return "<dl class=totals>\n" + html + "</dl>\n";
}

/// A part of the bar.
struct part {
    std::string name;
    double cpus;
    std::size_t colour; ///< 0 for what is no event; see page.css
};

/// The most expensive entries, all others together, and the rest of the CPU time.
std::vector<part> parts_of(const statement& bill) {
    constexpr std::size_t most = 6;
    std::vector<part> parts;
    part others{"other events", 0, most + 1};
    bool has_unpriced = false;
    double rest = bill.cpus_used;
    for (const entry& each : bill.entries) {
        has_unpriced = has_unpriced || !each.cpus;
        const double cpus = each.cpus ? std::max(0.0, each.cpus->value) : 0;
        rest -= cpus;
        if (cpus > 0 && parts.size() < most) {
            parts.push_back({each.threads + " " + each.event, cpus, parts.size() + 1});
        } else {
            others.cpus += cpus;
        }
    }
    if (others.cpus > 0) {
        parts.push_back(others);
    }
    if (rest > 0) {
        parts.insert(parts.begin(),
                     {has_unpriced ? "work, and events without a price" : "work", rest, 0});
    }
    return parts;
}

/// The bar of the CPU time, and what its parts are. Empty if there was no CPU time.
std::string bar_html(const statement& bill) {
    const std::vector<part> parts = parts_of(bill);
    double all = 0;
    for (const part& each : parts) {
        all += each.cpus;
    }
    if (!(all > 0)) {
        return {};
    }
    constexpr double length = 1000;
    double from = 0;
    std::string bar;
    std::string names;
    for (const part& each : parts) {
        const double width = length * each.cpus / all;
        const std::string name = markup(each.name);
        const std::string share = markup(share_text(each.cpus, bill.cpus_used));
        bar += fmt::format("<rect class=c{} x=\"{:.2f}\" width=\"{:.2f}\" height=\"1\">"
                           "<title>{}: {}</title></rect>",
                           each.colour, from, width, name, share);
        names += fmt::format("<li><svg viewBox=\"0 0 1 1\" aria-hidden=true><rect class=c{} "
                             "width=\"1\" height=\"1\"/></svg>{} <small>{}</small></li>\n",
                             each.colour, name, share);
        from += width;
    }
    return fmt::format("<h2>Where the CPU time goes</h2>\n<svg class=bar viewBox=\"0 0 {} 1\" "
                       "preserveAspectRatio=none role=img aria-label=\"Parts of the CPU time\">"
                       "{}</svg>\n<ul class=parts>\n{}</ul>\n",
                       length, bar, names);
}

std::string savings_html(const statement& bill) {
    std::string items;
    for (const saving& each : bill.savings) {
        items +=
            fmt::format("<li>{}.<br>{}: <b>{}</b>.{}</li>\n", markup(each.finding),
                        markup(as_sentence(each.change)), markup(saves_text(each, bill.cpus_used)),
                        each.means.empty() ? "" : "<br>With " + markup(each.means) + ".");
    }
    return "<h2>What would save</h2>\n" + (items.empty()
                                               ? "<p>" + markup(no_savings_text(bill)) + "</p>\n"
                                               : "<ol class=savings>\n" + items + "</ol>\n");
}

/// The event, and its stack folded below it.
std::string event_html(const entry& of) {
    if (of.stack.empty()) {
        return markup(of.event);
    }
    constexpr std::size_t most_frames = 200;
    std::string frames;
    for (const std::string& frame :
         std::span(of.stack).first(std::min(of.stack.size(), most_frames))) {
        frames += "<li>" + markup(frame) + "</li>";
    }
    return fmt::format("<details><summary>{}</summary><ol class=stack>{}</ol></details>",
                       markup(of.event), frames);
}

constexpr std::string_view heads[] = {"a second", "typical wait", "price of one", "CPUs", "share"};

std::string row_html(const entry& of, double cpus_used) {
    const std::string figures[] = {rate_text(of.a_second), wait_text(of.typical_us), price_text(of),
                                   of.cpus ? cpus_text(*of.cpus) : "",
                                   of.cpus ? share_text(of.cpus->value, cpus_used) : ""};
    std::string row = fmt::format("<tr><th scope=row>{}</th><td class=event>{}</td>",
                                  markup(of.threads), event_html(of));
    for (std::size_t i = 0; i < std::size(heads); ++i) {
        row +=
            fmt::format("<td class=number data-head=\"{}\">{}</td>", heads[i], markup(figures[i]));
    }
    return row + "</tr>\n";
}

std::string entries_html(const statement& bill) {
    if (bill.entries.empty()) {
        return "<h2>All events</h2>\n<p>No thread waited.</p>\n";
    }
    std::string rows;
    std::size_t left_out = 0;
    for (const entry& each : bill.entries) {
        std::string row = row_html(each, bill.cpus_used);
        if (left_out != 0 || rows.size() + row.size() > most_bytes_of_rows) {
            ++left_out;
        } else {
            rows += row;
        }
    }
    std::string titles = "<th scope=col>thread</th><th scope=col class=event>event</th>";
    for (const std::string_view title : heads) {
        titles += fmt::format("<th scope=col>{}</th>", title);
    }
    return fmt::format("<h2>All events</h2>\n<table><thead><tr>{}</tr></thead><tbody>\n{}</tbody>"
                       "</table>\n{}",
                       titles, rows,
                       left_out == 0
                           ? ""
                           : fmt::format("<p>{} are left out, to keep the page small.</p>\n",
                                         counted(left_out, "cheaper event")));
}

} // namespace

std::string page_of(const statement& bill) {
    const std::string title = markup("The bill of " + processes_text(bill));
    return head(title) + "<header>\n<h1>" + title + "</h1>\n<p>" +
           markup(as_sentence(totals_of(bill).observed)) + ". " +
           markup(as_sentence(bill.prices_from)) + ".</p>\n</header>\n" + notes_html(bill) +
           "<main>\n" + totals_html(bill) + bar_html(bill) + savings_html(bill) +
           entries_html(bill) +
           "</main>\n<footer>Made by bill of Tollgate. This page loads nothing from anywhere."
           "</footer>\n</body>\n</html>\n";
}

} // namespace tollgate::bill
