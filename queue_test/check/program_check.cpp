// SPDX-License-Identifier: BSL-1.0
#include "alternatives/locked_ring.hpp"
#include "message.hpp"
#include "pingpong_loop.hpp"
#include "program.hpp"
#include "stream_loop.hpp"

#include <tollgate/run/errors.hpp>
#include <tollgate/testing/fake.hpp>
#include <tollgate/testing/one_batch.hpp>
#include <tollgate/testing/program_checks.hpp>
#if defined(__linux__)
#include <tollgate/testing/refused_threads.hpp>
#endif
#include <tollgate/testing/sanitized.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::queue_test;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Loops with a correct queue.
using small_queue = mutex_condvar<message<64>>;
pingpong_loop small_pingpong(const shape& dimensions) {
    return {dimensions, {}, group_of<as_threads>, &make_pingpong<small_queue>};
}
stream_loop small_stream(const shape& dimensions) {
    return {dimensions, {}, group_of<as_threads>, &make_stream<small_queue>};
}

constexpr std::array small_shapes{shape{1, 1, 1}, shape{1, 1, 64}, shape{3, 2, 4}};

/// See CMakeLists.txt: the sanitizer reports races in these. Those of atomic_queue hand over one
/// word; fences, which the sanitizer does not know, order the writes before it.
bool may_run(const measure::case_key& key) {
    return !tollgate::testing::is_thread_sanitized ||
           !key.is("impl", {"tbb_bounded", "moodycamel_blocking", "moodycamel", "boost_queue",
                            "atomic_queue", "atomic_queue_spsc"});
}

/// Whether this build has the queue. The program knows the names of all queues.
bool is_built(const measure::case_key& key) {
    static const run::case_list all = [] {
        const cli::program description = describe_program();
        return description.cases(cli::parse_command_line(description, {}),
                                 tollgate::testing::fake_machine(1, 2, 1));
    }();
    return std::none_of(all.unavailable.begin(), all.unavailable.end(), [&](const auto& entry) {
        return entry.key.parameters().size() == 1 && entry.key.has("impl") &&
               entry.key.text("impl") == key.text("impl");
    });
}

constexpr const char* with_fibers =
    "mutex_condvar,tollgate_channel,tollgate_shared_channel,boost_fiber_buffered,"
    "boost_fiber_unbuffered";

/// Without the queues that have at least 4096 slots: to fill those with zeros takes seconds.
constexpr const char* for_long_messages =
    "blocking,spsc,unbounded,mutex_condvar,timeout_polling,cancellable,boost_sync_bounded,tbb_"
    "bounded,"
    "moodycamel_blocking,pipe,eventfd_ring,tollgate_channel,tollgate_shared_channel,"
    "boost_fiber_buffered,boost_fiber_unbuffered,cached_ring,boost_spsc,boost_queue,moodycamel";

const bool registered = tollgate::testing::register_program_checks(
    {.describe = describe_program,
     .listings = LISTINGS,
     .rehearsed = {{},
                   {"--placement", "core,same", "--queues", with_fibers, "--sources", "1"},
                   {"--placement", "same", "--producers", "3", "--consumers", "2", "--capacity",
                    "4", "--queues", with_fibers, "--sources", "1"},
                   {"--payload", "64,1024", "--capacity", "4", "--sources", "1"},
                   {"--payload", "65536", "--capacity", "4", "--queues", for_long_messages,
                    "--sources", "1"},
                   {"--capacity", "1", "--payload", "64", "--sources", "1"},
                   {"--producers", "2", "--consumers", "1", "--payload", "64", "--sources", "1"}},
     .briefly = {"--placement", "same", "--producers", "3", "--consumers", "2", "--capacity", "4",
                 "--sources", "2"},
     .is_built = is_built,
     .has_headline_cases =
         [] {
             return is_built({"queue/*", {{"impl", "boost_fiber_buffered"}}});
         },
     .may_run = may_run});

std::string refusal_of_memory(const std::vector<std::string>& arguments) {
    const cli::program description = describe_program();
    try {
        static_cast<void>(description.cases(cli::parse_command_line(description, arguments),
                                            tollgate::testing::fake_machine(1, 2, 1)));
    } catch (const run::usage_error& error) {
        return error.what();
    }
    return {};
}

TEST(clock_pair_run, is_of_the_blocking_queue_with_the_chosen_numbers) {
    const cli::program description = describe_program();
    const cpu::topology two_cpus = tollgate::testing::fake_machine(1, 2, 1);
    const auto case_of = [&](const std::vector<std::string>& arguments) {
        return description.reference(cli::parse_command_line(description, arguments), two_cpus);
    };
    EXPECT_EQ(case_of({}), "queue/pingpong/impl:blocking/producers:1/consumers:1/capacity:64/"
                           "payload:8/placement:core");
    EXPECT_EQ(case_of({"--placement", "same", "--capacity", "8,16", "--producers", "2"}),
              "queue/pingpong/impl:blocking/producers:2/consumers:2/capacity:8/payload:8/"
              "placement:same");
}

TEST(clock_pair_run, is_of_a_case_that_exists) {
    const cli::program description = describe_program();
    const auto expect_case = [&](const std::vector<std::string>& arguments,
                                 const cpu::topology& machine) {
        const cli::options chosen = cli::parse_command_line(description, arguments);
        const auto all = description.cases(chosen, machine).cases;
        const auto found = std::ranges::find_if(all, [&](const auto& each) {
            return each.key.name() == description.reference(chosen, machine);
        });
        EXPECT_TRUE(found != all.end() && found->run_clock_pair)
            << description.reference(chosen, machine);
    };
    expect_case({}, tollgate::testing::fake_machine(1, 1, 1)); // as with --cpus 0
    for (const char* const payload : {"8", "64", "1024", "65536"}) {
        expect_case({"--payload", payload}, tollgate::testing::fake_machine(1, 2, 1));
    }
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

// An interrupted batch is finished, so that no message stays in a queue: it is short. The run ends
// between two batches; see checks/interrupt_check.sh.
template <class Loop>
void expect_finished(const Loop& loop) {
    measure::schedule requested{2, {{5, 3}}};
    requested.interrupted = [] { return true; };
    const measure::batch batch = tollgate::testing::operations_of(loop, requested);
    EXPECT_TRUE(batch.complete);
    EXPECT_THAT(batch.intervals, SizeIs(5));
    EXPECT_THAT(measure::failed_self_checks(batch, requested), IsEmpty());
}

TEST(queue_program, lets_a_batch_end_when_it_is_interrupted) {
    for (const shape& dimensions : small_shapes) {
        expect_finished(small_pingpong(dimensions));
        expect_finished(small_stream(dimensions));
    }
}

#if defined(__linux__)

TEST(queue_program, starts_only_the_threads_of_its_members) {
    tollgate::testing::starts_left = 2;
    const stream_loop loop = small_stream({1, 1, 4});
    const measure::schedule requested{2, {{3, 1}}};
    EXPECT_THAT(
        measure::failed_self_checks(tollgate::testing::operations_of(loop, requested), requested),
        IsEmpty());
    EXPECT_EQ(std::exchange(tollgate::testing::starts_left, tollgate::testing::unlimited), 0);
}

#endif

} // namespace
