// SPDX-License-Identifier: BSL-1.0
#include "page/bounded_text.hpp"
#include "page/markup.hpp"
#include "page/sections.hpp"

#include <tollgate/explain/explanation.hpp>
#include <tollgate/report/explained.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using explain::explanation;
using explain::hold_proof;
using explain::share;
using explain::share_kind;
using explain::tried_alone;
using json = nlohmann::ordered_json;

/// An experiment of ours has fewer of all these; a file of others may have any number.
constexpr std::size_t most_shares = 16;
constexpr std::size_t most_rows = 60;
constexpr std::size_t longest_text = 300;

/// Grey is for the part that is not explained.
constexpr int hatched = -1;
constexpr std::array<int, 7> colours{0, 1, 2, 3, 4, 5, 7};

/// A part of the bar, and a row of its table.
struct bar_part {
    const share* of = nullptr;
    int colour = hatched;
};

std::vector<bar_part> parts_of(const explanation& explained) {
    std::vector<bar_part> parts;
    std::size_t coloured = 0;
    for (const share& one : explained.shares) {
        if (parts.size() == most_shares) {
            break;
        }
        const bool known = one.resolved && one.what != share_kind::rest;
        parts.push_back({&one, known ? colours.at(coloured++ % colours.size()) : hatched});
    }
    return parts;
}

bool is_finite(const measure::estimate& one) {
    return std::isfinite(one.value) &&
           (!one.range || (std::isfinite(one.range->low) && std::isfinite(one.range->high)));
}

/// "13.1 ± 0.6 µs", or a dash for what is no number.
std::string amount(const measure::estimate& one, const measure::estimate& whole) {
    return is_finite(one) && is_finite(whole) ? markup(report::part_text(one, whole)) : "–";
}

std::string percent_of(const measure::estimate& one, const measure::estimate& whole) {
    const double share = one.value / whole.value;
    return std::isfinite(share) && std::abs(share) < 1e3 ? fmt::format("{:.0f} %", 100 * share)
                                                         : "–";
}

std::string swatch(int colour) {
    return colour == hatched ? "<span class=\"swatch hatched\"></span>"
                             : fmt::format("<span class=\"swatch s{}\"></span>", colour);
}

/// The bar's legend: a part has its number in both.
std::string shares_table(const explanation& explained, const std::vector<bar_part>& parts) {
    std::string table =
        "<div class=scroll><table class=key><thead><tr><th scope=col>part</th>"
        "<th scope=col>takes</th><th scope=col>of the cost</th></tr></thead><tbody>\n";
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const share& one = *parts[i].of;
        table += fmt::format("<tr><th scope=row>{}{}. {}</th><td>{}{}</td><td>{}</td></tr>\n",
                             swatch(parts[i].colour), i + 1,
                             markup(report::share_words(one, explained), longest_text),
                             amount(one.ns, explained.cost_ns),
                             one.resolved ? "" : " <small>not resolved</small>",
                             percent_of(one.ns, explained.cost_ns));
    }
    return table + fmt::format("</tbody><tfoot><tr><th scope=row>{}</th><td>{}</td><td></td></tr>"
                               "</tfoot></table></div>\n",
                               explained.shares.size() > parts.size()
                                   ? "all, with those that are left out"
                                   : "all of it",
                               amount(explained.cost_ns, explained.cost_ns));
}

std::string proof_of(const tried_alone& one) {
    const std::string says = markup(one.proof.says, longest_text);
    switch (one.proof.what) {
    case hold_proof::verdict::held:
        return says.empty() ? "proven by the work itself" : says;
    case hold_proof::verdict::failed:
        return "<b>not proven, left out</b>" + (says.empty() ? "" : ": " + says);
    case hold_proof::verdict::pointless:
        return "nothing to take away" + (says.empty() ? "" : ": " + says);
    case hold_proof::verdict::unprovable:
        break;
    }
    return "cannot be proven here, left out" + (says.empty() ? "" : ": " + says);
}

/// The scatter that it adds if it differs from batch to batch, else the amount that it takes off.
std::string what_it_did(const tried_alone& one, const explanation& of) {
    return one.is_scatter ? "scatter of " + duration_text(one.scatter_ns)
                          : amount(one.takes_off_ns, of.cost_ns);
}

std::string alone_row(const tried_alone& one, const explanation& of) {
    const bool held = one.proof.what == hold_proof::verdict::held;
    return fmt::format(
        "<tr><th scope=row>{}{}</th><td>{}</td><td>{}{}</td><td class=text>{}</td></tr>\n",
        markup(one.name, 80), one.is_alternative ? " <small>another way</small>" : "",
        duration_text(one.costs_ns), held ? what_it_did(one, of) : "–",
        held && !one.resolved ? " <small>not resolved</small>" : "", proof_of(one));
}

