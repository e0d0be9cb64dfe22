// SPDX-License-Identifier: BSL-1.0
#include "peer_suites.hpp"
#include "peers/boost_sync_bounded.hpp"

namespace tollgate::queue_test::peer_check {
namespace {

using boost_thread_kinds = testing::Types<kind<"boost_sync_bounded", boost_sync_bounded>>;
INSTANTIATE_TYPED_TEST_SUITE_P(boost_thread, peers, boost_thread_kinds, kind_name);

} // namespace
} // namespace tollgate::queue_test::peer_check
