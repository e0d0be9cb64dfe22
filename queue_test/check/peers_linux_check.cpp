// SPDX-License-Identifier: BSL-1.0
#include "peer_suites.hpp"
#include "peers/eventfd_ring_linux.hpp"

namespace tollgate::queue_test::peer_check {
namespace {

using linux_only_kinds = testing::Types<kind<"eventfd_ring", eventfd_ring>>;
INSTANTIATE_TYPED_TEST_SUITE_P(linux_only, peers, linux_only_kinds, kind_name);

} // namespace
} // namespace tollgate::queue_test::peer_check
