// SPDX-License-Identifier: BSL-1.0
//
// The system refuses a thread in the middle of a loop. One that had been started ends, and the
// caller learns why.
#include "all_waits.hpp"
#include "block_loop.hpp"
#include "cancelling_loop.hpp"
#include "measured_with.hpp"
#include "one_shot.hpp"

#include <tollgate/faults/counting_probe.hpp>
#include <tollgate/faults/refused_threads.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <thread>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using faults::starts_left;
using faults::unlimited;
using ::testing::IsEmpty;

const measure::schedule asked{1, {{3, 1}}};

std::ptrdiff_t threads_here() {
    using std::filesystem::directory_iterator;
    return std::distance(directory_iterator("/proc/self/task"), directory_iterator());
}

class thread_start : public testing::Test {
protected:
    thread_start() {
        std::thread([] {}).join(); // a sanitizer has started its own by now
        wait_until_alone();
    }
    ~thread_start() override { starts_left = unlimited; }

    /// Lets so many threads start.
    template <class Run>
    static void expect_told(int started, Run run) {
        const faults::refusal seen = faults::refuse_after(started, run);
        EXPECT_EQ(seen.told, std::error_code(EAGAIN, std::generic_category()));
        EXPECT_EQ(seen.unused, 0) << "as many as were allowed had been started";
        wait_until_alone();
    }

private:
    /// A thread that was joined is in the system's list for a moment more; one that was not stays
    /// there, and the check runs out of time.
    static void wait_until_alone() {
        static const std::ptrdiff_t alone = threads_when_settled();
        while (threads_here() > alone) {
            std::this_thread::yield();
        }
    }
    static std::ptrdiff_t threads_when_settled() {
        std::ptrdiff_t least = threads_here();
        for (int look = 0; look < 1'000; ++look) {
            least = std::min(least, threads_here());
        }
        return least;
    }
};

template <class Wait>
class thread_start_of : public thread_start {};
TYPED_TEST_SUITE(thread_start_of, sleeping_waits);

TYPED_TEST(thread_start_of, a_return_loop_is_refused) {
    const auto loop = free_return_loop<TypeParam>();
    for (const int started : {0, 1}) {
        SCOPED_TRACE(started);
        this->expect_told(started, [&] { static_cast<void>(events_of(loop, asked)); });
    }
    EXPECT_THAT(failures_of(loop, asked), IsEmpty()) << "it works again afterwards";
}

TEST_F(thread_start, of_the_block_loop_is_refused) {
    faults::counting_probe probe(10);
    expect_told(0, [&] { static_cast<void>(block_loop<token_one_shot<sourced_kind>>{}(probe)); });
    EXPECT_EQ(probe.turns(), 0U);
}

TEST_F(thread_start, of_the_cancelling_loop_is_refused) {
    for (const beside who : {beside::sleeper, beside::spinner}) {
        const cancelling_loop<registered_tokens> loop{3, cancel::policy::adaptive, who};
        expect_told(0, [&] { static_cast<void>(events_of(loop, asked)); });
        EXPECT_THAT(failures_of(loop, asked), IsEmpty()) << "it works again afterwards";
    }
}

// A cancellation that finds the mutex taken would like to have a thread, and does without.
TEST_F(thread_start, is_not_needed_after_the_first_two) {
    auto loop = return_loop_on_one_cpu<condvar_token>();
    loop.when = std::make_shared<measure::moments>(std::chrono::nanoseconds(0),
                                                   std::chrono::nanoseconds(0), 1);
    starts_left = 2;
    EXPECT_THAT(failures_of(loop, {1, {{200, 1}}}), IsEmpty());
    EXPECT_EQ(starts_left, 0);
}

} // namespace
