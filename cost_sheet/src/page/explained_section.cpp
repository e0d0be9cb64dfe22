// SPDX-License-Identifier: BSL-1.0
#include "page/sections.hpp"

#include <tollgate/explain/explanation.hpp>
#include <tollgate/report/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace tollgate::cost_sheet {
namespace {

using explain::explanation;
using explain::hold_proof;
using explain::share;
using explain::tried_alone;
using json = nlohmann::ordered_json;

constexpr std::size_t longest_text = 300;

/// The colour of each part of the bar; grey, which is -1, is for what is not explained.
std::vector<int> colours_of(const explanation& explained) {
    constexpr std::array<int, 7> colours{0, 1, 2, 3, 4, 5, 7};
    std::vector<int> found;
    std::size_t coloured = 0;
    for (const share& part : explained.shares) {
        const bool known = part.resolved && part.what != explain::share_kind::rest;
        found.push_back(known ? colours.at(coloured++ % colours.size()) : -1);
    }
    return found;
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

std::string not_resolved(bool resolved) {
    return resolved ? "" : " <small>not resolved</small>";
}

/// The bar's legend: a part has its number in both.
std::string shares_table(const explanation& explained, const std::vector<int>& colours) {
    std::string rows;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const share& one = explained.shares[i];
        const std::string swatch = colours[i] < 0 ? "hatched" : fmt::format("s{}", colours[i]);
        rows += table_row({fmt::format("<span class=\"swatch {}\"></span>{}. {}", swatch, i + 1,
                                       markup(report::share_words(one, explained), longest_text)),
                           amount(one.ns, explained.cost_ns) + not_resolved(one.resolved),
                           percent_of(one.ns, explained.cost_ns)});
    }
    return table("key", {"part", "takes", "of the cost"}, rows,
                 "<tfoot>" +
                     table_row({"all of it", amount(explained.cost_ns, explained.cost_ns), ""}) +
                     "</tfoot>");
}

std::string proof_of(const tried_alone& one) {
    const std::string says = markup(one.proof.says, longest_text);
    const std::string reason = says.empty() ? says : ": " + says;
    switch (one.proof.what) {
    case hold_proof::verdict::held:
        return says.empty() ? "proven by the work itself" : says;
    case hold_proof::verdict::failed:
        return "<b>not proven, left out</b>" + reason;
    case hold_proof::verdict::pointless:
        return "nothing to take away" + reason;
    case hold_proof::verdict::unprovable:
        break;
    }
    return "cannot be proven here, left out" + reason;
}

/// The scatter that it adds if it differs from batch to batch, else the amount that it takes off.
std::string what_it_did(const tried_alone& one, const explanation& of) {
    if (one.proof.what != hold_proof::verdict::held) {
        return "–";
    }
    return (one.is_scatter ? "scatter of " + duration_text(one.scatter_ns)
                           : amount(one.takes_off_ns, of.cost_ns)) +
           not_resolved(one.resolved);
}

std::string alone_row(const tried_alone& one, const explanation& of) {
    return table_row(
        {markup(one.name, 80) + (one.is_alternative ? " <small>another way</small>" : ""),
         duration_text(one.costs_ns), what_it_did(one, of), proof_of(one)});
}

std::string advice_card(const tried_alone& one) {
    const explain::advice& follows = one.follows;
    return fmt::format("<article class=verdict><h4>{}</h4><p>{}</p>{}{}</article>\n",
                       markup(one.name, 80), markup(follows.setting, longest_text),
                       follows.price.empty() ? ""
                                             : fmt::format("<p class=why>its price: {}</p>",
                                                           markup(follows.price, longest_text)),
                       command_list("do", follows.command, follows.undo));
}

std::string explanation_html(const result_file& file, std::size_t index,
                             const std::vector<int>& colours) {
    const explanation& of = *file.explanation;
    const auto around = [](const char* begin, const std::string& rows, const char* end) {
        return rows.empty() ? rows : begin + rows + end;
    };
    std::string cards;
    for (const tried_alone* setting : report::same_effect(of)) {
        cards += advice_card(*setting);
    }
    bool any = false;
    std::string alone;
    for (const tried_alone& each : of.alone) {
        any = any || each.resolved;
        alone += alone_row(each, of);
    }
    std::string not_here;
    for (const explain::impossible& each : of.not_here) {
        not_here += entry(markup(each.name, 80), markup(each.reason, longest_text));
    }
    std::string html = fmt::format(
        "<div class=why-it-costs>\n<h3>{} <small>{}</small></h3>\n<p>{} costs <b>{}</b>.{}</p>\n",
        markup(of.of.name()), markup(file.label),
        of.unit.empty() ? "An operation" : markup(of.unit), amount(of.cost_ns, of.cost_ns),
        any ? "" : " No intervention made a difference that this run could see.");
    if (!colours.empty()) {
        html += chart("explained", index, fmt::format("Parts of the cost {}", index + 1),
                      shares_table(of, colours));
    }
    html += around("<h4>Settings with the same effect in production</h4>\n<div class=verdicts>\n",
                   cards, "</div>\n");
    if (!alone.empty()) {
        html += "<h4>Each intervention by itself</h4>\n" +
                table("words", {"under", "it costs", "takes off", "that it took hold"}, alone);
    }
    return html + around("<h4>Not possible here</h4>\n<dl class=reading>\n", not_here, "</dl>\n") +
           "</div>\n";
}

} // namespace

section explained_section(const results& all, std::size_t most_bytes) {
    bounded_pieces pieces(most_bytes);
    for (const result_file* file : all.explained()) {
        const std::vector<int> colours = colours_of(*file->explanation);
        json bar = json::array();
        for (std::size_t i = 0; i < colours.size(); ++i) {
            bar.push_back({short_number(file->explanation->shares[i].ns.value), colours[i]});
        }
        pieces.add(explanation_html(*file, pieces.taken(), colours), script_json(bar));
    }
    return pieces.finish("<section id=explained>\n<h2>Why does it cost that here?</h2>\n",
                         "explanations");
}

} // namespace tollgate::cost_sheet
