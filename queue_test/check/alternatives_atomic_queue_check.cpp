// SPDX-License-Identifier: BSL-1.0
#include "alternative_suites.hpp"
#include "alternatives/atomic_queue.hpp"

namespace tollgate::queue_test::alternative_check {
namespace {

using atomic_queue_kinds = ::testing::Types<kind<"atomic_queue_mpmc", atomic_queue_mpmc>,
                                            kind<"atomic_queue_spsc", atomic_queue_spsc>>;
INSTANTIATE_TYPED_TEST_SUITE_P(atomic_queue, alternatives, atomic_queue_kinds, kind_name);

} // namespace
} // namespace tollgate::queue_test::alternative_check