std::string more_line(std::size_t all) {
    return all > most_rows ? fmt::format("<p class=cut>{} more are left out, to keep the page "
                                         "small.</p>\n",
                                         all - most_rows)
                           : std::string();
}

std::string alone_table(const explanation& of) {
    if (of.alone.empty()) {
        return {};
    }
    std::string html =
        "<h4>Each intervention by itself</h4>\n<div class=scroll><table><thead><tr>"
        "<th scope=col>under</th><th scope=col>it costs</th><th scope=col>takes off</th>"
        "<th scope=col class=text>that it took hold</th></tr></thead><tbody>\n";
    for (std::size_t i = 0; i < std::min(most_rows, of.alone.size()); ++i) {
        html += alone_row(of.alone[i], of);
    }
    return html + "</tbody></table></div>\n" + more_line(of.alone.size());
}

std::string not_here_list(const explanation& of) {
    if (of.not_here.empty()) {
        return {};
    }
    std::string html = "<h4>Not possible here</h4>\n<dl class=reading>\n";
    for (std::size_t i = 0; i < std::min(most_rows, of.not_here.size()); ++i) {
        html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", markup(of.not_here[i].name, 80),
                            markup(of.not_here[i].reason, longest_text));
    }
    return html + "</dl>\n" + more_line(of.not_here.size());
}

std::string advice_card(const tried_alone& one) {
    const explain::advice& follows = one.follows;
    const std::string commands =
        command_entry("do", follows.command) + command_entry("undo", follows.undo);
    return fmt::format("<article class=verdict><h4>{}</h4><p>{}</p>{}{}</article>\n",
                       markup(one.name, 80), markup(follows.setting, longest_text),
                       follows.price.empty() ? ""
                                             : fmt::format("<p class=why>its price: {}</p>",
                                                           markup(follows.price, longest_text)),
                       commands.empty() ? "" : "<dl>" + commands + "</dl>");
}

std::string advice_cards(const explanation& of) {
    const std::vector<const tried_alone*> all = report::same_effect(of);
    if (all.empty()) {
        return {};
    }
    std::string html =
        "<h4>Settings with the same effect in production</h4>\n<div class=verdicts>\n";
    for (std::size_t i = 0; i < std::min(most_rows, all.size()); ++i) {
        html += advice_card(*all[i]);
    }
    return html + "</div>\n" + more_line(all.size());
}

std::string lead_of(const explanation& of) {
    const bool any = std::any_of(of.alone.begin(), of.alone.end(),
                                 [](const tried_alone& one) { return one.resolved; });
    return fmt::format("<p>{} costs <b>{}</b>{}</p>\n",
                       of.unit.empty() ? "An operation" : markup(of.unit),
                       amount(of.cost_ns, of.cost_ns),
                       any ? "." : ". No intervention made a difference that this run could see.");
}

/// `[[ns, colour], ...]`
std::string data_of(const std::vector<bar_part>& parts) {
    json bars = json::array();
    for (const bar_part& one : parts) {
        bars.push_back({short_number(one.of->ns.value), one.colour});
    }
    return script_json(bars);
}

std::string one_html(const sheet_file& file, std::size_t index,
                     const std::vector<bar_part>& parts) {
    const explanation& of = *file.explained;
    std::string html = fmt::format("<div class=why-it-costs>\n<h3>{} <small>{}</small></h3>\n",
                                   markup(of.of.name()), markup(file.label)) +
                       lead_of(of);
    if (!parts.empty()) {
        html += chart("explained", index, fmt::format("Parts of the cost {}", index + 1),
                      shares_table(of, parts));
    }
    return html + advice_cards(of) + alone_table(of) + not_here_list(of) + "</div>\n";
}

} // namespace

section explained_section(const sheet& all, std::size_t most_bytes) {
    bounded_text html(most_bytes * 3 / 4);
    bounded_text data(most_bytes / 4);
    std::size_t shown = 0;
    std::size_t left_out = 0;
    for (const sheet_file* file : all.explained()) {
        const std::vector<bar_part> parts = parts_of(*file->explained);
        if (left_out == 0 && data.add((shown == 0 ? "" : ",") + data_of(parts)) &&
            html.add(one_html(*file, shown, parts))) {
            ++shown;
        } else {
            ++left_out;
        }
    }
    if (shown + left_out == 0) {
        return {"", "[]"};
    }
    std::string whole =
        "<section id=explained>\n<h2>Why does it cost that here?</h2>\n" + html.str();
    if (left_out != 0) {
        whole += fmt::format("<p class=cut>{} more explanations are left out, to keep the page "
                             "small.</p>\n",
                             left_out);
    }
    return {whole + "</section>\n", "[" + data.str() + "]"};
}

} // namespace tollgate::cost_sheet
