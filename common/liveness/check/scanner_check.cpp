// SPDX-License-Identifier: BSL-1.0
//
// A scanner alone, with records that no scope has.
#include "../src/scanner.hpp"

#include <tollgate/liveness/detail/record_store.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

namespace tollgate::liveness::detail {
namespace {

using namespace std::chrono_literals;

struct abandoning {
    void operator()(record_store* store) const { store->abandon(); }
};

struct scanned : testing::Test {
    std::unique_ptr<record_store, abandoning> store{new record_store(settings{})};
    scanner looking{*store};
    findings found;
    record* const taken = store->take(7);

    ~scanned() override { store->give_back(taken); }
    void look(std::chrono::nanoseconds now) { looking.look(now, found); }
};

// Its thread may be interrupted for long before it begins its scope.
TEST_F(scanned, record_that_has_just_been_taken_is_not_watched) {
    look(1ms);
    look(2h);
    EXPECT_TRUE(found.empty());
    EXPECT_EQ(found.watched, 0U);
}

TEST_F(scanned, record_is_suspected_at_half_of_its_limit_and_frozen_at_all_of_it) {
    taken->begin("scanned", 1, 100, 50);
    look(10ns);
    EXPECT_EQ(found.next_due, 60ns);
    EXPECT_EQ(found.watched, 1U);
    look(59ns);
    EXPECT_TRUE(found.empty());
    look(60ns);
    EXPECT_EQ(found.suspicions.size(), 1U);
    look(109ns);
    EXPECT_EQ(found.events.size(), 0U);
    look(110ns);
    EXPECT_EQ(found.events.size(), 1U);
    EXPECT_EQ(looking.frozen(), 1U);
    look(159ns);
    EXPECT_EQ(found.events.size(), 1U);
    look(160ns);
    look(1s);
    ASSERT_EQ(found.events.size(), 2U);
    EXPECT_EQ(found.events.front().what.what, event::kind::frozen);
    EXPECT_EQ(found.events.back().what.what, event::kind::overdue);
    taken->end();
    look(2s);
    EXPECT_EQ(found.events.size(), 3U);
    EXPECT_EQ(looking.frozen(), 0U);
    EXPECT_EQ(found.watched, 0U);
}

/// The count is kept from look to look.
TEST_F(scanned, records_are_counted_while_their_limit_says_that_they_are_watched) {
    look(1ns);
    for (const std::uint64_t unwatched : {std::uint64_t{0}, record::put_off | 100}) {
        taken->watch(100);
        look(2ns);
        EXPECT_EQ(found.watched, 1U);
        taken->watch(200);
        look(3ns);
        EXPECT_EQ(found.watched, 1U) << "another limit, which is one, too";
        taken->watch(unwatched);
        look(4ns);
        EXPECT_EQ(found.watched, 0U);
    }
}

/// Nor is it counted, or planned for.
TEST_F(scanned, record_that_a_fork_has_put_off_is_not_watched) {
    taken->begin("scanned", 1, 100, 50);
    taken->begin_in_child(8);
    look(10ns);
    look(2h);
    EXPECT_TRUE(found.empty());
    EXPECT_EQ(found.watched, 0U);
    EXPECT_EQ(found.next_due, std::chrono::nanoseconds::max());
    taken->end();
}

} // namespace
} // namespace tollgate::liveness::detail
