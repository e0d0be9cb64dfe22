// SPDX-License-Identifier: BSL-1.0
//
// Channels between fibers: ours under our scheduler, Boost's under Boost's.
#include "alternatives/boost_fiber_channels.hpp"
#include "fiber_groups.hpp"
#include "own_channel.hpp"
#include "queue_table.hpp"
#include "selecting_queues.hpp"

#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/fiber/select.hpp>

#include <boost/fiber/algo/round_robin.hpp>

#include <cstdint>

namespace tollgate::queue_test {
namespace {

using row = queue_table::row;

using fibers_of_ours = as_fibers<fiber::round_robin>;
using threads_of_ours = as_fiber_threads<fiber::round_robin>;
using fibers_of_boosts = as_fibers<boost::fibers::algo::round_robin>;

struct fiber_selects {
    static auto pop(auto& from, auto handler) { return fiber::pop(from, handler); }
    static void select(auto&&... sources) { static_cast<void>(fiber::select(sources...)); }
};
template <class Message>
using own_channel_select = selecting_queues<fiber::channel<Message>, fiber_selects>;

constexpr const char* fibers = "fibers";
constexpr const char* threads = "threads";

row holding_between(const char* impl, const char* receivers) {
    return {{impl, {{"between", receivers}}},
            {"boost_fiber_buffered", {{"between", receivers}}},
            &boost_fiber_buffered<message<8>>::holds};
}

/// A channel that keeps nothing, between fibers.
row rendezvous(const char* impl) {
    return {.queue = {impl, {{"between", fibers}}},
            .compared_with = {"boost_fiber_unbuffered", {{"between", fibers}}},
            .compared_holds = &boost_fiber_unbuffered<message<8>>::holds,
            .keeps_nothing = true};
}

row in_batches_between(const char* impl, const char* receivers, std::size_t batch) {
    row description = queue_table::in_batches(impl, batch);
    description.queue.form.insert(description.queue.form.begin(), {"between", receivers});
    description.compared_with.form.insert(description.compared_with.form.begin(),
                                          {"between", receivers});
    return description;
}

} // namespace

void add_own_channel_queues(queue_table& table) {
    const char* const one_thread_channel = "tollgate_channel";
    table.add<own_fiber_channel, fibers_of_ours>(holding_between(one_thread_channel, fibers));
    table.add<own_fiber_channel, fibers_of_ours>(rendezvous(one_thread_channel));
    const char* const shared_channel = "tollgate_shared_channel";
    table.add<own_shared_channel, threads_of_ours>(holding_between(shared_channel, threads));
    table.add<own_fiber_channel_ones, fibers_of_ours>(
        in_batches_between(one_thread_channel, fibers, 1));
    table.add<own_fiber_channel_batches, fibers_of_ours>(
        in_batches_between(one_thread_channel, fibers, usual_batch));
    table.add<own_shared_channel_ones, threads_of_ours>(
        in_batches_between(shared_channel, threads, 1));
    table.add<own_shared_channel_batches, threads_of_ours>(
        in_batches_between(shared_channel, threads, usual_batch));
    table.add_select_pingpongs<own_fiber_channel, own_channel_select, fibers_of_ours>(
        {one_thread_channel, {{"between", fibers}}});
    table.add_selects<fiber::channel<std::uint64_t>, fiber_selects>(one_thread_channel);
}

void add_boost_fiber_queues(queue_table& table) {
    const char* const buffered = "boost_fiber_buffered";
    const char* const unbuffered = "boost_fiber_unbuffered";
    table.add<boost_fiber_buffered, fibers_of_boosts>(
        {{buffered, {{"between", fibers}}}, {"blocking"}});
    table.add<boost_fiber_buffered>({{buffered, {{"between", threads}}}, {"blocking"}});
    table.add<boost_fiber_unbuffered, fibers_of_boosts>(
        {{unbuffered, {{"between", fibers}}}, {"blocking"}});
    table.add<boost_fiber_unbuffered>({{unbuffered, {{"between", threads}}}, {"blocking"}});
}

} // namespace tollgate::queue_test
