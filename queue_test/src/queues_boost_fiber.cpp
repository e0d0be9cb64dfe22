// SPDX-License-Identifier: BSL-1.0
//
// Channels between fibers, ours and Boost's, under our scheduler and under Boost's.
#include "fiber_crews.hpp"
#include "own_channel.hpp"
#include "peers/boost_fiber_channels.hpp"
#include "queue_table.hpp"

#include <tollgate/fiber/round_robin.hpp>

#include <boost/fiber/algo/round_robin.hpp>

namespace tollgate::queue_test {
namespace {

using row = queue_table::row;

using fibers_of_ours = as_fibers<fiber::round_robin>;
using threads_of_ours = as_fiber_threads<fiber::round_robin>;
using fibers_of_boosts = as_fibers<boost::fibers::algo::round_robin>;

constexpr const char* fibers = "fibers";
constexpr const char* threads = "threads";

constexpr auto room_of_boosts = &boost_fiber_buffered<message<8>>::holds;
constexpr auto no_room = &boost_fiber_unbuffered<message<8>>::holds;

row holding_between(const char* impl, const char* whom) {
    return {
        {impl, {{"between", whom}}}, {"boost_fiber_buffered", {{"between", whom}}}, room_of_boosts};
}

/// A channel that keeps nothing.
row rendezvous_between(const char* impl, const char* whom) {
    return {.is = {impl, {{"between", whom}}},
            .compared_with = {"boost_fiber_unbuffered", {{"between", whom}}},
            .compared_holds = no_room,
            .keeps_nothing = true};
}

/// The same channel of Boost's as among the fibers of Boost's scheduler.
row under_ours(const char* impl, std::size_t (*holds)(std::size_t)) {
    return {{impl, {{"between", fibers}, {"scheduler", "tollgate"}}},
            {impl, {{"between", fibers}}},
            holds};
}

row on_request(row said) {
    said.on_request = true;
    return said;
}

} // namespace

void add_own_channel_queues(queue_table& to) {
    const char* const single = "tollgate_channel";
    const char* const shared = "tollgate_shared_channel";
    to.add<own_fiber_channel, fibers_of_ours>(holding_between(single, fibers));
    to.add<own_fiber_channel, fibers_of_ours>(rendezvous_between(single, fibers));
    to.add<own_shared_channel, fibers_of_ours>(on_request(holding_between(shared, fibers)));
    to.add<own_shared_channel, fibers_of_ours>(on_request(rendezvous_between(shared, fibers)));
    to.add<own_shared_channel, threads_of_ours>(holding_between(shared, threads));
    to.add<own_shared_channel, threads_of_ours>(on_request(rendezvous_between(shared, threads)));
}

void add_boost_fiber_queues(queue_table& to) {
    const char* const buffered = "boost_fiber_buffered";
    const char* const unbuffered = "boost_fiber_unbuffered";
    to.add<boost_fiber_buffered, fibers_of_boosts>(
        {{buffered, {{"between", fibers}}}, {"blocking"}});
    to.add<boost_fiber_buffered, fibers_of_ours>(on_request(under_ours(buffered, room_of_boosts)));
    to.add<boost_fiber_buffered>({{buffered, {{"between", threads}}}, {"blocking"}});
    to.add<boost_fiber_unbuffered, fibers_of_boosts>(
        {{unbuffered, {{"between", fibers}}}, {"blocking"}});
    to.add<boost_fiber_unbuffered, fibers_of_ours>(on_request(under_ours(unbuffered, no_room)));
    to.add<boost_fiber_unbuffered>({{unbuffered, {{"between", threads}}}, {"blocking"}});
}

} // namespace tollgate::queue_test
