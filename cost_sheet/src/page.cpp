// SPDX-License-Identifier: BSL-1.0

#include "page/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace tollgate::cost_sheet {
namespace {

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

using tables = std::vector<figure_table>;

/// The rows with charts, in the order of the page.
std::vector<figure_row*> rows_of(tables& first, tables& others) {
    std::vector<figure_row*> rows;
    for (tables* part : {&first, &others}) {
        for (figure_table& table : *part) {
            for (figure_row& row : table.rows) {
                if (!row.data.empty()) {
                    rows.push_back(&row);
                }
            }
        }
    }
    return rows;
}

/// Adds distributions and rounds to the rows, the cheapest first, as far as they fit. Returns the
/// number of rows whose details did not fit.
std::size_t add_details(std::vector<figure_row*> rows, std::size_t most_bytes) {
    std::ranges::stable_sort(rows, {}, &figure_row::ns);
    constexpr std::string_view left_out = ",\"cut\":1";
    std::size_t used = rows.size() * left_out.size();
    std::size_t without = 0;
    for (figure_row* row : rows) {
        used += row->details.size();
        if (used <= most_bytes) {
            row->data += row->details;
        } else if (!row->details.empty()) {
            row->data += left_out;
            ++without;
        }
    }
    return without;
}

std::string data_of(const std::vector<figure_row*>& rows, const std::string& pictures) {
    std::string data;
    for (const figure_row* row : rows) {
        data += (data.empty() ? "" : ",\n") + row->data + "}";
    }
    return "<script type=\"application/json\" id=data>{\"rows\":[\n" + data + "],\n\"pictures\":[" +
           pictures + "]}</script>\n";
}

std::string all_cases(const tables& groups, bool has_first_view) {
    std::string html;
    std::size_t shown = 0;
    std::size_t all = 0;
    for (const figure_table& table : groups) {
        shown += table.rows.size();
        all += table.count;
        html += "<div class=\"group all\">\n" +
                (table.common.empty() ? ""
                                      : "<p class=lead>Common to all rows: <code>" +
                                            markup(table.common, 400) + "</code></p>\n") +
                table.html() + "</div>\n";
    }
    if (shown < all) {
        html += fmt::format("<p class=cut>Of {} cases {} are shown, to keep the page small; the "
                            "cheapest of each name come first. --only chooses others.</p>\n",
                            all, shown);
    }
    const std::string legend = has_first_view ? "" : "<p class=legend></p>\n" + marks_html();
    return fold("cases", has_first_view ? "All other cases" : "All cases", count_of(all, "case"),
                html.empty() ? html : legend + html, !has_first_view);
}

} // namespace

/// The policy forbids loading, and scripts other than ours, whatever a result file contains.
std::string page_head(std::string_view title) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
        "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; script-src {}; "
        "style-src {}; img-src data:; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=color-scheme content=\"light dark\">\n<title>{}</title>\n<link rel=icon "
        "href=\"data:,\">\n<style>{}</style>\n</head>\n<body>\n",
        policy_hash(page_script()), policy_hash(page_style()), title, page_style().text);
}

std::string page_end(const std::string& data) {
    return "</main>\n<footer>Made by costSheet of Tollgate. This page loads nothing from "
           "anywhere.</footer>\n" +
           data + "<script>" + std::string(page_script().text) + "</script>\n</body>\n</html>\n";
}

/// Each part has a share of the bytes that remain beside style and script.
std::string page(const results& all) {
    constexpr std::size_t frame = 40'000; // heading, reading, and their elements
    constexpr std::size_t note = 300;     // the number of cases without details
    const ranking ranked = make_ranking(all);
    const screen shown = make_screen(all);
    tables first = screen_tables(all, shown);
    tables none;
    const std::size_t used_before = frame + page_style().text.size() + page_script().text.size() +
                                    first_view(shown, first).size() +
                                    data_of(rows_of(first, none), "").size();
    const std::size_t room = page_limit - std::min(page_limit, used_before);
    const std::string explained = explained_section(all, room / 8);
    const picture_list pictures = pictures_of(all, room / 8);
    const std::string drawn = pictures_section(pictures);
    const std::string below =
        environment_section(all, room / 12) + files_section(all, room / 12) +
        fold("reading", "How to read it", "what each figure is, and what it is not",
             std::string(page_reading().text));
    // The cases have half of the room, and the bytes that the other parts do not need.
    std::size_t used_by_others =
        explained.size() + pictures.data.size() + drawn.size() + below.size() + room / 40 + note;
    for (const case_row& row : all.cases) {
        used_by_others += row.details.size();
    }
    tables others =
        other_tables(all, ranked, shown, std::max(room / 2, room - std::min(room, used_by_others)));
    std::vector<std::string> left_out;
    const auto html = [&] {
        return page_head("What concurrency costs here") + heading(all, shown) +
               notes(all, ranked, left_out, room / 40) + "<main>\n" + explained +
               first_view(shown, first) + drawn + all_cases(others, !first.empty()) + below +
               page_end(data_of(rows_of(first, others), pictures.data));
    };
    // The size of the page without details decides how many cases get details.
    const std::size_t used = html().size() + note;
    const std::size_t without =
        add_details(rows_of(first, others), page_limit - std::min(page_limit, used));
    if (without != 0) {
        left_out.push_back(
            fmt::format("The distributions and rounds of the {} most expensive cases "
                        "are left out, to keep the page small. --only chooses "
                        "others.",
                        without));
    }
    return html();
}

} // namespace tollgate::cost_sheet
