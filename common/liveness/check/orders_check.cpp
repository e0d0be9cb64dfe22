// SPDX-License-Identifier: BSL-1.0
//
// Checks the four facts in README.md, Design, with every value that the memory model of C++ lets a
// reader see.
//
// Writers play a story, and all their stores are kept, with the stores that each makes visible.
// Then a reader reads like the scanner, and the check tries every sequence of values that the
// reader may get. In a second check, each memory order of the writers and of the reader is weakened
// in turn: one of the facts must then fail. By fact 4, the heads of all scopes of a record differ:
// so the check itself knows which scope a reader has seen.
#include "record_stories.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tollgate::liveness {
namespace {

using testing::execution;
using testing::ordered_site;

constexpr std::size_t the_reader = 2;

void be_passed_often(told_story& by) {
    by.begin("spun", 1, 5, 0);
    for (int i = 0; i < 5; ++i) {
        by.pass();
    }
}

/// The timeouts of the scopes are equal, or differ.
template <std::uint64_t LimitOfTheSecond>
void serve_two_scopes(told_story& by) {
    by.begin("the first", 1, 5, 10);
    by.pass();
    by.end();
    by.hand_over_to(1);
    by.begin("the other one", 2, LimitOfTheSecond, 20);
    by.pass();
}

void serve_three_scopes(told_story& by) {
    for (const std::int64_t tried : {1, 2, 3}) {
        by.begin("one of the three", tried, 5, 0);
        by.pass();
        by.end();
    }
}

void serve_a_scope_that_blocks(told_story& by) {
    by.begin("blocking", 1, 5, 0);
    by.pass_and_watch(0);
    by.pass_and_watch(5);
    by.pass_and_watch(7);
    by.pass();
    by.pass_and_watch(5);
}

void serve_a_scope_around_another(told_story& by) {
    by.begin("outer", 1, 5, 0);
    by.pass_and_watch(9);
    by.cover();
    by.restore(9);
    by.pass();
}

std::vector<story> all_stories() {
    return {{"a ring of two", 2, false, false, be_passed_often},
            {"a ring of four", 4, false, false, be_passed_often},
            {"a ring of two with ticks", 2, true, false, be_passed_often},
            {"two scopes, one timeout", 4, false, true, serve_two_scopes<5>},
            {"two scopes, two timeouts", 2, false, true, serve_two_scopes<6>},
            {"three scopes", 2, true, true, serve_three_scopes},
            {"a scope that blocks", 4, false, true, serve_a_scope_that_blocks},
            {"a scope around another", 4, false, true, serve_a_scope_around_another}};
}

/// Reads like the scanner.
std::string read(const told_story& story) {
    const told_story::record& from = story.told();
    const auto [timeout_ns, head] = detail::read_progress(from);
    if (std::string wrong = story.wrong_pair(timeout_ns, head); !wrong.empty()) {
        return wrong;
    }
    detail::scope_copy copy;
    if (story.default_timeouts()) {
        const bool is_whole = timeout_ns != 0 && detail::read_scope(from, timeout_ns, head, copy);
        return is_whole ? story.wrong_copy(copy, head) : "";
    }
    detail::read_history(from, 0, head, copy.history);
    return story.wrong_history(copy.history, 0, head);
}

struct outcome {
    std::string wrong; ///< the first error that a reader found
    std::size_t readers = 0;
};

/// Tries readers until a reader finds an error, or all were tried.
outcome all_readers(const story& tried, const std::optional<ordered_site>& weakened,
                    std::set<ordered_site>& sites) {
    execution in(weakened);
    choices present;
    remembering_word<std::uint64_t>::present = &present;
    remembering_word<std::uint32_t>::present = &present;
    remembering_word<std::int64_t>::present = &present;
    const told_story told(in, tried);
    outcome found;
    do {
        in.begin_anew_as(the_reader);
        found.wrong = read(told);
        ++found.readers;
    } while (found.wrong.empty() && present.turn_to_next());
    sites.insert(in.sites().begin(), in.sites().end());
    return found;
}

TEST(memory_orders_of_records, suffice_for_all_that_readers_rely_on) {
    std::set<ordered_site> sites;
    for (const story& tried : all_stories()) {
        const outcome found = all_readers(tried, std::nullopt, sites);
        ASSERT_EQ(found.wrong, "") << tried.name;
        EXPECT_GT(found.readers, 10U) << tried.name;
    }
}

TEST(memory_orders_of_records, are_none_too_much) {
    std::set<ordered_site> sites;
    for (const story& tried : all_stories()) {
        static_cast<void>(all_readers(tried, std::nullopt, sites));
    }
    EXPECT_GE(sites.size(), 16U);
    for (const ordered_site& site : std::set(sites)) {
        bool noticed = false;
        for (const story& tried : all_stories()) {
            noticed = noticed || !all_readers(tried, site, sites).wrong.empty();
        }
        EXPECT_TRUE(noticed) << site.file << ":" << site.line;
    }
}

} // namespace
} // namespace tollgate::liveness
