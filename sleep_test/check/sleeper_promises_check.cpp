// SPDX-License-Identifier: BSL-1.0
#include "all_sleepers.hpp"

#include <tollgate/check_support/sleepers/promises.hpp>

namespace tollgate::check_support::sleepers {

INSTANTIATE_TYPED_TEST_SUITE_P(of_this_program, every_sleeper, sleep_test::sleepers_of_this_program,
                               sleep_test::sleeper_name);

} // namespace tollgate::check_support::sleepers
