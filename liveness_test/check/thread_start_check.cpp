// SPDX-License-Identifier: BSL-1.0
//
// The system refuses a thread in the middle of a loop. Those that had been started end, and the
// caller learns why.
#include "alarm_loop.hpp"
#include "block_loop.hpp"
#include "crew_loop.hpp"
#include "delay_loop.hpp"
#include "passing.hpp"
#include "wrong_watching.hpp"

#include <tollgate/faults/one_batch.hpp>
#include <tollgate/faults/refused_threads.hpp>

#include <gmock/gmock.h>

#include <cerrno>
#include <system_error>
#include <thread>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;
using faults::events_of;
using faults::failures_of;
using faults::operations_of;
using faults::starts_left;
using faults::unlimited;
using ::testing::IsEmpty;

const measure::schedule asked{1, {{2, 1}}};

class thread_start : public testing::Test {
protected:
    thread_start() {
        std::thread([] {}).join(); // a sanitizer has started its own by now
    }
    ~thread_start() override { starts_left = unlimited; }

    /// Lets so many threads start.
    template <class Run>
    static void expect_told(int started, Run run) {
        const faults::refusal seen = faults::refuse_after(started, run);
        EXPECT_EQ(seen.told, std::error_code(EAGAIN, std::generic_category()));
        EXPECT_EQ(seen.unused, 0) << "as many as were allowed had been started";
    }
};

TEST_F(thread_start, of_the_block_loop_is_refused) {
    expect_told(0, [] { static_cast<void>(operations_of(block_loop<passing>{}, asked)); });
}

TEST_F(thread_start, of_a_crew_is_refused) {
    const crew_loop<passing> loop{3, asked_of_crew::cost, {}};
    for (const int started : {0, 1, 2}) {
        SCOPED_TRACE(started);
        expect_told(started, [&] { static_cast<void>(events_of(loop, asked)); });
    }
    EXPECT_THAT(failures_of(loop, asked), IsEmpty()) << "it works again afterwards";
}

TEST_F(thread_start, of_a_registry_is_refused) {
    for (const int started : {0, 1}) {
        SCOPED_TRACE(started);
        expect_told(started, [] { static_cast<void>(events_of(right_delays(), asked)); });
    }
    EXPECT_THAT(failures_of(right_delays(), asked), IsEmpty()) << "it works again afterwards";
}

TEST_F(thread_start, of_a_window_of_load_is_refused) {
    alarm_loop loop{{1, 2, std::chrono::milliseconds(5)}, {}};
    loop.how.of_scopes.timeout = std::chrono::seconds(10);
    for (const int started : {0, 2}) {
        SCOPED_TRACE(started);
        expect_told(started, [&] { static_cast<void>(events_of(loop, asked)); });
    }
    EXPECT_THAT(failures_of(loop, asked), IsEmpty()) << "it works again afterwards";
}

} // namespace
