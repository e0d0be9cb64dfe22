// SPDX-License-Identifier: BSL-1.0
//
// ./testTimeout with one case of receives; --mistake names the mistake of its channel.
#include "exchange.hpp"
#include "late_loop.hpp"
#include "own_ways.hpp"
#include "program.hpp"
#include "receive_loop.hpp"

#include <tollgate/fiber/channel.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/testing/faulty_program.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tollgate::timeout_test {

enum class channel_mistake {
    none,
    loses,         ///< a message
    loses_the_end, ///< the last one
    doubles,       ///< a message
    swaps,         ///< two messages
    takes,         ///< a pop takes a message and returns timeout
    misses         ///< a pop returns timeout early, and loses nothing
};

/// A channel that makes one mistake in a batch, at its thousandth message.
template <channel_mistake Mistake>
class faulty_channel {
public:
    using clock = std::chrono::steady_clock;

    explicit faulty_channel(std::size_t capacity) : channel_(capacity) {}

    queue::status push(std::uint64_t message) {
        if (Mistake == channel_mistake::loses_the_end && message == end_of_messages) {
            return queue::status::done;
        }
        if (message == moment_of_mistake) {
            if (Mistake == channel_mistake::loses || Mistake == channel_mistake::swaps) {
                return queue::status::done;
            }
            if (Mistake == channel_mistake::doubles) {
                static_cast<void>(channel_.push(message));
            }
        }
        const queue::status result = channel_.push(message);
        if (Mistake == channel_mistake::swaps && message == moment_of_mistake + 1) {
            static_cast<void>(channel_.push(moment_of_mistake));
        }
        return result;
    }

    queue::popped<std::uint64_t> pop_for(std::chrono::nanoseconds time) {
        if (++pops_ == moment_of_mistake) {
            if (Mistake == channel_mistake::takes) {
                static_cast<void>(channel_.pop_for(time));
            }
            if (Mistake == channel_mistake::takes || Mistake == channel_mistake::misses) {
                return queue::popped<std::uint64_t>(queue::status::timeout);
            }
        }
        return channel_.pop_for(time);
    }

private:
    static constexpr std::uint64_t moment_of_mistake = 1'000;

    fiber::channel<std::uint64_t> channel_;
    std::uint64_t pops_ = 0;
};

template <channel_mistake Mistake>
using faulty_way = own_way<faulty_channel<Mistake>, group::timeout>;

} // namespace tollgate::timeout_test

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;

/// Long enough that only a mistake looks like a standstill.
constexpr std::chrono::milliseconds progress_check_interval{400};

template <channel_mistake Mistake>
measure::measured_case receiving(const cli::options& /*chosen*/) {
    return measure::make_case(
        {"timeout/timeout", {{"impl", "faulty"}, {"clock", "os"}, {"between", "fibers"}}},
        "one message", 1, 1,
        receive_loop{
            between::fibers, {}, &make_parts<faulty_way<Mistake>>, progress_check_interval});
}

/// Times out early by a tenth.
struct hasty_way : own_late_way<std::chrono::steady_clock> {
    static bool times_out(fiber_channel<clock>& from, std::chrono::nanoseconds after) {
        return own_late_way::times_out(from, after * 9 / 10);
    }
};

/// Has a message to receive.
struct served_way : own_late_way<std::chrono::steady_clock> {
    static bool times_out(fiber_channel<clock>& from, std::chrono::nanoseconds after) {
        static_cast<void>(from.try_push(1)); // there is room
        return own_late_way::times_out(from, after);
    }
};

template <class Way>
measure::measured_case late(const cli::options& /*chosen*/) {
    constexpr std::chrono::milliseconds after{2};
    const auto pauses = std::make_shared<measure::moments>(std::chrono::nanoseconds(0),
                                                           std::chrono::microseconds(50), 1);
    return measure::make_event_case({"timeout/fires/late", {{"impl", "faulty"}}}, "one receive", 1,
                                    late_loop<Way>{{}, load::storm, after, pauses}, {after, after});
}

} // namespace

int main(int argc, char** argv) {
    cli::program description = describe_program();
    description.name = "receive_loop";
    using enum channel_mistake;
    return cli::run_program(
        argc, argv,
        tollgate::testing::faulty_program(description, {{"none", receiving<none>},
                                                        {"loses", receiving<loses>},
                                                        {"loses_the_end", receiving<loses_the_end>},
                                                        {"doubles", receiving<doubles>},
                                                        {"swaps", receiving<swaps>},
                                                        {"takes", receiving<takes>},
                                                        {"misses", receiving<misses>},
                                                        {"fires_early", late<hasty_way>},
                                                        {"is_served", late<served_way>}}));
}
