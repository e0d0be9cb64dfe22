// SPDX-License-Identifier: BSL-1.0
// The runtime `asio`: coroutines of C++20 on one io_context of Boost.Asio. The protocol is in
// docs/other_runtimes.md.
#include "batch.hpp"

#include <utility> // before Asio, which up to Boost 1.78 needs it but does not include it

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/version.hpp>
#define HAS_CHANNELS (BOOST_VERSION >= 107900)
#if HAS_CHANNELS
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/experimental/channel.hpp>
#endif

#include <array>
#include <chrono>
#include <cstddef>
#include <exception>
#include <iostream>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <variant>

namespace {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;

/// An exception of a coroutine ends the process.
template <class... Coroutine>
void run_together(asio::io_context& context, Coroutine... coroutines) {
    (asio::co_spawn(context, std::move(coroutines),
                    [](const std::exception_ptr& thrown) {
                        if (thrown) {
                            std::rethrow_exception(thrown);
                        }
                    }),
     ...);
    context.run();
}

/// Runs a loop of a single coroutine.
template <awaitable<void> (*Loop)(batch&)>
void alone(batch& request) {
    asio::io_context context(1); // as its documentation recommends for a single thread
    run_together(context, Loop(request));
}

struct ring {
    batch& request;
    std::uint64_t next;
    bool ended = false;
};

/// A coroutine of the ring. A coroutine of Asio yields by posting itself.
awaitable<void> take_turns(ring& shared) {
    const auto executor = co_await asio::this_coro::executor;
    std::uint64_t received = 0;
    std::uint64_t sum = 0;
    while (!shared.ended && shared.request.turn(shared.next)) {
        const std::uint64_t number = shared.next++;
        co_await asio::post(executor, use_awaitable);
        ++received;
        sum += number;
    }
    shared.ended = true;
    shared.request.received += received;
    shared.request.sum += sum;
}

void yields(batch& request) {
    asio::io_context context(1);
    ring shared{request, request.first};
    for (std::uint64_t i = 0; i < request.members; ++i) {
        asio::co_spawn(context, take_turns(shared), asio::detached);
    }
    context.run();
}

awaitable<std::uint64_t> give_back(std::uint64_t number) {
    co_return number;
}

/// The context starts each new coroutine, not the coroutine that makes it.
awaitable<void> create_joins(batch& request) {
    const auto executor = co_await asio::this_coro::executor;
    for (std::uint64_t number = request.first; request.turn(number); ++number) {
        request.count(co_await asio::co_spawn(executor, give_back(number), use_awaitable));
    }
}

awaitable<void> sleeps(batch& request) {
    asio::steady_timer timer(co_await asio::this_coro::executor);
    for (std::uint64_t number = request.first; request.turn(number); ++number) {
        timer.expires_after(std::chrono::milliseconds(2));
        co_await timer.async_wait(use_awaitable);
        request.count(number);
    }
}

struct offer {
    std::string text; ///< of the greeting, after the name
    void (*run)(batch&);
};

std::map<std::string, offer> offers{
    {"yield",
     {"fiber/yield 1 fibers:* = one co_await post(use_awaitable) in a ring of coroutines", yields}},
    {"create_join",
     {"fiber/create_join 1 = one co_spawn of a coroutine, and its result", alone<create_joins>}},
    {"timer_sleep",
     {"sleep/timeout_lateness 1 interval_ms:2 expected_ns:2000000 = one wait of 2 ms for a "
      "steady_timer",
      alone<sleeps>}}};

#if HAS_CHANNELS
using channel = asio::experimental::channel<void(boost::system::error_code, std::uint64_t)>;

constexpr std::uint64_t over = std::numeric_limits<std::uint64_t>::max();

/// A side of a ping-pong. The message is the number of the next operation. The side that has the
/// message owns the batch.
awaitable<void> answer(batch& request, channel& in, channel& out) {
    while (true) {
        const std::uint64_t number = co_await in.async_receive(use_awaitable);
        if (number == over) {
            co_return;
        }
        if (number > request.first) {
            request.count(number - 1); // the hand-off that ended here
        }
        if (!request.turn(number)) {
            break;
        }
        co_await out.async_send({}, number + 1, use_awaitable);
    }
    co_await out.async_send({}, over, use_awaitable);
}

void pingpong(batch& request) {
    asio::io_context context(1);
    channel there(context, 64);
    channel back(context, 64);
    back.try_send(boost::system::error_code{}, request.first);
    run_together(context, answer(request, back, there), answer(request, there, back));
}

using receive_function = awaitable<std::uint64_t>(channel&, asio::steady_timer&);

awaitable<std::uint64_t> receive_plainly(channel& in, asio::steady_timer&) {
    return in.async_receive(use_awaitable);
}

/// Waits for the first of two operations, and cancels the other.
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

template <receive_function* Receive>
awaitable<void> receive_all(batch& request, channel& in) {
    asio::steady_timer timer(co_await asio::this_coro::executor);
    for (std::uint64_t number = request.first; request.turn(number); ++number) {
        request.count(co_await Receive(in, timer));
    }
}

awaitable<void> send_all(const batch& request, channel& out) {
    for (std::uint64_t number = request.first; number < request.end(); ++number) {
        co_await out.async_send({}, number, use_awaitable);
    }
}

/// A coroutine sends numbers to another coroutine.
template <std::size_t Capacity, receive_function* Receive>
void stream(batch& request) {
    asio::io_context context(1);
    channel between(context, Capacity);
    run_together(context, receive_all<Receive>(request, between), send_all(request, between));
}

/// Waits for the first of several receives, and cancels the others.
template <std::size_t... Index>
awaitable<std::uint64_t> receive_from_any(std::array<channel, sizeof...(Index)>& from,
                                          std::index_sequence<Index...> /*indices*/) {
    using namespace asio::experimental::awaitable_operators;
    const auto first = co_await (... || from[Index].async_receive(use_awaitable));
    if constexpr (sizeof...(Index) == 1) {
        co_return first;
    } else {
        co_return std::visit([](std::uint64_t number) { return number; }, first);
    }
}

/// Places of numbers: always the last, which a processor predicts, or random ones. Tollgate's own
/// cases draw the same places.
class drawn_places {
public:
    drawn_places(std::size_t channels, bool always_last)
        : first_(always_last ? channels - 1 : 0), count_(channels - first_) {}

