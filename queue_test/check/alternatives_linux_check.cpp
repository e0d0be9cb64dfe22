// SPDX-License-Identifier: BSL-1.0
#include "alternative_suites.hpp"
#include "alternatives/eventfd_ring_linux.hpp"

namespace tollgate::queue_test::alternative_check {
namespace {

using linux_only_kinds = ::testing::Types<kind<"eventfd_ring", eventfd_ring>>;
INSTANTIATE_TYPED_TEST_SUITE_P(linux_only, alternatives, linux_only_kinds, kind_name);

} // namespace
} // namespace tollgate::queue_test::alternative_check
