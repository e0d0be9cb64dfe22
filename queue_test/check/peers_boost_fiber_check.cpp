// SPDX-License-Identifier: BSL-1.0
#include "peer_suites.hpp"
#include "peers/boost_fiber_buffered.hpp"
#include "peers/boost_fiber_unbuffered.hpp"

#include <boost/fiber/fiber.hpp>
#include <gtest/gtest.h>

#include <cstdint>

namespace tollgate::queue_test::peer_check {
namespace {

using boost_fiber_kinds = testing::Types<kind<"boost_fiber_buffered", boost_fiber_buffered>,
                                         kind<"boost_fiber_unbuffered", boost_fiber_unbuffered>>;
INSTANTIATE_TYPED_TEST_SUITE_P(boost_fiber, peers, boost_fiber_kinds, kind_name);
using shared_boost_fiber_kinds =
    testing::Types<kind<"boost_fiber_buffered", boost_fiber_buffered>,
                   kind<"boost_fiber_unbuffered", boost_fiber_unbuffered>>;
INSTANTIATE_TYPED_TEST_SUITE_P(boost_fiber, shared_peers, shared_boost_fiber_kinds, kind_name);

template <class Queue>
void pass_between_fibers() {
    bench<Queue> tested(2);
    boost::fibers::fiber producer([&] {
        auto here = tested.here();
        for (std::uint64_t i = 0; i < 1'000; ++i) {
            here.push(i);
        }
    });
    auto here = tested.here();
    for (std::uint64_t i = 0; i < 1'000; ++i) {
        EXPECT_EQ(checked_number(here.pop()), i);
    }
    producer.join();
}

TEST(fiber_channels, pass_between_fibers_of_one_thread) {
    pass_between_fibers<boost_fiber_buffered<message<64>>>();
    pass_between_fibers<boost_fiber_unbuffered<message<64>>>();
}

} // namespace
} // namespace tollgate::queue_test::peer_check
