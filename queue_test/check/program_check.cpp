// SPDX-License-Identifier: BSL-1.0
#include "message.hpp"
#include "peers/locked_ring.hpp"
#include "pingpong_loop.hpp"
#include "program.hpp"
#include "stream_loop.hpp"

#include <tollgate/faults/made_up.hpp>
#include <tollgate/faults/one_batch.hpp>
#include <tollgate/faults/program_checks.hpp>
#include <tollgate/faults/sanitized.hpp>
#include <tollgate/run/errors.hpp>

#include <gmock/gmock.h>

#include <array>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::queue_test;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Loops around a queue that is known to be right.
using small_queue = mutex_condvar<message<64>>;
pingpong_loop small_pingpong(const shape& of) {
    return {of, {}, crew_of<as_threads>, &make_pingpong<small_queue>};
}
stream_loop small_stream(const shape& of) {
    return {of, {}, crew_of<as_threads>, &make_stream<small_queue>};
}

constexpr std::array small_shapes{shape{1, 1, 1}, shape{1, 1, 64}, shape{3, 2, 4}};

/// See CMakeLists.txt: these report races of their own. atomic_queue's hand over a word and nothing
/// that was written before it; that is ordered by fences, which the sanitizer does not know.
bool may_run(const measure::case_key& key) {
    return !faults::is_thread_sanitized ||
           !key.is("impl", {"tbb_bounded", "moodycamel_blocking", "moodycamel", "boost_queue",
                            "atomic_queue", "atomic_queue_spsc"});
}

/// Every queue that this build knows is in its list of words, but only some can be made.
bool there_is(const measure::case_key& key) {
    static const run::case_list all = [] {
        const cli::program what = describe_program();
        return what.cases(cli::parse_command_line(what, {}), faults::made_up_machine(1, 2, 1));
    }();
    return std::none_of(all.unavailable.begin(), all.unavailable.end(), [&](const auto& one) {
        return one.key.parameters().size() == 1 && one.key.has("impl") &&
               one.key.text("impl") == key.text("impl");
    });
}

constexpr const char* with_fibers =
    "mutex_condvar,tollgate_channel,tollgate_shared_channel,boost_fiber_buffered,"
    "boost_fiber_unbuffered";

/// Not those that never have less than 4096 slots, which take seconds to fill with zeros.
constexpr const char* for_long_messages =
    "blocking,spsc,mutex_condvar,timeout_polling,cancellable,boost_sync_bounded,tbb_bounded,"
    "moodycamel_blocking,pipe,eventfd_ring,tollgate_channel,tollgate_shared_channel,"
    "boost_fiber_buffered,boost_fiber_unbuffered,cached_ring,boost_spsc,boost_queue,moodycamel";

const bool registered = faults::register_program_checks(
    {.what = describe_program,
     .listings = LISTINGS,
     .rehearsed = {{},
                   {"--placement", "core,same", "--queues", with_fibers},
                   {"--placement", "same", "--producers", "3", "--consumers", "2", "--capacity",
                    "4", "--queues", with_fibers},
                   {"--payload", "64,1024", "--capacity", "4"},
                   {"--payload", "65536", "--capacity", "4", "--queues", for_long_messages},
                   {"--capacity", "1", "--payload", "64"},
                   {"--producers", "2", "--consumers", "1", "--payload", "64"}},
     .briefly = {"--placement", "same", "--producers", "3", "--consumers", "2", "--capacity", "4"},
     .there_is = there_is,
     .has_headline_cases =
         [] {
             return there_is({"queue/*", {{"impl", "boost_fiber_buffered"}}});
         },
     .may_run = may_run});

std::string refusal_of_memory(const std::vector<std::string>& arguments) {
    const cli::program what = describe_program();
    try {
        static_cast<void>(
            what.cases(cli::parse_command_line(what, arguments), faults::made_up_machine(1, 2, 1)));
    } catch (const run::usage_error& error) {
        return error.what();
    }
    return {};
}

TEST(queue_program, refuses_too_much_memory) {
    EXPECT_EQ(refusal_of_memory({"--payload", "65536", "--capacity", "65536"}),
              "--capacity: '65536' messages of 65536 bytes are 4096 MiB; at most 1024 MiB");
    EXPECT_EQ(refusal_of_memory({"--payload", "8,65536", "--capacity", "1,16385"}),
              "--capacity: '16385' messages of 65536 bytes are 1024 MiB; at most 1024 MiB");
    EXPECT_NE(refusal_of_memory({"--sweep", "capacity:65536", "--payload", "65536"}), "");
    EXPECT_EQ(refusal_of_memory({"--payload", "65536", "--capacity", "16384"}), "");
    EXPECT_EQ(refusal_of_memory({"--payload", "1024", "--capacity", "65536"}), "");
}

// A batch is over soon and is finished, so that no message is left in a queue. The run ends between
// two batches; see checks/interrupt_check.sh.
template <class Loop>
void expect_finished(const Loop& loop) {
    measure::schedule asked{2, {{5, 3}}};
    asked.interrupted = [] { return true; };
    const measure::batch done = faults::operations_of(loop, asked);
    EXPECT_TRUE(done.complete);
    EXPECT_THAT(done.intervals, SizeIs(5));
    EXPECT_THAT(measure::failed_proofs(done, asked), IsEmpty());
}

TEST(queue_program, lets_a_batch_end_when_it_is_interrupted) {
    for (const shape& of : small_shapes) {
        expect_finished(small_pingpong(of));
        expect_finished(small_stream(of));
    }
}

#if defined(__linux__)

TEST(queue_program, starts_no_threads_but_the_members) {
    faults::starts_left = 2;
    const stream_loop loop = small_stream({1, 1, 4});
    const measure::schedule asked{2, {{3, 1}}};
    EXPECT_THAT(measure::failed_proofs(faults::operations_of(loop, asked), asked), IsEmpty());
    EXPECT_EQ(std::exchange(faults::starts_left, faults::unlimited), 0);
}

#endif

} // namespace
