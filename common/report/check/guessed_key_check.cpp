// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/json.hpp>

#include "fake_result.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

namespace tollgate::report {
namespace {

using measure::parameter;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(guessed_key, splits_a_name) {
    const measure::case_key key = guess_key("fiber/yield/impl:tollgate/fibers:4");
    EXPECT_EQ(key.path(), "fiber/yield");
    EXPECT_THAT(key.parameters(),
                ElementsAre(parameter("impl", "tollgate"), parameter("fibers", 4U)));
    EXPECT_EQ(guess_key("BM_sort").path(), "BM_sort");
    EXPECT_THAT(guess_key("BM_sort/8").parameters(), IsEmpty());
    EXPECT_EQ(guess_key("a/b:c:d").text("b"), "c:d");
}

TEST(guessed_key, has_only_numbers_that_a_name_would_show) {
    for (const char* word :
         {"x", "-1", "+1", "007", "1.5", "1e3", "2x", "inf", "", "18446744073709551616"}) {
        const measure::case_key key = guess_key(std::string("a/n:") + word);
        EXPECT_EQ(key.number("n"), std::nullopt) << word;
        EXPECT_EQ(key.text("n"), word);
    }
    EXPECT_EQ(guess_key("a/n:0").number("n"), 0U);
    EXPECT_EQ(guess_key("a/n:18446744073709551615").number("n"), UINT64_MAX);
}

TEST(guessed_key, a_word_among_parameters_has_no_name) {
    const measure::case_key key = guess_key("BM_f/size:8/real_time/threads:4");
    EXPECT_EQ(key.path(), "BM_f");
    EXPECT_THAT(key.parameters(), ElementsAre(parameter("size", 8U), parameter("", "real_time"),
                                              parameter("threads", 4U)));
}

/// Leaves out those without a name.
bool names_parameters_once(const measure::case_key& key) {
    std::set<std::string> names;
    return std::all_of(key.parameters().begin(), key.parameters().end(), [&](const auto& one) {
        return one.name.empty() || names.insert(one.name).second;
    });
}

TEST(guessed_key, takes_the_first_of_two_parameters_of_one_name) {
    EXPECT_THAT(guess_key("BM_f/size:8/size:9").parameters(),
                ElementsAre(parameter("size", 8U), parameter("", "size:9")));
}

TEST(guessed_key, has_any_text_as_its_name) {
    for (const char* name : {"", "/", "//", ":", "/:", "a:", "a:b", "a:b/c:d", "a/:", "a/:b",
                             "a//b:c", "a/b:c/", "a/b:c//", "a/b:1/:/d:"}) {
        EXPECT_EQ(guess_key(name).name(), name);
    }
    std::mt19937 random(1);
    for (int i = 0; i < 20'000; ++i) {
        std::string name(random() % 12, ' ');
        for (char& one : name) {
            one = "ab01:/"[random() % 6];
        }
        const measure::case_key key = guess_key(name);
        EXPECT_EQ(key.name(), name);
        EXPECT_TRUE(names_parameters_once(key)) << name;
    }
}

TEST(guessed_key, is_not_used_for_a_file_with_parameters) {
    const measure::case_key odd("a/b", {{"word", "7"}, {"number", 7U}, {"slash", "c/d:e"}});
    result run = result_of({fake_record("a/b", 58)});
    run.cases[0].record.key = odd;
    run.unavailable.push_back({odd, "far away"});
    const result read = read_json(to_json(run));
    EXPECT_EQ(read.cases[0].record.key, odd);
    EXPECT_EQ(read.unavailable[0].key, odd);
}

} // namespace
} // namespace tollgate::report
