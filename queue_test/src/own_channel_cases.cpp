// SPDX-License-Identifier: BSL-1.0
#include "as_fiber_threads.hpp"
#include "as_fibers.hpp"
#include "families.hpp"
#include "own_channel.hpp"
#include "peers/boost_fiber_buffered.hpp"
#include "peers/boost_fiber_unbuffered.hpp"

#include <tollgate/fiber/round_robin.hpp>

#include <string>

namespace tollgate::queue_test {
namespace {

constexpr auto room_of_boosts = &boost_fiber_buffered<message<8>>::holds;
constexpr auto no_room = &boost_fiber_unbuffered<message<8>>::holds;

constexpr const char* between_fibers = "/between:fibers";
constexpr const char* between_threads = "/between:threads";

using fibers_of_ours = as_fibers<fiber::round_robin>;
using threads_of_ours = as_fiber_threads<fiber::round_robin>;

listing::words holding_between(const char* impl, const char* whom) {
    return {impl, whom, std::string("boost_fiber_buffered") + whom, room_of_boosts};
}

/// What keeps nothing.
listing::words rendezvous_between(const char* impl, const char* whom) {
    return {impl, whom, std::string("boost_fiber_unbuffered") + whom, no_room};
}

listing::words on_request(listing::words said) {
    said.on_request = true;
    return said;
}

} // namespace

void add_own_channel(listing& to) {
    const char* const single = "tollgate_channel";
    const char* const shared = "tollgate_shared_channel";
    to.add<own_fiber_channel, fibers_of_ours>(holding_between(single, between_fibers));
    to.add<own_fiber_rendezvous, fibers_of_ours>(rendezvous_between(single, between_fibers));
    to.add<own_shared_channel, fibers_of_ours>(on_request(holding_between(shared, between_fibers)));
    to.add<own_shared_rendezvous, fibers_of_ours>(
        on_request(rendezvous_between(shared, between_fibers)));
    to.add<own_shared_channel, threads_of_ours>(holding_between(shared, between_threads));
    to.add<own_shared_rendezvous, threads_of_ours>(
        on_request(rendezvous_between(shared, between_threads)));
}

} // namespace tollgate::queue_test
