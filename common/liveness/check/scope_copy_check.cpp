// SPDX-License-Identifier: BSL-1.0
//
// A copy of a record, taken while its scope goes on or makes room for the next one: what was seen
// before is given by hand, what has come of it stands in the record.
#include <tollgate/liveness/detail/scope_copy.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

namespace tollgate::liveness::detail {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint64_t limit = 1000;

/// A record that keeps three checkpoints.
struct scene {
    scene() {
        one.ring = ring.data();
        one.clock_ms = &clock_ms;
        one.mask = 3;
    }

    std::vector<std::uint32_t> history(std::uint64_t first, std::uint64_t head) const {
        std::vector<scope_copy::entry> entries;
        read_history(one, first, head, entries);
        std::vector<std::uint32_t> ids;
        for (const scope_copy::entry& entry : entries) {
            ids.push_back(entry.id);
        }
        return ids;
    }

    std::array<std::atomic<std::uint64_t>, 4> ring{};
    std::atomic<std::uint32_t> clock_ms{0};
    record one;
    scope_copy copy;
};

TEST(a_copy, of_a_scope_that_stands_still_is_whole) {
    scene at;
    at.one.thread_id = 4711;
    at.one.begin("reader", 1, limit, 50);
    at.one.pass(2);
    ASSERT_TRUE(read_scope(at.one, limit, 2, at.copy));
    EXPECT_EQ(at.copy.name, "reader");
    EXPECT_EQ(at.copy.thread_id, 4711);
    EXPECT_EQ(at.copy.grace_ns, 50u);
    EXPECT_EQ(at.copy.first, 0u);
    EXPECT_EQ(at.copy.history.size(), 2u);
}

TEST(a_copy, of_a_scope_that_has_moved_is_refused) {
    scene at;
    at.one.begin("reader", 1, limit, 0);
    at.one.pass(2);
    EXPECT_FALSE(read_scope(at.one, limit, 1, at.copy));
}

TEST(a_copy, of_a_scope_that_is_over_is_refused) {
    scene at;
    at.one.begin("reader", 1, limit, 0);
    at.one.end();
    EXPECT_FALSE(read_scope(at.one, limit, 1, at.copy));
}

/// With the same limit, and far beyond the head that was seen.
TEST(a_copy, of_a_later_scope_in_the_record_is_refused) {
    scene at;
    at.one.begin("reader", 1, limit, 0);
    for (std::uint32_t id = 2; id < 100; ++id) {
        at.one.pass(id);
    }
    at.one.end();
    at.one.begin("writer", 1, limit, 0);
    EXPECT_FALSE(read_scope(at.one, limit, 3, at.copy));
    EXPECT_FALSE(read_scope(at.one, limit, 99, at.copy));
    EXPECT_TRUE(read_scope(at.one, limit, 100, at.copy));
}

TEST(a_history_that_is_read, is_empty_if_its_scope_is_not_yet_there) {
    scene at;
    EXPECT_THAT(at.history(0, 0), IsEmpty());
    EXPECT_THAT(at.history(1, 0), IsEmpty());
    EXPECT_THAT(at.history(1000, 5), IsEmpty());
}

/// Three can be trusted, and each that the writer has added since takes one of them.
TEST(a_history_that_is_read, has_what_can_not_have_been_replaced) {
    scene at;
    for (std::uint32_t id = 0; id < 8; ++id) {
        at.one.pass(id);
    }
    EXPECT_THAT(at.history(0, 8), ElementsAre(5, 6, 7));
    EXPECT_THAT(at.history(6, 8), ElementsAre(6, 7));
    EXPECT_THAT(at.history(0, 7), ElementsAre(5, 6));
    EXPECT_THAT(at.history(0, 6), ElementsAre(5));
    EXPECT_THAT(at.history(0, 5), IsEmpty());
    EXPECT_THAT(at.history(0, 1), IsEmpty());
}

} // namespace
} // namespace tollgate::liveness::detail
