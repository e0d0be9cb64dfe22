// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/case_words.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tollgate::report {
namespace {

using measure::case_key;

const case_key plain_key{"thread/yield", {{"threads", 2U}}};
const case_key owned_key{"thread/yield", {{"impl", "tollgate"}, {"threads", 2U}}};
const case_pattern unowned{"thread/yield", {{"impl", ""}}};

TEST(case_pattern, matches_the_path_and_the_texts_of_parameters) {
    EXPECT_TRUE((case_pattern{"thread/yield"}.matches(owned_key)));
    EXPECT_TRUE((case_pattern{"thread/yield", {{"threads", "2"}}}.matches(owned_key)));
    EXPECT_TRUE(
        (case_pattern{"thread/yield", {{"threads", "2"}, {"impl", "tollgate"}}}.matches(owned_key)))
        << "in whatever order";
    EXPECT_FALSE((case_pattern{"thread/yield", {{"threads", "4"}}}.matches(owned_key)));
    EXPECT_FALSE(
        (case_pattern{"thread/yield", {{"impl", "tollgate"}, {"threads", "4"}}}.matches(owned_key)))
        << "all of them";
    EXPECT_FALSE((case_pattern{"thread/yield", {{"between", "fibers"}}}.matches(owned_key)));
    EXPECT_FALSE((case_pattern{"thread", {}}.matches(owned_key)));
    EXPECT_TRUE(unowned.matches(plain_key)) << "an empty text is a parameter that is not there";
    EXPECT_FALSE(unowned.matches(owned_key));
}

TEST(words_of, are_those_of_the_first_pattern_that_matches) {
    const std::vector<case_words> words{{unowned, "a yield"}, {{"thread/yield"}, "any yield"}};
    EXPECT_EQ(words_of(plain_key, words), "a yield");
    EXPECT_EQ(words_of("thread/lock", words), "");
    EXPECT_EQ(words_of(owned_key, words), "") << "of another runtime";
    EXPECT_EQ(words_of(owned_key, {{{"thread/yield", {{"impl", "tollgate"}}}, "ours"}}), "ours");
}

/// The names of these cases, where unowned have words.
std::vector<std::string> names_of(const std::vector<case_key>& keys) {
    const row_names name(keys, {{{"thread/yield"}, "a yield"}});
    std::vector<std::string> names;
    for (const case_key& key : keys) {
        names.push_back(name(key));
    }
    return names;
}

using names = std::vector<std::string>;

TEST(row_names, are_words_with_the_parameters_that_differ) {
    EXPECT_EQ(names_of({plain_key}), names{"a yield"});
    EXPECT_EQ(names_of({plain_key, "thread/lock"}), (names{"a yield", "lock"}));
    EXPECT_EQ(names_of({plain_key, {"thread/yield", {{"threads", 4U}}}}),
              (names{"a yield, threads:2", "a yield, threads:4"}));
    EXPECT_EQ(names_of({plain_key, owned_key}), (names{"a yield", "yield/impl:tollgate"}));
}

TEST(row_names, stay_different) {
    const case_key other_order{"thread/yield", {{"threads", 2U}, {"impl", "tollgate"}}};
    EXPECT_EQ(names_of({owned_key, other_order}),
              (names{"yield/impl:tollgate/threads:2", "yield/threads:2/impl:tollgate"}));
    const case_key pipe{"thread/yield", {{"threads", 2U}, {"way", "pipe"}}};
    const case_key same_pipe{"thread/yield", {{"way", "pipe"}, {"threads", 2U}}};
    EXPECT_EQ(names_of({pipe, same_pipe}), (names{"a yield", same_pipe.name()}));
}

TEST(row_names, have_lines_for_what_they_leave_out) {
    const std::vector<case_key> keys{plain_key, "thread/lock"};
    const auto lines_for = [](const std::vector<case_key>& cases, std::vector<case_words> words) {
        return row_names(cases, words).left_out_lines();
    };
    EXPECT_EQ(lines_for(keys, {}), "Common to all rows: thread/\n\n");
    EXPECT_EQ(lines_for(keys, {{{"thread/yield"}, "a yield"}}),
              "Common to all rows: thread/\n\nLeft out of the names: threads:2\n\n");
    EXPECT_EQ(lines_for({plain_key}, {{{"thread/yield", {{"threads", "2"}}}, "two"}}), "");
    const case_key four{"thread/yield", {{"threads", 4U}}};
    EXPECT_EQ(lines_for({plain_key, four}, {{{"thread/yield"}, "a yield"}}), "")
        << "the names have the numbers";
    const case_key lock{"thread/lock", {{"threads", 8U}, {"way", "spin"}}};
    EXPECT_EQ(lines_for({plain_key, lock, "thread/none"}, {{{"thread/yield"}, "a yield"},
                                                           {{"thread/lock"}, "a lock"},
                                                           {{"thread/none"}, "none"}}),
              "Left out of the names: threads:2 or 8\n\n");
    EXPECT_EQ(row_names({}, {})("thread/lock"), "thread/lock");
}

} // namespace
} // namespace tollgate::report
