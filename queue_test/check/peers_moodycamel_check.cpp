// SPDX-License-Identifier: BSL-1.0
#include "peer_suites.hpp"
#include "peers/moodycamel.hpp"

namespace tollgate::queue_test::peer_check {
namespace {

template <class Message>
using yielding_moodycamel = yielding<moodycamel_concurrent<Message>>;

using moodycamel_kinds = testing::Types<kind<"moodycamel_blocking", moodycamel_blocking>,
                                        kind<"moodycamel_concurrent", yielding_moodycamel>>;
INSTANTIATE_TYPED_TEST_SUITE_P(moodycamel, peers, moodycamel_kinds, kind_name);

} // namespace
} // namespace tollgate::queue_test::peer_check
