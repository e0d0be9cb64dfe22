// SPDX-License-Identifier: BSL-1.0
//
// What is said after each look, for a watchdog of the system.
#include "by_hand.hpp"

#include <tollgate/liveness/migrating_scope.hpp>

#include <gtest/gtest.h>

#include <optional>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

TEST(a_pulse, says_who_is_watched_and_who_is_frozen) {
    std::vector<pulse> all;
    by_hand watch([&] {
        settings how;
        how.on_pulse = [&](const pulse& now) { all.push_back(now); };
        return how;
    }());
    EXPECT_TRUE(all.back().all_alive());
    EXPECT_EQ(all.back().watched, 0u);
    EXPECT_EQ(all.back().now, watch.now);
    const migrating_scope one(watch.in, "one", 1, {.timeout = 1s});
    std::optional<migrating_scope> other(std::in_place, watch.in, "other", 1,
                                         limits{.timeout = 3s, .grace = 0s});
    watch.pass_time(2s);
    EXPECT_EQ(all.back().watched, 2u);
    EXPECT_EQ(all.back().frozen, 1u);
    EXPECT_FALSE(all.back().all_alive());
    watch.pass_time(2s);
    EXPECT_EQ(all.back().frozen, 2u);
    other.reset();
    watch.look();
    EXPECT_EQ(all.back().watched, 1u);
    EXPECT_EQ(all.back().frozen, 1u);
    EXPECT_EQ(all.size(), watch.in.so_far().looks);
}

} // namespace
} // namespace tollgate::liveness
