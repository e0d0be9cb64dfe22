// SPDX-License-Identifier: BSL-1.0
//
// The counter's reading that a checkpoint has in a history, if the registry stamps with that.
#include "by_hand.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/detail/counter.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using testing::Each;
using testing::SizeIs;

settings with_counter(std::size_t history) {
    settings how;
    how.history = history;
    how.stamp = stamps::counter;
    return how;
}

TEST(a_stamp, of_the_counter_is_not_less_than_the_one_before) {
    by_hand watch(with_counter(7));
    const watched_scope reader(watch.in, "reader", 1, {.timeout = 1s});
    for (std::uint32_t id = 2; id <= 20; ++id) {
        checkpoint(id);
    }
    watch.pass_time(2s);
    const event found = watch.only_event();
    ASSERT_THAT(found.history, SizeIs(7));
    const bool counts = detail::read_counter() != 0;
    for (std::size_t i = 0; i < found.history.size(); ++i) {
        EXPECT_EQ(found.history[i].ticks != 0, counts) << i;
        EXPECT_GE(found.history[i].ticks, found.history[i == 0 ? 0 : i - 1].ticks) << i;
    }
}

TEST(a_stamp, of_the_counter_is_its_own_records) {
    by_hand watch(with_counter(3));
    const migrating_scope one(watch.in, "one", 1, {.timeout = 1s});
    const std::uint64_t between = detail::read_counter();
    const migrating_scope other(watch.in, "other", 1, {.timeout = 1s});
    watch.pass_time(2s);
    ASSERT_THAT(watch.told, SizeIs(2));
    EXPECT_LE(watch.told[0].history.at(0).ticks, between);
    EXPECT_GE(watch.told[1].history.at(0).ticks, between);
}

TEST(a_stamp, is_zero_where_none_is_asked_for) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 1, {.timeout = 1s});
    checkpoint(2);
    watch.pass_time(2s);
    EXPECT_THAT(watch.only_event().history, Each(testing::Field(&passed_checkpoint::ticks, 0u)));
}

} // namespace
} // namespace tollgate::liveness
