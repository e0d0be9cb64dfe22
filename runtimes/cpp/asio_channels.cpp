// SPDX-License-Identifier: BSL-1.0
#include "asio_channels.hpp"

#include <boost/version.hpp>

#if BOOST_VERSION >= 107900

#include "asio_run.hpp"

#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/experimental/channel.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include <chrono>
#include <limits>
#include <stdexcept>

namespace runtime {
namespace {

using channel = asio::experimental::channel<void(boost::system::error_code, std::uint64_t)>;

constexpr std::uint64_t end_of_messages = std::numeric_limits<std::uint64_t>::max();

awaitable<void> send_to(channel& out, std::uint64_t number) {
    return out.async_send({}, number, use_awaitable);
}

awaitable<void> send_all(channel& out, const batch& asked) {
    for (std::uint64_t done = 0; done < asked.total(); ++done) {
        co_await send_to(out, asked.first + done);
    }
}

/// One message goes to and fro. The side that has it owns the stopwatch.
struct pingpong {
    stopwatch watch;
    std::uint64_t first;
    tally came;
};

awaitable<void> receive_and_answer(pingpong& shared, channel& in, channel& out) {
    while (true) {
        const std::uint64_t number = co_await in.async_receive(use_awaitable);
        if (number == end_of_messages) {
            co_return;
        }
        shared.came.add(number);
        if (!shared.watch.turn(number - shared.first + 1)) {
            break;
        }
        co_await send_to(out, number + 1);
    }
    co_await send_to(out, end_of_messages);
}

awaitable<void> begin_and_answer(pingpong& shared, channel& in, channel& out) {
    const bool wanted = shared.watch.turn(0);
    co_await send_to(out, wanted ? shared.first : end_of_messages);
    if (wanted) {
        co_await receive_and_answer(shared, in, out);
    }
}

outcome run_pingpong(const batch& asked) {
    constexpr std::size_t capacity = 64;
    one_thread where;
    channel there(where.context(), capacity);
    channel back(where.context(), capacity);
    pingpong shared{stopwatch(asked), asked.first, {}};
    where.spawn(begin_and_answer(shared, back, there));
    where.spawn(receive_and_answer(shared, there, back));
    where.run();
    return shared.watch.with(shared.came);
}

awaitable<std::uint64_t> receive_plainly(channel& in, asio::steady_timer&) {
    return in.async_receive(use_awaitable);
}

/// Waits for the first of both operations, and cancels the other.
awaitable<std::uint64_t> receive_or_expire(channel& in, asio::steady_timer& timer) {
    using namespace asio::experimental::awaitable_operators;
    const auto first =
        co_await (in.async_receive(use_awaitable) || timer.async_wait(use_awaitable));
    if (first.index() != 0) {
        throw std::runtime_error("a receive timed out");
    }
    co_return std::get<0>(first);
}

constexpr std::chrono::seconds never_reached(10);

awaitable<std::uint64_t> receive_with_new_timer(channel& in, asio::steady_timer& other) {
    asio::steady_timer timer(other.get_executor(), never_reached);
    co_return co_await receive_or_expire(in, timer);
}

awaitable<std::uint64_t> receive_with_same_timer(channel& in, asio::steady_timer& timer) {
    timer.expires_after(never_reached);
    co_return co_await receive_or_expire(in, timer);
}

using receive_function = awaitable<std::uint64_t>(channel&, asio::steady_timer&);

template <receive_function* Receive>
awaitable<void> receive_all(stopwatch& watch, channel& in, tally& came) {
    asio::steady_timer timer(co_await asio::this_coro::executor);
    for (std::uint64_t done = 0; watch.turn(done); ++done) {
        came.add(co_await Receive(in, timer));
    }
}

/// A stream of numbers from one coroutine to another.
template <std::size_t Capacity, receive_function* Receive>
outcome run_stream(const batch& asked) {
    one_thread where;
    channel between(where.context(), Capacity);
    stopwatch watch(asked);
    tally came;
    where.spawn(receive_all<Receive>(watch, between, came));
    where.spawn(send_all(between, asked));
    where.run();
    return watch.with(came);
}

} // namespace

std::vector<offer> channel_offers() {
    return {
        {"channel", "fiber/unbuffered_channel 1 = one number over a channel without a buffer", "",
         run_stream<0, receive_plainly>},
        {"pingpong",
         "queue/pingpong 1 between:tasks capacity:64 = one hand-off: half a round trip over two "
         "channels",
         "", run_pingpong},
        {"baseline", "timeout/baseline 1 = one message, sent and received", "",
         run_stream<1, receive_plainly>},
        {"sleep",
         "timeout/sleep 1 = one message, received by async_receive || async_wait of a new timer",
         "", run_stream<1, receive_with_new_timer>},
        {"reused_sleep",
         "timeout/reused_sleep 1 = one message, received by async_receive || async_wait of one "
         "timer",
         "", run_stream<1, receive_with_same_timer>},
    };
}

} // namespace runtime

#else

namespace runtime {

std::vector<offer> channel_offers() {
    return {};
}

} // namespace runtime

#endif
