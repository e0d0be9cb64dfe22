// SPDX-License-Identifier: BSL-1.0
#include "as_fibers.hpp"
#include "families.hpp"
#include "peers/boost_fiber_buffered.hpp"
#include "peers/boost_fiber_unbuffered.hpp"

#include <tollgate/fiber/round_robin.hpp>

#include <boost/fiber/algo/round_robin.hpp>

#include <string>

namespace tollgate::queue_test {
namespace {

/// The same channel as among the fibers of Boost's scheduler.
template <template <class> class Queue>
void add_under_ours(listing& to, const std::string& impl) {
    listing::words said{impl, "/between:fibers/scheduler:tollgate", impl + "/between:fibers",
                        &Queue<message<8>>::holds};
    said.on_request = true;
    to.add<Queue, as_fibers<fiber::round_robin>>(said);
}

} // namespace

void add_boost_fiber(listing& to) {
    using boosts_fibers = as_fibers<boost::fibers::algo::round_robin>;
    to.add<boost_fiber_buffered, boosts_fibers>(
        {"boost_fiber_buffered", "/between:fibers", "blocking"});
    add_under_ours<boost_fiber_buffered>(to, "boost_fiber_buffered");
    to.add<boost_fiber_buffered>({"boost_fiber_buffered", "/between:threads", "blocking"});
    to.add<boost_fiber_unbuffered, boosts_fibers>(
        {"boost_fiber_unbuffered", "/between:fibers", "blocking"});
    add_under_ours<boost_fiber_unbuffered>(to, "boost_fiber_unbuffered");
    to.add<boost_fiber_unbuffered>({"boost_fiber_unbuffered", "/between:threads", "blocking"});
}

} // namespace tollgate::queue_test
