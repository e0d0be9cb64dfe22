// SPDX-License-Identifier: BSL-1.0
#include "alternative_suites.hpp"
#include "alternatives/moodycamel.hpp"

namespace tollgate::queue_test::alternative_check {
namespace {

using moodycamel_kinds = ::testing::Types<kind<"moodycamel_blocking", moodycamel_blocking>,
                                          kind<"moodycamel_concurrent", moodycamel_concurrent>>;
INSTANTIATE_TYPED_TEST_SUITE_P(moodycamel, alternatives, moodycamel_kinds, kind_name);

} // namespace
} // namespace tollgate::queue_test::alternative_check
