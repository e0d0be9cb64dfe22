// SPDX-License-Identifier: BSL-1.0
#include "as_fibers.hpp"
#include "families.hpp"
#include "peers/boost_fiber_buffered.hpp"
#include "peers/boost_fiber_unbuffered.hpp"

namespace tollgate::queue_test {

void add_boost_fiber(listing& to) {
    to.add<boost_fiber_buffered, as_fibers>(
        {"boost_fiber_buffered", "/between:fibers", "blocking"});
    to.add<boost_fiber_buffered>({"boost_fiber_buffered", "/between:threads", "blocking"});
    to.add<boost_fiber_unbuffered, as_fibers>(
        {"boost_fiber_unbuffered", "/between:fibers", "blocking"});
    to.add<boost_fiber_unbuffered>({"boost_fiber_unbuffered", "/between:threads", "blocking"});
}

} // namespace tollgate::queue_test
