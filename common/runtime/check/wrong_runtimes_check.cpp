// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/message_of.hpp>
#include <tollgate/posix/descriptor.hpp>
#include <tollgate/runtime/session.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

namespace tollgate::runtime {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

/// As in every program, so that a runtime that has gone ends none.
[[maybe_unused]] const auto ignored = ::signal(SIGPIPE, SIG_IGN);

measure::measured_case done(std::shared_ptr<session> with, const offered_case& of) {
    return done_by(std::move(with), work_of(of, 1), make_case(of, "made_up/work", 1));
}

/// A runtime of a kind, and what it is told.
struct seated {
    explicit seated(const std::string& kind, const std::vector<int>& cpus = {},
                    std::uint64_t resident_bytes = std::uint64_t{1} << 30,
                    std::chrono::milliseconds patience = 60s)
        : with(start(std::string("exec ") + WRONG_RUNTIME + " " + kind, cpus,
                     {60s, patience, 1s, resident_bytes}, {})) {}

    [[nodiscard]] measure::measured_case as_case() const {
        return done(with, with->greeted().cases.front());
    }

    std::shared_ptr<session> with;
};

/// Why the runtime of this kind is lost in its first batches; empty if it is not.
std::string why_lost(const std::string& kind, std::uint64_t resident_bytes = 1u << 30,
                     std::chrono::milliseconds patience = 60s) {
    try {
        const seated runtime(kind, {}, resident_bytes, patience);
        const measure::measured_case one = runtime.as_case();
        for (int i = 0; i < 3; ++i) {
            const measure::batch done =
                one.run({10, {{1, 100'000}, {1, 400'000}}}, clock::source::monotonic);
            if (done.lost) {
                return *done.lost;
            }
        }
    } catch (const lost_runtime& error) {
        return error.what();
    }
    return {};
}

TEST(a_runtime, that_is_right_gives_a_batch_whose_proofs_hold) {
    const seated runtime("right");
    const measure::measured_case one = runtime.as_case();
    const measure::schedule asked{10, {{1, 100'000}, {1, 400'000}}};
    const measure::batch done = one.run(asked, clock::source::monotonic);
    EXPECT_FALSE(done.lost);
    EXPECT_THAT(measure::failed_proofs(done, asked), ::testing::IsEmpty());
    ASSERT_EQ(done.intervals.size(), 2U);
    EXPECT_GT(done.intervals[0], 0);
    EXPECT_EQ(runtime.with->greeted().runtime, "wrong");
}

TEST(a_runtime, that_ends_is_lost_and_its_last_words_are_kept) {
    EXPECT_THAT(why_lost("crashes"), HasSubstr("it has ended; its last words: 'about to abort'"));
    EXPECT_THAT(why_lost("ends_at_once"),
                HasSubstr("it has ended; its last words: 'no such thing here'"));
}

TEST(a_runtime, that_says_what_is_no_answer_is_quoted_without_what_a_terminal_obeys) {
    EXPECT_THAT(why_lost("rubbish"), HasSubstr("it says '?[31mrubbish', where an answer is"));
    EXPECT_THAT(why_lost("error"), HasSubstr("it says 'no more ?[1mmessages'; its last words: "
                                             "'out of messages'"));
    EXPECT_THAT(why_lost("endless_line"), HasSubstr("it sent a line of more than 4096 bytes"));
    EXPECT_THAT(why_lost("long_greeting"), HasSubstr("longer than 256 lines"));
}

TEST(a_runtime, that_lies_is_lost) {
    EXPECT_THAT(why_lost("sum"), HasSubstr("the sum of what arrived"));
    EXPECT_THAT(why_lost("fast_clock"), HasSubstr("it says that a batch took"));
    EXPECT_THAT(why_lost("no_time"), HasSubstr("by its clock its operations took no time"));
}

TEST(a_runtime, that_does_not_greet_is_lost_after_the_time_that_it_was_given) {
    EXPECT_THAT(faults::message_of<lost_runtime>([] {
                    (void)start(std::string("exec ") + WRONG_RUNTIME + " silent", {},
                                {1s, 60s, 1s, 1u << 30}, {});
                }),
                HasSubstr("it did not answer within 1 s"));
}

TEST(a_runtime, that_was_lost_in_another_process_is_lost_for_its_reason) {
    const seated runtime("right");
    const auto there =
        std::make_shared<session>(runtime.with->ends(), -1, std::vector<int>{}, limits{}, "wrong",
                                  "runtime wrong: it was wrong there");
    EXPECT_EQ(done(there, {}).run({1, {{1, 1}}}, clock::source::monotonic).lost,
              "runtime wrong: it was wrong there");
}

TEST(a_runtime, that_another_process_has_lost_is_not_killed_by_its_number) {
    const seated runtime("right");
    const pid_t process = runtime.with->process();
    runtime.with->note_lost("runtime wrong: it was wrong there");
    runtime.with->lose("runtime wrong: it was wrong here, too");
    EXPECT_EQ(runtime.with->lost(), "runtime wrong: it was wrong there");
    session again(runtime.with->ends(), process, {}, {}, "wrong", "");
    EXPECT_TRUE(again.run({"work", 1, 0, 0}, {})) << "it lives";
}

TEST(a_runtime, that_prints_beside_the_protocol_is_lost) {
    EXPECT_THAT(why_lost("chatty"),
                HasSubstr("it printed without being asked: 'and that was that'"));
}

TEST(a_runtime, that_grows_is_lost) {
    EXPECT_THAT(why_lost("grows", 20u << 20), HasSubstr("MiB of memory; at most 20"));
}

TEST(a_runtime, that_writes_much_to_its_standard_error_is_not_blocked_by_that) {
    EXPECT_EQ(why_lost("floods"), "");
}

TEST(a_runtime, that_has_gone_is_lost_when_it_is_written_to) {
    posix::pipe input;
    posix::pipe output;
    input.read.close();
    line_channel gone({input.write.number(), output.read.number(), -1});
    EXPECT_THROW(gone.write("hello 1", 1s), lost_runtime);
}

/// Why its clock is not believed after some rounds.
std::optional<std::string> false_clock_of(const std::string& kind) {
    const seated runtime(kind);
    const measure::measured_case one = runtime.as_case();
    measure::case_record record;
    for (int round = 0; round < 9; ++round) {
        const measure::batch done =
            one.run({10, {{1, 5'000'000}, {1, 40'000'000}}}, clock::source::monotonic);
        EXPECT_FALSE(done.lost) << *done.lost;
        for (const auto& [name, times] : done.report.counted) {
            record.counted[name] += times;
        }
    }
    return false_clock(record);
}

TEST(a_runtime, whose_clock_goes_slowly_is_found_out_over_the_rounds_and_another_is_believed) {
    EXPECT_THAT(false_clock_of("slow_clock").value_or(""),
                HasSubstr("by our clock its operations take longer than it says, in"));
    EXPECT_FALSE(false_clock_of("right"));
}

TEST(a_runtime, that_is_lost_is_killed_and_lost_for_the_same_reason_from_then_on) {
    const seated runtime("hangs", {}, 1u << 30, 1s);
    const measure::measured_case one = runtime.as_case();
    const measure::batch first = one.run({1, {{1, 1}}}, clock::source::monotonic);
    const measure::batch second = one.run({1, {{1, 1}}}, clock::source::monotonic);
    ASSERT_TRUE(first.lost);
    EXPECT_EQ(first.lost, second.lost);
    EXPECT_THAT(*first.lost, HasSubstr("runtime wrong: it did not answer within 1 s"));
}

TEST(a_runtime, is_not_waited_for_once_the_run_is_interrupted) {
    const seated runtime("hangs");
    const measure::measured_case one = runtime.as_case();
    measure::schedule asked{1, {{1, 1}}};
    asked.interrupted = [] { return true; };
    const measure::batch done = one.run(asked, clock::source::monotonic);
    EXPECT_FALSE(done.complete);
    EXPECT_FALSE(done.lost) << "what is missing, the interrupt explains";
    EXPECT_FALSE(runtime.with->lost());
    EXPECT_FALSE(one.run(asked, clock::source::monotonic).lost);
}

/// A batch of five operations, each of which was asked to take 1 ms.
measure::batch batch_of_sleeps(const std::string& kind) {
    const seated runtime(kind);
    offered_case of = runtime.with->greeted().cases.front();
    of.expected = 1ms;
    return done(runtime.with, of).run({1, {{1, 5}}}, clock::source::monotonic);
}

TEST(a_runtime, that_sleeps_for_a_known_time_is_late_by_the_rest) {
    EXPECT_THAT(batch_of_sleeps("late").intervals, ::testing::ElementsAre(7));
}

TEST(a_runtime, that_sleeps_for_less_than_it_was_asked_for_is_lost) {
    const measure::batch done = batch_of_sleeps("early");
    ASSERT_TRUE(done.lost);
    EXPECT_EQ(*done.lost,
              "runtime wrong: its operations took 4999999 ns, less than the 5000000 ns that "
              "they were asked for");
}

} // namespace
} // namespace tollgate::runtime
