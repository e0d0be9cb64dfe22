// SPDX-License-Identifier: BSL-1.0
#include "peer_suites.hpp"
#include "peers/moodycamel.hpp"

namespace tollgate::queue_test::peer_check {
namespace {

using moodycamel_kinds = testing::Types<kind<"moodycamel_blocking", moodycamel_blocking>,
                                        kind<"moodycamel_concurrent", moodycamel_concurrent>>;
INSTANTIATE_TYPED_TEST_SUITE_P(moodycamel, peers, moodycamel_kinds, kind_name);

} // namespace
} // namespace tollgate::queue_test::peer_check
