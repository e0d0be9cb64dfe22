// SPDX-License-Identifier: BSL-1.0
#include "alternative_suites.hpp"
#include "alternatives/tbb_bounded.hpp"

namespace tollgate::queue_test::alternative_check {
namespace {

using tbb_kinds = ::testing::Types<kind<"tbb_bounded", tbb_bounded>>;
INSTANTIATE_TYPED_TEST_SUITE_P(tbb, alternatives, tbb_kinds, kind_name);

} // namespace
} // namespace tollgate::queue_test::alternative_check
