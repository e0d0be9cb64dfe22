// SPDX-License-Identifier: BSL-1.0
#include "all_sleepers.hpp"

#include <tollgate/faults/sleepers/deadline_race.hpp>
#include <tollgate/faults/sleepers/hammering_wakers.hpp>
#include <tollgate/faults/sleepers/interrupted_sleep.hpp>
#include <tollgate/faults/sleepers/never_early.hpp>
#include <tollgate/faults/sleepers/short_lived.hpp>

#include <cstdint>

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

using sleep::all_sleepers;
using sleep::short_lived_sleepers;
using sleep::sleeper_name;

INSTANTIATE_TYPED_TEST_SUITE_P(ours, short_lived, short_lived_sleepers, sleeper_name);
INSTANTIATE_TYPED_TEST_SUITE_P(ours, never_early, all_sleepers, sleeper_name);
INSTANTIATE_TYPED_TEST_SUITE_P(ours, interrupted_sleep, all_sleepers, sleeper_name);
INSTANTIATE_TYPED_TEST_SUITE_P(ours, hammered, all_sleepers, sleeper_name);
INSTANTIATE_TYPED_TEST_SUITE_P(ours, wake_at_the_deadline, all_sleepers, sleeper_name);

} // namespace tollgate::faults::sleepers
