// SPDX-License-Identifier: BSL-1.0
#include "peer_suites.hpp"
#include "peers/tbb_bounded.hpp"

namespace tollgate::queue_test::peer_check {
namespace {

using tbb_kinds = testing::Types<kind<"tbb_bounded", tbb_bounded>>;
INSTANTIATE_TYPED_TEST_SUITE_P(tbb, peers, tbb_kinds, kind_name);

} // namespace
} // namespace tollgate::queue_test::peer_check
