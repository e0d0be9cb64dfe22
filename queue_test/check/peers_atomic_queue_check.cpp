// SPDX-License-Identifier: BSL-1.0
#include "peer_suites.hpp"
#include "peers/atomic_queue.hpp"

namespace tollgate::queue_test::peer_check {
namespace {

using atomic_queue_kinds = testing::Types<kind<"atomic_queue_mpmc", atomic_queue_mpmc>,
                                          kind<"atomic_queue_spsc", atomic_queue_spsc>>;
INSTANTIATE_TYPED_TEST_SUITE_P(atomic_queue, peers, atomic_queue_kinds, kind_name);

} // namespace
} // namespace tollgate::queue_test::peer_check
