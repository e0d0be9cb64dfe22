// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "fake_results.hpp"
#include "page/sections.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace tollgate::cost_sheet {

/// A case with all details. Four of its 120 rounds in three passes were disturbed.
inline case_row detailed_case(const std::string& name, double value_ns, std::size_t file = 0,
                              const std::string& disturbed_by = "steal 2 ticks") {
    case_row row = fake_case(name, value_ns, value_ns / 100, file);
    for (double beyond = 0.9; beyond > 1e-4; beyond /= 1.7) {
        row.summary.curve.push_back({beyond, value_ns / (beyond + 0.1)});
    }
    for (std::size_t i = 0; i < most_rounds; ++i) {
        measure::case_round round;
        round.value_ns = value_ns * (1 + 0.00123 * static_cast<double>(i));
        round.process = i / 40;
        if (i % 30 == 0) {
            round.disturbances = {disturbed_by};
        }
        row.record.rounds.push_back(round);
    }
    row.details = detail_data(row);
    row.record.rounds.clear();
    row.summary.disturbed_rounds = 4;
    make_quiet(row, 0.75,
               {value_ns * 1.1, stats::interval{value_ns * 1.089, value_ns * 1.111, 0.95}});
    return row;
}

/// Cases of one program, of which the screen shows none, and an environment.
inline results results_with_everything() {
    results all;
    all.files = {fake_file("testFiber", "a/fiber.json")};
    for (const char* fibers : {"2", "4", "8", "16"}) {
        all.cases.push_back(detailed_case(std::string("fiber/yield/fibers:") + fibers, 50));
    }
    all.cases.push_back(detailed_case("thread/sched_yield/threads:2/placement:same", 3000));
    all.cases.push_back(detailed_case("thread/sched_yield/threads:2/placement:core", 9000));
    all.files[0].environment = {{"governor", environment::condition::bad, "powersave", "it is slow",
                                 "cpupower fix", "cpupower undo"},
                                {"smt", environment::condition::ok, "off", "", "", ""}};
    return all;
}

/// Results of two programs. Their screen has two sections: four ways to switch, the last of which
/// is not available, and a check of a token.
inline results results_with_screen() {
    results all;
    all.files = {fake_file("testFiber", "fiber.json"), fake_file("testCancel", "cancel.json")};
    all.cases = {detailed_case("fiber/yield/impl:tollgate/call:tollgate/fibers:4", 33),
                 detailed_case("fiber/yield/fibers:4", 66),
                 detailed_case("thread/condvar/placement:same", 3960),
                 detailed_case("cancel/check/impl:tollgate/token:standalone", 2, 1)};
    all.files[0].unavailable = {
        {report::guess_key("thread/condvar/placement:core"), "one CPU is all there is"}};
    all.files[0].environment = {
        {"governor", environment::condition::bad, "powersave", "it is slow", "fix", "undo"}};
    return all;
}

inline std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + part.size())) {
        ++found;
    }
    return found;
}

/// The data of a page's script. Throws if it is no JSON.
inline nlohmann::json data_of_page(const std::string& page) {
    constexpr std::string_view begin = "<script type=\"application/json\" id=data>";
    const std::size_t from = page.find(begin) + begin.size();
    return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

/// The text from `first`, included, to `last`; empty if one of them is missing.
inline std::string between(std::string_view text, std::string_view first, std::string_view last) {
    const std::size_t from = text.find(first);
    const std::size_t to = from == std::string_view::npos ? from : text.find(last, from);
    return to == std::string_view::npos ? std::string() : std::string(text.substr(from, to - from));
}

/// The page without style, scripts and data.
inline std::string markup_of_page(const std::string& page) {
    std::string left;
    std::size_t at = 0;
    while (at < page.size()) {
        const std::size_t from = std::min(page.find("<script", at), page.find("<style", at));
        left += page.substr(at, from - at);
        if (from == std::string::npos) {
            break;
        }
        const std::string end = page.compare(from, 7, "<script") == 0 ? "</script>" : "</style>";
        at = page.find(end, from) + end.size();
    }
    return left;
}

} // namespace tollgate::cost_sheet
