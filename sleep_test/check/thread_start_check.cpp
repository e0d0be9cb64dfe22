// SPDX-License-Identifier: BSL-1.0
//
// The system refuses a thread in the middle of a loop. One that had been started ends, and the
// caller learns why.
#include "measured_with.hpp"
#include "timeout_loop.hpp"
#include "wake_cost_loop.hpp"

#include <tollgate/faults/refused_threads.hpp>
#include <tollgate/measure/interval_probe.hpp>

#include <gmock/gmock.h>

#include <cerrno>
#include <system_error>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using faults::starts_left;
using faults::unlimited;
using namespace std::chrono_literals;
using ::testing::IsEmpty;

const measure::schedule asked{1, {{3, 1}}};

class thread_start : public testing::Test {
protected:
    ~thread_start() override { starts_left = unlimited; }

    /// Lets so many threads start.
    template <class Run>
    static void expect_told(int started, Run run) {
        const faults::refusal seen = faults::refuse_after(started, run);
        EXPECT_EQ(seen.told, std::error_code(EAGAIN, std::generic_category()));
        EXPECT_EQ(seen.unused, 0) << "as many as were allowed had been started";
    }
};

TEST_F(thread_start, is_refused_in_the_wake_loop) {
    const auto loop = free_wake_loop<sleep::parker, until::sleeper_runs>(ample);
    for (const int started : {0, 1}) {
        SCOPED_TRACE(started);
        expect_told(started, [&] { static_cast<void>(events_of(loop, asked)); });
    }
    EXPECT_THAT(failures_of(loop, asked), IsEmpty()) << "it works again afterwards";
}

TEST_F(thread_start, is_refused_in_the_wake_cost_loop) {
    measure::interval_probe probe(clock::monotonic_clock{}, asked);
    expect_told(0,
                [&] { static_cast<void>(wake_cost_loop<sleep::parker, found::empty>{}(probe)); });
}

TEST_F(thread_start, of_the_interrupter_is_refused) {
    expect_told(0, [&] {
        static_cast<void>(events_of(timeout_loop<sleep::parker>{1h, std::nullopt}, asked));
    });
}

// Whoever sleeps for a moment is not watched over.
TEST_F(thread_start, is_not_needed_for_short_sleeps) {
    starts_left = 0;
    EXPECT_THAT(failures_of(timeout_loop<sleep::parker>{1ms, std::nullopt}, asked), IsEmpty());
}

} // namespace
