// SPDX-License-Identifier: BSL-1.0
//
// Boost's channels between threads, and between fibers of one under Boost's scheduler and ours.
#include "as_fibers.hpp"
#include "peer_suites.hpp"
#include "peers/boost_fiber_buffered.hpp"
#include "peers/boost_fiber_unbuffered.hpp"

#include <tollgate/fiber/round_robin.hpp>

#include <boost/fiber/algo/round_robin.hpp>
#include <gtest/gtest.h>

namespace tollgate::queue_test::peer_check {
namespace {

using under_boosts = as_fibers<boost::fibers::algo::round_robin>;
using under_ours = as_fibers<fiber::round_robin>;

using boost_fiber_kinds =
    testing::Types<kind<"buffered_between_threads", boost_fiber_buffered>,
                   kind<"unbuffered_between_threads", boost_fiber_unbuffered>,
                   kind<"buffered_between_fibers", boost_fiber_buffered, under_boosts>,
                   kind<"unbuffered_between_fibers", boost_fiber_unbuffered, under_boosts>,
                   kind<"buffered_under_tollgate", boost_fiber_buffered, under_ours>,
                   kind<"unbuffered_under_tollgate", boost_fiber_unbuffered, under_ours>>;
INSTANTIATE_TYPED_TEST_SUITE_P(boost_fiber, peers, boost_fiber_kinds, kind_name);
INSTANTIATE_TYPED_TEST_SUITE_P(boost_fiber, shared_peers, boost_fiber_kinds, kind_name);

} // namespace
} // namespace tollgate::queue_test::peer_check
