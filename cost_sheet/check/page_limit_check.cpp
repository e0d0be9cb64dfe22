// SPDX-License-Identifier: BSL-1.0
#include "made_up_page.hpp"
#include "page.hpp"

#include <gtest/gtest.h>

#include <set>

namespace tollgate::cost_sheet {
namespace {

/// That many files with the same cases, each of which has all details.
sheet many_files(std::size_t files, std::size_t cases) {
    sheet all;
    for (std::size_t file = 0; file < files; ++file) {
        const std::string path = "results/host_" + std::to_string(file) + "/testFiber.json";
        all.files.push_back(made_up_file(path, path));
        all.files.back().about.host_name = "host_" + std::to_string(file);
        all.files.back().environment.assign(20, {"governor of " + path, environment::condition::bad,
                                                 "powersave", "the frequency changes with the load",
                                                 "cpupower frequency-set -g performance",
                                                 "cpupower frequency-set -g powersave"});
        for (std::size_t i = 0; i < cases; ++i) {
            all.cases.push_back(detailed_case(
                "fiber/yield/impl:number_" + std::to_string(i) + "/fibers:4/placement:same",
                10 + static_cast<double>(i) + 0.01 * static_cast<double>(file), file));
        }
        all.warnings.push_back(path + ": shares its cases with another one");
    }
    return all;
}

TEST(page_limit, a_few_files_are_shown_whole) {
    const std::string made = page(many_files(3, 20));
    const auto data = data_of_page(made);
    EXPECT_EQ(data["cases"].size(), 60U);
    for (const auto& one : data["cases"]) {
        EXPECT_TRUE(one.contains("curve"));
    }
    EXPECT_EQ(count(made, "to keep the page small.</li>"), 0U);
}

TEST(page_limit, a_thousand_files_make_a_page_within_it_that_is_of_use) {
    const sheet all = many_files(1000, 27);
    const std::string made = page(all);
    EXPECT_LE(made.size(), page_limit);
    EXPECT_GT(made.size(), page_limit * 9 / 10) << "there was room for more";
    const nlohmann::json data = data_of_page(made);
    std::set<std::string> names;
    for (const auto& one : data["cases"]) {
        names.insert(one["name"].get<std::string>());
    }
    EXPECT_EQ(names.size(), 27U) << "each case of some file";
    EXPECT_GT(data["cases"].size(), 500U);
    EXPECT_GT(count(made, "Of 27000 cases " + std::to_string(data["cases"].size()) + " are shown"),
              0U);
    EXPECT_GT(count(made, "more files are left out"), 0U);
    EXPECT_GT(count(made, "more are left out, to keep the page small"), 0U);
    EXPECT_GT(count(made, "more notes"), 0U);
}

TEST(page_limit, the_dearest_cases_do_without_details_first) {
    const std::string made = page(many_files(50, 27));
    EXPECT_LE(made.size(), page_limit);
    const nlohmann::json data = data_of_page(made);
    double dearest_with = 0;
    double cheapest_without = 1e9;
    std::size_t without = 0;
    for (const auto& one : data["cases"]) {
        const double value = one["v"];
        EXPECT_NE(one.contains("curve"), one.contains("cut"));
        if (one.contains("curve")) {
            dearest_with = std::max(dearest_with, value);
        } else {
            cheapest_without = std::min(cheapest_without, value);
            ++without;
        }
    }
    EXPECT_GT(without, 0U);
    EXPECT_LE(dearest_with, cheapest_without);
    EXPECT_GT(count(made, "rounds of the " + std::to_string(without) + " dearest cases"), 0U);
}

TEST(page_limit, texts_as_long_as_can_be_do_not_exceed_it) {
    sheet all = many_files(20, 50);
    const std::string long_text = std::string(300, '"') + std::string(300, '\x01');
    for (sheet_case& one : all.cases) {
        one.key = one.key.name() + long_text;
        one.unit = long_text;
        one.remarks.assign(5, long_text);
        one.disturbances.assign(1, long_text);
        for (round_point& round : one.history) {
            round.disturbed = 1;
        }
    }
    for (sheet_file& file : all.files) {
        file.label += long_text;
        file.about.host_name += long_text;
        file.about.cpu_model += long_text;
        file.about.arguments.assign(100, long_text);
        file.failures.assign(100, long_text);
        file.proven = file.about.host_name.empty();
        file.notes.assign(1000, long_text);
        file.environment.assign(50, {long_text, environment::condition::unknown, long_text,
                                     long_text, long_text, long_text});
    }
    all.files[0].proven = all.files[1].proven = true;
    all.unreadable.assign(1000, long_text);
    EXPECT_LE(page(all).size(), page_limit);
}

} // namespace
} // namespace tollgate::cost_sheet
