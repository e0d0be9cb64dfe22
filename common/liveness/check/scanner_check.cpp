// SPDX-License-Identifier: BSL-1.0
//
// A scanner alone, with records without scopes.
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

struct scanned : ::testing::Test {
    std::unique_ptr<record_store, abandoning> store{new record_store(settings{})};
    scanner looking{*store};
    findings found;
    record* const taken = store->take(7);

    ~scanned() override { store->give_back(taken); }
    void scan(std::chrono::nanoseconds now) { looking.scan(now, found); }
};

// Its thread may be interrupted for a long time before it begins its scope.
TEST_F(scanned, record_that_has_just_been_taken_is_not_watched) {
    scan(1ms);
    scan(2h);
    EXPECT_TRUE(found.empty());
    EXPECT_EQ(found.watched, 0U);
}

TEST_F(scanned, record_is_suspected_at_half_of_its_timeout_and_frozen_at_all_of_it) {
    taken->begin("scanned", 1, 100, 50);
    scan(10ns);
    EXPECT_EQ(found.next_due, 60ns);
    EXPECT_EQ(found.watched, 1U);
    scan(59ns);
    EXPECT_TRUE(found.empty());
    scan(60ns);
    EXPECT_EQ(found.suspicions.size(), 1U);
    scan(109ns);
    EXPECT_EQ(found.events.size(), 0U);
    scan(110ns);
    EXPECT_EQ(found.events.size(), 1U);
    EXPECT_EQ(looking.frozen(), 1U);
    scan(159ns);
    EXPECT_EQ(found.events.size(), 1U);
    scan(160ns);
    scan(1s);
    ASSERT_EQ(found.events.size(), 2U);
    EXPECT_EQ(found.events.front().report.type, event::kind::frozen);
    EXPECT_EQ(found.events.back().report.type, event::kind::overdue);
    taken->end();
    scan(2s);
    EXPECT_EQ(found.events.size(), 3U);
    EXPECT_EQ(looking.frozen(), 0U);
    EXPECT_EQ(found.watched, 0U);
}

/// The count is kept from scan to scan.
TEST_F(scanned, records_are_counted_while_their_timeout_is_in_force) {
    scan(1ns);
    for (const std::uint64_t unwatched : {std::uint64_t{0}, record::suspended | 100}) {
        taken->watch(100);
        scan(2ns);
        EXPECT_EQ(found.watched, 1U);
        taken->watch(200);
        scan(3ns);
        EXPECT_EQ(found.watched, 1U) << "another timeout, also in force";
        taken->watch(unwatched);
        scan(4ns);
        EXPECT_EQ(found.watched, 0U);
    }
}

/// It is neither counted nor planned for.
TEST_F(scanned, record_that_a_fork_has_suspended_is_not_watched) {
    taken->begin("scanned", 1, 100, 50);
    taken->begin_in_child(8);
    scan(10ns);
    scan(2h);
    EXPECT_TRUE(found.empty());
    EXPECT_EQ(found.watched, 0U);
    EXPECT_EQ(found.next_due, std::chrono::nanoseconds::max());
    taken->end();
}

} // namespace
} // namespace tollgate::liveness::detail
