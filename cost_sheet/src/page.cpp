// SPDX-License-Identifier: BSL-1.0
#include "page.hpp"

#include "page/embedded.hpp"
#include "page/markup.hpp"
#include "page/sections.hpp"
#include "printable.hpp"
#include "screen/screen.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string_view>

namespace tollgate::cost_sheet {
namespace {

using json = nlohmann::ordered_json;

/// As a policy names a text: base64 of its SHA-256.
std::string policy_hash(const embedded_text& one) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr std::string_view hex = "0123456789abcdef";
    std::string hash;
    std::size_t bits = 0;
    std::size_t count = 0;
    for (const char each : one.sha256) {
        bits = bits << 4 | hex.find(each);
        count += 4;
        while (count >= 6) {
            count -= 6;
            hash += digits[bits >> count & 63];
        }
    }
    // 256 bits are 42 digits and four bits.
    hash += digits[bits << (6 - count) & 63];
    return "'sha256-" + hash + "='";
}

/// Nothing may be loaded and no script may run but ours, whatever a file smuggles in.
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

std::string tools(const std::string& content) {
    struct link {
        std::string_view id;
        std::string_view title;
    };
    constexpr link links[] = {{"screen", "What to use"},      {"explained", "Why"},
                              {"ladder", "Ladder"},           {"cases", "Cases"},
                              {"sweeps", "Sweeps"},           {"placement", "Placement"},
                              {"environment", "Environment"}, {"conditions", "Conditions"},
                              {"reading", "How to read it"}};
    std::string html = "<div class=tools>\n<nav aria-label=Sections>";
    for (const link& one : links) {
        if (content.find(fmt::format("<section id={}>", one.id)) != std::string::npos) {
            html += fmt::format("<a href=\"#{}\">{}</a> ", one.id, one.title);
        }
    }
    return html + "</nav>\n<label class=filter hidden>Filter <input id=filter type=search "
                  "placeholder=\"fiber placement:same\" autocomplete=off spellcheck=false>"
                  "<output id=found></output></label>\n</div>\n";
}

/// What the script draws from. Its charts are in the order of the canvases.
std::string data_of(const sheet& all, const ladder& ranked, const std::vector<shown_group>& groups,
                    const section& sweeps, const section& placement, const section& explained) {
    json marks = json::array();
    for (const mark& one : ranked.marks) {
        marks.push_back({printable(one.name, 60), short_number(one.ns)});
    }
    std::string cases;
    std::string rows = "[";
    for (const shown_group& group : groups) {
        json ids = json::array();
        for (const shown_case& one : group.cases) {
            ids.push_back(one.of);
            cases += fmt::format("{}\n\"{}\":{{{}}}", cases.empty() ? "" : ",", one.of, one.data);
        }
        rows += (rows.size() == 1 ? "" : ",") + script_json(ids);
    }
    return fmt::format("{{\"marks\":{},\"scale\":{},\"groups\":{}],\"sweeps\":{},\"placement\":{},"
                       "\"explained\":{},\n\"files\":{},\"cases\":{{{}}}}}",
                       script_json(marks),
                       script_json({short_number(ranked.least_ns), short_number(ranked.most_ns)}),
                       rows, sweeps.json, placement.json, explained.json, all.files.size(), cases);
}

/// One chart and table more, for each case that is opened.
std::string templates() {
    const auto figure = [](std::string_view kind, std::string_view label) {
        return chart(kind, 0, label,
                     "<details class=table><summary>Table</summary>"
                     "<div class=scroll><table></table></div></details>\n");
    };
    return "<template id=curve>" + figure("curve", "Share of operations that take longer") +
           "</template>\n<template id=history>" + figure("history", "Cost in each round") +
           "</template>\n";
}

std::string scripts(const std::string& data) {
    return "<script type=\"application/json\" id=data>" + data + "</script>\n" +
           (page_charts().text.empty()
                ? std::string()
                : "<script>" + std::string(page_charts().text) + "</script>\n") +
           "<script>" + std::string(page_script().text) + "</script>\n";
}

/// How many bytes each part may take of those that are not the page's own.
struct shares {
    std::size_t notes, environment, files, sweeps, placement, explained, cases;

    explicit shares(std::size_t all)
        : notes(all / 40),
          environment(all / 14),
          files(all / 14),
          sweeps(all / 12),
          placement(all / 20),
          explained(all / 14),
          cases(all / 2) {}
};

std::string left_out_rows(const std::vector<shown_group>& groups) {
    std::size_t all = 0;
    std::size_t shown = 0;
    for (const shown_group& group : groups) {
        all += group.of;
        shown += group.cases.size();
    }
    return fmt::format(
        "Of {} cases {} are shown, of each name the cheapest first, to keep the page "
        "small. --only chooses others.",
        all, shown);
}

} // namespace

std::string page(const sheet& all) {
    constexpr std::size_t frame = 80'000; // heading, screen, reading, links and what holds them
    const std::size_t own =
        page_style().text.size() + page_script().text.size() + page_charts().text.size() + frame;
    const shares room(page_limit - own);

    const ladder ranked = make_ladder(all);
    std::vector<shown_group> groups = choose_cases(all, ranked, room.cases);
    const section sweeps = sweeps_section(all, room.sweeps);
    const section placement = placement_section(all, room.placement);
    const section explained = explained_section(all, room.explained);
    const bool only_explained = all.cases.empty() && !explained.html.empty();
    const std::string cases = only_explained ? "" : ladder_section(groups) + cases_section(groups);
    const std::string conditions =
        environment_section(all, room.environment) + files_section(all, room.files);
    std::vector<std::string> left_out;
    for (const shown_group& group : groups) {
        if (group.cases.size() != group.of) {
            left_out.push_back(left_out_rows(groups));
            break;
        }
    }

    const std::string screen = first_screen(make_screen(all), groups);
    const std::string content =
        explained.html + cases + sweeps.html + placement.html + conditions + how_to_read();

    const auto whole = [&](const std::string& notes) {
        return head() +
               (only_explained ? "<body>\n<a class=skip href=\"#explained\">To the figures</a>\n"
                               : "<body>\n<a class=skip href=\"#ladder\">To the ladder</a>\n") +
               heading(all) + notes + "<main>\n" + screen + tools(screen + content) + content +
               "</main>\n" + "<footer>Made by costSheet of Tollgate" +
               (page_charts().text.empty() ? "" : "; charts by Chart.js (MIT license)") +
               ". This page loads nothing from anywhere.</footer>\n" + templates() +
               scripts(data_of(all, ranked, groups, sweeps, placement, explained)) +
               "</body>\n</html>\n";
    };
    // What the page takes without details decides how many it can have.
    constexpr std::size_t note = 300; // which says how many it does without
    const std::string bare = whole(notes_section(all, ranked, left_out, room.notes));
    const std::size_t used = bare.size() + note;
    const std::size_t without = add_details(all, groups, used < page_limit ? page_limit - used : 0);
    if (without != 0) {
        left_out.push_back(fmt::format("The distributions and rounds of the {} dearest cases are "
                                       "left out, to keep the page small. --only chooses others.",
                                       without));
    }
    return whole(notes_section(all, ranked, left_out, room.notes));
}

} // namespace tollgate::cost_sheet
