// SPDX-License-Identifier: BSL-1.0
#include "all_sleepers.hpp"

#include <tollgate/faults/sleepers/deadline_race.hpp>
#include <tollgate/faults/sleepers/hammering_wakers.hpp>
#include <tollgate/faults/sleepers/interrupted_sleep.hpp>
#include <tollgate/faults/sleepers/never_early.hpp>
#include <tollgate/faults/sleepers/short_lived.hpp>

#include <chrono>
#include <cstdint>

namespace tollgate::sleep {
namespace {

/// Parks for the first microseconds and spins through the tail, whatever the kernel does: the wait
/// on the word, its end and the spinning all meet the waker. The learning policy never parks in
/// sleeps as short as these.
struct park_then_spin_60us {
    using time_point = std::chrono::steady_clock::time_point;

    static time_point park_until(time_point deadline, time_point /*now*/) noexcept {
        return deadline - std::chrono::microseconds(60);
    }
    static void learn(std::chrono::nanoseconds /*lateness*/) noexcept {}
};
using parking_and_spinning = basic_parker<park_then_spin_60us>;

} // namespace
} // namespace tollgate::sleep

namespace tollgate::faults::sleepers {

template <>
struct amounts<sleep::parker> : amounts<void> {
    static constexpr int random_sleeps = 100'000;
    static constexpr std::uint32_t duels = 300'000;
};

/// It spins, so that it ends at the deadline: a million of its wakes are aimed within a microsecond
/// of it. The others are to compare.
template <>
struct amounts<sleep::precise_parker> : amounts<void> {
    static constexpr int random_sleeps = 100'000;
    static constexpr std::uint32_t duels = 1'500'000;
};

template <>
struct amounts<sleep::parking_and_spinning> : amounts<void> {
    static constexpr std::uint32_t duels = 150'000;
    static constexpr std::chrono::nanoseconds duel_length = std::chrono::microseconds(65);
};

using sleep::all_sleepers;
using sleep::short_lived_sleepers;
using sleep::sleeper_name;

INSTANTIATE_TYPED_TEST_SUITE_P(ours, short_lived, short_lived_sleepers, sleeper_name);
INSTANTIATE_TYPED_TEST_SUITE_P(ours, never_early, all_sleepers, sleeper_name);
INSTANTIATE_TYPED_TEST_SUITE_P(ours, interrupted_sleep, all_sleepers, sleeper_name);
INSTANTIATE_TYPED_TEST_SUITE_P(ours, hammered, all_sleepers, sleeper_name);
INSTANTIATE_TYPED_TEST_SUITE_P(ours, wake_at_the_deadline, all_sleepers, sleeper_name);

TEST(wake_at_the_deadline_of_a_parker, that_parks_and_spins_is_taken_once) {
    expect_each_wake_taken_once<sleep::parking_and_spinning>();
}

} // namespace tollgate::faults::sleepers
