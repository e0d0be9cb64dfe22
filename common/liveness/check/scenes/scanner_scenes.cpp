// SPDX-License-Identifier: BSL-1.0
//
// A scanner alone, with records that no scope has.
#include "scanner.hpp"

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

    void look(std::chrono::nanoseconds now) { looking.look(now, found); }
};

// Its thread may be interrupted for long before it begins its scope.
TEST_F(scanned, record_that_has_just_been_taken_is_nobody) {
    record* const taken = store->take(7);
    look(1ms);
    look(2h);
    EXPECT_TRUE(found.empty());
    EXPECT_EQ(found.watched, 0U);
    store->give_back(taken);
}

TEST_F(scanned, record_is_suspected_at_half_of_its_limit_and_frozen_at_all_of_it) {
    record* const taken = store->take(7);
    taken->begin("scanned", 1, 100, 50);
    look(10ns);
    EXPECT_EQ(found.next_due, 60ns);
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
    taken->pass(2);
    look(2s);
    EXPECT_EQ(found.events.size(), 3U);
    EXPECT_EQ(looking.frozen(), 0U);
    taken->end();
    store->give_back(taken);
}

// The count is kept from look to look.
TEST_F(scanned, records_are_counted_while_their_limit_says_that_they_are_watched) {
    constexpr std::uint64_t unwatched[] = {0, record::put_off | 100, record::put_off | 200};
    constexpr std::uint64_t watched[] = {100, 200};
    record* const taken[] = {store->take(7), store->take(8), store->take(9)};
    look(1ns);
    for (const std::uint64_t without : unwatched) {
        for (const std::uint64_t with : watched) {
            for (record* const one : taken) {
                one->watch(with);
            }
            look(10ns);
            EXPECT_EQ(found.watched, 3U);
            taken[1]->watch(without);
            look(20ns);
            EXPECT_EQ(found.watched, 2U);
            taken[2]->watch(with + 1);
            look(21ns);
            EXPECT_EQ(found.watched, 2U) << "one has another limit, which is one, too";
            taken[0]->watch(without);
            taken[2]->watch(without);
            look(30ns);
            EXPECT_EQ(found.watched, 0U);
        }
    }
    for (record* const one : taken) {
        store->give_back(one);
    }
}

TEST_F(scanned, records_that_are_frozen_are_counted_until_they_end) {
    record* const taken = store->take(7);
    taken->begin("scanned", 1, 100, 50);
    look(10ns);
    look(1s);
    look(2s);
    EXPECT_EQ(looking.frozen(), 1U);
    EXPECT_EQ(found.watched, 1U);
    taken->end();
    look(3s);
    EXPECT_EQ(looking.frozen(), 0U);
    EXPECT_EQ(found.watched, 0U);
    store->give_back(taken);
}

// Nor is it counted, or planned for.
TEST_F(scanned, record_that_a_fork_has_put_off_is_not_watched) {
    record* const taken = store->take(7);
    taken->begin("scanned", 1, 100, 50);
    taken->begin_in_child(8);
    look(10ns);
    look(2h);
    EXPECT_TRUE(found.empty());
    EXPECT_EQ(found.watched, 0U);
    EXPECT_EQ(found.next_due, std::chrono::nanoseconds::max());
    taken->end();
    store->give_back(taken);
}

} // namespace
} // namespace tollgate::liveness::detail
