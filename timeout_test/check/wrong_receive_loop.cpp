// SPDX-License-Identifier: BSL-1.0
//
// ./testTimeout with one case of receives, whose channel is right, or makes the mistake that
// --mistake names.
#include "exchange.hpp"
#include "late_loop.hpp"
#include "own_ways.hpp"
#include "program.hpp"
#include "receive_loop.hpp"

#include <tollgate/faults/wrong_program.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/measure/measured_case.hpp>

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
    takes,         ///< says that a pop timed out which was handed a message
    misses         ///< says that a pop timed out when there was time left, and loses nothing
};

/// A channel that makes one mistake in a batch, at its thousandth message.
template <channel_mistake Made>
class wrong_channel {
public:
    using clock = std::chrono::steady_clock;

    explicit wrong_channel(std::size_t capacity) : right_(capacity) {}

    queue::status push(std::uint64_t message) {
        if (Made == channel_mistake::loses_the_end && message == end_of_messages) {
            return queue::status::done;
        }
        if (message == moment_of_mistake) {
            if (Made == channel_mistake::loses || Made == channel_mistake::swaps) {
                return queue::status::done;
            }
            if (Made == channel_mistake::doubles) {
                static_cast<void>(right_.push(message));
            }
        }
        const queue::status how = right_.push(message);
        if (Made == channel_mistake::swaps && message == moment_of_mistake + 1) {
            static_cast<void>(right_.push(moment_of_mistake));
        }
        return how;
    }

    queue::popped<std::uint64_t> pop_for(std::chrono::nanoseconds time) {
        if (++pops_ == moment_of_mistake) {
            if (Made == channel_mistake::takes) {
                static_cast<void>(right_.pop_for(time));
            }
            if (Made == channel_mistake::takes || Made == channel_mistake::misses) {
                return queue::popped<std::uint64_t>(queue::status::timeout);
            }
        }
        return right_.pop_for(time);
    }

private:
    static constexpr std::uint64_t moment_of_mistake = 1'000;

    fiber::channel<std::uint64_t> right_;
    std::uint64_t pops_ = 0;
};

template <channel_mistake Made>
using wrong_way = own_way<wrong_channel<Made>, group::timeout>;

} // namespace tollgate::timeout_test

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;

/// Nothing but a mistake may look as if nothing moved.
constexpr std::chrono::milliseconds look_every{400};

template <channel_mistake Made>
measure::measured_case receiving(const cli::options& /*chosen*/) {
    return measure::make_case(
        {"timeout/timeout", {{"impl", "wrong"}, {"clock", "os"}, {"between", "fibers"}}},
        "one message", 1, 1,
        receive_loop{between::fibers, {}, &make_parts<wrong_way<Made>>, look_every});
}

/// Too early by a tenth.
struct hasty_way : own_late_way<std::chrono::steady_clock> {
    static bool times_out(fiber_channel<clock>& from, std::chrono::nanoseconds after) {
        return own_late_way::times_out(from, after * 9 / 10);
    }
};

/// There is something to receive.
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
    return measure::make_event_case({"timeout/fires/late", {{"impl", "wrong"}}}, "one receive", 1,
                                    late_loop<Way>{{}, load::storm, after, pauses}, {after, after});
}

} // namespace

int main(int argc, char** argv) {
    cli::program what = describe_program();
    what.name = "receive_loop";
    using enum channel_mistake;
    return cli::run_program(
        argc, argv,
        faults::wrong_program(what, {{"none", receiving<none>},
                                     {"loses", receiving<loses>},
                                     {"loses_the_end", receiving<loses_the_end>},
                                     {"doubles", receiving<doubles>},
                                     {"swaps", receiving<swaps>},
                                     {"takes", receiving<takes>},
                                     {"misses", receiving<misses>},
                                     {"fires_early", late<hasty_way>},
                                     {"is_served", late<served_way>}}));
}
