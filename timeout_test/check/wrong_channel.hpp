// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "exchange.hpp"
#include "own_ways.hpp"

#include <tollgate/fiber/channel.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>

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
using wrong_way = own_way<wrong_channel<Made>, timeout_receiver>;

} // namespace tollgate::timeout_test