    std::size_t next() {
        state_ = state_ * 2862933555777941757U + 3037000493U;
        return first_ + static_cast<std::size_t>(((state_ >> 32U) * count_) >> 32U);
    }

private:
    std::size_t first_;
    std::uint64_t count_;
    std::uint64_t state_ = 1;
};

/// Sends each number over one of the channels, and receives it from the first that has one.
template <std::size_t... Index>
void selects(batch& request, bool always_last, std::index_sequence<Index...> indices) {
    asio::io_context context(1);
    std::array<channel, sizeof...(Index)> channels{
        {(static_cast<void>(Index), channel(context, 64))...}};
    const auto loop = [](batch& all, std::array<channel, sizeof...(Index)>& between,
                         drawn_places places,
                         std::index_sequence<Index...> sources) -> awaitable<void> {
        for (std::uint64_t number = all.first; all.turn(number); ++number) {
            if (!between[places.next()].try_send(boost::system::error_code{}, number)) {
                throw std::runtime_error("a channel is full");
            }
            all.count(co_await receive_from_any(between, sources));
        }
    };
    run_together(context,
                 loop(request, channels, drawn_places(sizeof...(Index), always_last), indices));
}

template <bool AlwaysLast>
void selects(batch& request) {
    switch (request.members) {
    case 1:
        return selects(request, AlwaysLast, std::make_index_sequence<1>());
    case 2:
        return selects(request, AlwaysLast, std::make_index_sequence<2>());
    case 4:
        return selects(request, AlwaysLast, std::make_index_sequence<4>());
    case 8:
        return selects(request, AlwaysLast, std::make_index_sequence<8>());
    case 16:
        return selects(request, AlwaysLast, std::make_index_sequence<16>());
    default:
        throw std::runtime_error("there is no select over this number of channels");
    }
}

const bool has_channels = [] {
    offers["channel"] = {"fiber/unbuffered_channel 1 = one message over a channel without a buffer",
                         stream<0, receive_plainly>};
    offers["pingpong"] = {"queue/pingpong 1 between:tasks capacity:64 = one hand-off: half a round "
                          "trip over two channels",
                          pingpong};
    // Before, a channel counts as full after a receive from it was cancelled (Asio's issue 1241).
    if (BOOST_VERSION >= 108200) {
        offers["select"] = {"queue/select 1 ready:same sources:* = one message sent over the last "
                            "of the channels, and the || of async_receive that receives it",
                            selects<true>};
        offers["select_random"] = {
            "queue/select 1 ready:random sources:* = one message sent over one "
            "of the channels, and the || of async_receive that receives it",
            selects<false>};
    }
    offers["baseline"] = {"timeout/baseline 1 = one message, sent and received",
                          stream<1, receive_plainly>};
    offers["sleep"] = {"timeout/sleep 1 = one message, received by async_receive || async_wait of "
                       "a new timer",
                       stream<1, receive_with_new_timer>};
    offers["reused_sleep"] = {"timeout/reused_sleep 1 = one message, received by async_receive || "
                              "async_wait of one timer",
                              stream<1, receive_with_same_timer>};
    return true;
}();
#endif

void greet() {
    std::cout << "runtime 1 asio Boost " << BOOST_VERSION / 100'000 << '.'
              << BOOST_VERSION / 100 % 1'000
#if defined(__clang__)
              << ", clang++ " __clang_version__
#else
              << ", g++ " __VERSION__
#endif
                 "\nnote a coroutine has no stack of its own and is not preempted; its frame and "
                 "each operation come from the heap or from Asio's cache for each thread"
                 "\nnote to yield is to post itself to the context; the executor is "
                 "any_io_executor, the default of Asio"
                 "\nnote one thread runs the context, which is told so (a concurrency hint of 1)\n";
    for (const auto& [name, of] : offers) {
        std::cout << "case " << name << ' ' << of.text << '\n';
    }
    std::cout << "ready" << std::endl;
}

/// run NAME OPERATIONS WARMUP FIRST [PARAMETER:NUMBER]
void run(std::istream& line) {
    std::string name;
    batch request;
    line >> name >> request.operations >> request.warmup >> request.first;
    request.boundary = request.first + request.warmup;
    line.ignore(std::numeric_limits<std::streamsize>::max(), ':') >> request.members;
    offers.at(name).run(request);
    std::cout << "ran " << request.operations << ' ' << request.elapsed_ns << ' ' << request.cpu_ns
              << ' ' << request.received << ' ' << request.sum << std::endl;
}

} // namespace

int main() {
    for (std::string text; std::getline(std::cin, text);) {
        std::istringstream line(text);
        std::string word;
        line >> word;
        if (word == "hello") {
            greet();
        } else if (word == "run") {
            run(line);
        } else {
            std::cout << "error this runtime knows hello and run" << std::endl;
        }
    }
}
