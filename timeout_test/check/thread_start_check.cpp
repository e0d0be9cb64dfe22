// SPDX-License-Identifier: BSL-1.0
//
// The system refuses a thread: the caller learns why, and nobody is left waiting.
#include "late_loop.hpp"
#include "late_ways.hpp"
#include "own_ways.hpp"
#include "receive_loop.hpp"

#include <tollgate/faults/one_batch.hpp>
#include <tollgate/faults/refused_threads.hpp>

#include <gmock/gmock.h>

#include <cerrno>
#include <chrono>
#include <memory>
#include <system_error>

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;

using clock_of_both = std::chrono::steady_clock;

const measure::schedule asked{1, {{3, 1}}};

template <class Run>
void expect_told(int started, Run run) {
    const faults::refusal seen = faults::refuse_after(started, run);
    EXPECT_EQ(seen.told, std::error_code(EAGAIN, std::generic_category()));
    EXPECT_EQ(seen.unused, 0) << "as many as were allowed had been started";
}

TEST(thread_start, refused_to_a_stream) {
    const receive_loop of_fibers{between::fibers,
                                 {},
                                 &make_parts<own_way<fiber_channel<clock_of_both>, plain_receiver>>,
                                 nullptr};
    const receive_loop of_threads{
        between::threads,
        {},
        &make_parts<own_way<thread_channel<clock_of_both>, plain_receiver>>,
        nullptr};
    expect_told(0, [&] { faults::operations_of(of_fibers, asked); });
    expect_told(0, [&] { faults::operations_of(of_threads, asked); });
    expect_told(1, [&] { faults::operations_of(of_threads, asked); });
    EXPECT_TRUE(faults::operations_of(of_threads, asked).complete);
}

TEST(thread_start, refused_to_a_timeout_that_fires) {
    const late_loop<own_late_way<clock_of_both>> loop{
        {},
        load::idle,
        std::chrono::microseconds(100),
        std::make_shared<measure::moments>(std::chrono::nanoseconds(0),
                                           std::chrono::nanoseconds(10), 1)};
    expect_told(0, [&] { faults::events_of(loop, asked); });
    EXPECT_TRUE(faults::events_of(loop, asked).complete);
}

} // namespace
