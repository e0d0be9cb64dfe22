// SPDX-License-Identifier: BSL-1.0
#include "all_sleepers.hpp"

#include <tollgate/check_support/sleepers/deadline_race.hpp>
#include <tollgate/check_support/sleepers/hammering_wakers.hpp>
#include <tollgate/check_support/sleepers/interrupted_sleep.hpp>
#include <tollgate/check_support/sleepers/never_early.hpp>
#include <tollgate/check_support/sleepers/short_lived.hpp>

namespace tollgate::check_support::sleepers {

using sleep_test::sleeper_name;
using sleep_test::sleepers_of_this_program;

/// A channel_sleeper must outlive every wake.
using short_lived_one = testing::Types<sleep_test::condvar_sleeper>;

INSTANTIATE_TYPED_TEST_SUITE_P(of_this_program, short_lived, short_lived_one, sleeper_name);
INSTANTIATE_TYPED_TEST_SUITE_P(of_this_program, never_early, sleepers_of_this_program,
                               sleeper_name);
INSTANTIATE_TYPED_TEST_SUITE_P(of_this_program, interrupted_sleep, sleepers_of_this_program,
                               sleeper_name);
INSTANTIATE_TYPED_TEST_SUITE_P(of_this_program, hammered, sleepers_of_this_program, sleeper_name);
INSTANTIATE_TYPED_TEST_SUITE_P(of_this_program, wake_at_the_deadline, sleepers_of_this_program,
                               sleeper_name);

} // namespace tollgate::check_support::sleepers
