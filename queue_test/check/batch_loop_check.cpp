// SPDX-License-Identifier: BSL-1.0
//
// The consumer of a stream of batches.
#include "alternatives/capacity.hpp"
#include "batch_loop.hpp"
#include "message.hpp"
#include "stream_loop.hpp"
#include "thread_groups.hpp"

#include <tollgate/measure/loop_probe.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

namespace {

using namespace tollgate;
using namespace tollgate::queue_test;

struct endless_probe : measure::loop_probe {
    endless_probe() : loop_probe(std::numeric_limits<std::uint64_t>::max(), nullptr) {}
};

/// Its first batch has a message, and the end of the messages behind it.
struct late_queue : exact_capacity {
    using message_type = message<8>;
    static constexpr bool single_producer_single_consumer = true;
    static constexpr std::size_t batch = 2;

    explicit late_queue(std::size_t) {}
    void push_all(std::span<const message_type>) {}
    std::size_t pop_some(std::span<message_type> places) {
        if (std::exchange(popped, true)) {
            throw std::logic_error("a pop after the end of the messages");
        }
        places[0].fill(origin{0, 0}.number());
        places[1].fill(end_of_messages);
        return 2;
    }
    bool popped = false;
};

// The last producer waits for the arrival of all messages only for a while: a consumer on a busy
// machine may get no CPU for so long.
TEST(batch_loop, ends_at_an_end_that_is_in_one_batch_with_messages) {
    endless_probe probe;
    stream all({1, 1, 2}, probe, as_threads::make_pause, std::chrono::seconds(1));
    EXPECT_NO_THROW(batches_through<late_queue>(all).consume(0));
    EXPECT_EQ(all.moves().sum(), 1U);
}

} // namespace
