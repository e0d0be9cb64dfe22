// SPDX-License-Identifier: BSL-1.0

#include "page/sections.hpp"

#include <tollgate/report/printable.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

namespace tollgate::cost_sheet {
namespace {

using json = nlohmann::ordered_json;

/// The name of a text in a policy: base64 of its SHA-256. Three hexadecimal digits are two of
/// base64.
std::string policy_hash(const embedded_text& embedded) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::string padded = std::string(embedded.sha256) + "00";
    std::string hash;
    for (std::size_t i = 0; i < padded.size(); i += 3) {
        const unsigned long bits = std::stoul(padded.substr(i, 3), nullptr, 16);
        hash += {digits[bits >> 6U], digits[bits & 63U]};
    }
    hash.back() = '=';
    return "'sha256-" + hash + "'";
}

/// The policy forbids loading, and scripts other than ours, whatever a result file contains.
std::string head() {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
        "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; script-src {} {}; "
        "style-src {}; img-src data:; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=color-scheme content=\"light dark\">\n<title>What concurrency costs</title>\n"
        "<link rel=icon href=\"data:,\">\n<style>{}</style>\n</head>\n",
        policy_hash(page_script()), policy_hash(page_charts()), policy_hash(page_style()),
        page_style().text);
}

/// Links to the sections that the content has, and the filter.
std::string tools(const std::string& content) {
    constexpr std::pair<std::string_view, std::string_view> links[] = {
        {"screen", "What to use"},      {"explained", "Why"},
        {"ranking", "Ranking"},         {"cases", "Cases"},
        {"sweeps", "Sweeps"},           {"placement", "Placement"},
        {"environment", "Environment"}, {"conditions", "Conditions"},
        {"reading", "How to read it"}};
    std::string html = "<div class=tools>\n<nav aria-label=Sections>";
    for (const auto& [id, title] : links) {
        if (content.find(fmt::format("<section id={}>", id)) != std::string::npos) {
            html += fmt::format("<a href=\"#{}\">{}</a> ", id, title);
        }
    }
    return html + "</nav>\n<label class=filter hidden>Filter <input id=filter type=search "
                  "placeholder=\"fiber placement:same\" autocomplete=off spellcheck=false>"
                  "<output id=found></output></label>\n</div>\n";
}

/// The chart and table that the script adds to each opened case.
std::string templates() {
    const auto figure = [](std::string_view kind, std::string_view label) {
        return fmt::format("<template id={}>{}</template>\n", kind,
                           chart(kind, 0, label,
                                 "<details class=table><summary>Table</summary>"
                                 "<div class=scroll><table></table></div></details>\n"));
    };
    return figure("curve", "Share of operations that take longer") +
           figure("history", "Cost in each round");
}

/// A line if some cases are not shown.
std::vector<std::string> left_out_rows(const std::vector<shown_group>& groups) {
    std::size_t all = 0;
    std::size_t shown = 0;
    for (const shown_group& group : groups) {
        all += group.case_count;
        shown += group.cases.size();
    }
    if (all == shown) {
        return {};
    }
    return {fmt::format("Of {} cases {} are shown, to keep the page small; the cheapest of each "
                        "name come first. --only chooses others.",
                        all, shown)};
}

std::string script(std::string_view text) {
    return text.empty() ? std::string() : fmt::format("<script>{}</script>\n", text);
}

/// The data of the script; see page/text.js. Charts are in the order of the canvases.
std::string data_of(const ranking& ranked, const std::vector<shown_group>& groups,
                    const section& sweeps, const section& placement) {
    json references = json::array();
    for (const reference_cost& reference : ranked.reference_costs) {
        references.push_back({report::printable(reference.name, 60), short_number(reference.ns)});
    }
    json ids = json::array();
    std::vector<std::string> cases;
    for (const shown_group& group : groups) {
        ids.push_back(json::array());
        for (const shown_case& shown : group.cases) {
            ids.back().push_back(shown.case_index);
            cases.push_back(fmt::format("\n\"{}\":{{{}}}", shown.case_index, shown.data));
        }
    }
    return fmt::format(
        "{{\"references\":{},\"scale\":{},\"groups\":{},\"sweeps\":{},\"placement\":{},"
        "\n\"cases\":{{{}}}}}",
        script_json(references),
        script_json({short_number(ranked.least_ns), short_number(ranked.most_ns)}),
        script_json(ids), sweeps.json, placement.json, fmt::join(cases, ","));
}

} // namespace

/// Each part has a share of the bytes that remain beside style and scripts. The details of cases
/// get the rest.
std::string page(const results& all) {
    constexpr std::size_t frame = 80'000; // heading, screen, reading, links and their elements
    constexpr std::size_t note = 300;     // the number of cases without details
    const std::size_t room = page_limit - frame - page_style().text.size() -
                             page_script().text.size() - page_charts().text.size();
    const ranking ranked = make_ranking(all);
    std::vector<shown_group> groups = choose_cases(all, ranked, room / 2);
    const section sweeps = sweeps_section(all, room / 12);
    const section placement = placement_section(all, room / 20);
    const std::string explained = explained_section(all, room / 14);
    const bool has_ranking = !all.cases.empty() || explained.empty();
    const std::string screen = first_screen(make_screen(all), groups);
    const std::string content =
        explained + (has_ranking ? ranking_section(groups) + cases_section(groups) : "") +
        sweeps.html + placement.html + environment_section(all, room / 14) +
        files_section(all, room / 14) + std::string(page_reading().text);
    std::vector<std::string> left_out = left_out_rows(groups);
    const auto html = [&] {
        const char* const skip =
            has_ranking ? "<body>\n<a class=skip href=\"#ranking\">To the ranking</a>\n"
                        : "<body>\n<a class=skip href=\"#explained\">To the figures</a>\n";
        return head() + skip + heading(all) + notes_section(all, ranked, left_out, room / 40) +
               "<main>\n" + screen + tools(screen + content) + content +
               "</main>\n<footer>Made by costSheet of Tollgate" +
               (page_charts().text.empty() ? "" : "; charts by Chart.js (MIT license)") +
               ". This page loads nothing from anywhere.</footer>\n" + templates() +
               "<script type=\"application/json\" id=data>" +
               data_of(ranked, groups, sweeps, placement) + "</script>\n" +
               script(page_charts().text) + script(page_script().text) + "</body>\n</html>\n";
    };
    // The size of the page without details decides how many cases get details.
    const std::size_t used = html().size() + note;
    const std::size_t without = add_details(all, groups, page_limit - std::min(page_limit, used));
    if (without != 0) {
        left_out.push_back(
            fmt::format("The distributions and rounds of the {} most expensive cases "
                        "are left out, to keep the page small. --only chooses others.",
                        without));
    }
    return html();
}

} // namespace tollgate::cost_sheet
