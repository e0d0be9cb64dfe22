// SPDX-License-Identifier: BSL-1.0
#include "alternative_suites.hpp"
#include "alternatives/boost_sync_bounded.hpp"

namespace tollgate::queue_test::alternative_check {
namespace {

using boost_thread_kinds = ::testing::Types<kind<"boost_sync_bounded", boost_sync_bounded>>;
INSTANTIATE_TYPED_TEST_SUITE_P(boost_thread, alternatives, boost_thread_kinds, kind_name);

} // namespace
} // namespace tollgate::queue_test::alternative_check
