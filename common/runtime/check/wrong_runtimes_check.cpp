// SPDX-License-Identifier: BSL-1.0
#include "../src/offers.hpp"

#include <tollgate/faults/message_of.hpp>
#include <tollgate/measure/case_record.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

namespace tollgate::runtime {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

/// As in every program, so that a runtime that has gone ends none.
[[maybe_unused]] const auto ignored = ::signal(SIGPIPE, SIG_IGN);

/// A runtime of a kind, and its first case.
struct met {
    explicit met(const std::string& kind, std::chrono::milliseconds patience = 60s,
                 std::chrono::nanoseconds expected = 0ns)
        : with(start(std::string("exec ") + WRONG_RUNTIME + " " + kind, {},
                     {.greeting = 60s, .batch = patience})) {
        const greeting greeted = with->greet({});
        offer one{{}, work_of(greeted.cases.front(), 1), {}};
        one.listed.events.expected = expected;
        as_case = done_by(with, one);
    }

    [[nodiscard]] measure::batch run(const measure::schedule& asked) const {
        return as_case.run(asked, clock::source::monotonic);
    }
    [[nodiscard]] std::string why_lost() const { return as_case.given_up({}).value_or(""); }

    std::shared_ptr<session> with;
    measure::measured_case as_case;
};

/// Why the runtime of this kind is lost in its first batches; empty if it is not.
std::string why_lost(const std::string& kind) {
    try {
        const met runtime(kind);
        for (int i = 0; i < 3; ++i) {
            (void)runtime.run({10, {{1, 400'000}}});
        }
        return runtime.why_lost();
    } catch (const lost_runtime& error) {
        return error.what();
    }
}

TEST(a_runtime, that_is_right_gives_a_batch_whose_proofs_hold) {
    const met runtime("right");
    const measure::schedule asked{10, {{1, 400'000}}};
    const measure::batch done = runtime.run(asked);
    EXPECT_EQ(runtime.why_lost(), "");
    EXPECT_THAT(measure::failed_proofs(done, asked), ::testing::IsEmpty());
    ASSERT_EQ(done.intervals.size(), 1U);
    EXPECT_GT(done.intervals[0], 0);
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
}

TEST(a_runtime, that_does_not_greet_is_lost_after_the_time_that_it_was_given) {
    EXPECT_THAT(faults::message_of<lost_runtime>([] {
                    (void)start(std::string("exec ") + WRONG_RUNTIME + " silent", {},
                                {.greeting = 1s})
                        ->greet({});
                }),
                HasSubstr("it did not answer within 1 s"));
}

TEST(a_runtime, that_prints_beside_the_protocol_is_lost) {
    EXPECT_THAT(why_lost("chatty"),
                HasSubstr("it printed without being asked: 'and that was that'"));
}

TEST(a_runtime, that_writes_much_to_its_standard_error_is_not_blocked_by_that) {
    EXPECT_EQ(why_lost("floods"), "");
}

/// Why its clock is not believed after some rounds.
std::string false_clock_of(const std::string& kind) {
    const met runtime(kind);
    measure::case_record record;
    for (int round = 0; round < 9; ++round) {
        const measure::batch done = runtime.run({10, {{1, 40'000'000}}});
        EXPECT_EQ(runtime.why_lost(), "");
        for (const auto& [name, times] : done.report.counted) {
            record.counted[name] += times;
        }
    }
    return runtime.as_case.given_up(record).value_or("");
}

/// On a loaded machine our clock is not sure of it each time.
std::string found_in_some_runs(const std::string& kind) {
    std::string why;
    for (int attempt = 0; attempt < 10 && why.empty(); ++attempt) {
        why = false_clock_of(kind);
    }
    return why;
}

TEST(a_runtime, whose_clock_goes_slowly_is_found_out_over_the_rounds_and_another_is_believed) {
    EXPECT_THAT(
        found_in_some_runs("slow_clock"),
        HasSubstr("runtime wrong: by our clock its operations take longer than it says, in"));
    EXPECT_THAT(found_in_some_runs("no_time"), HasSubstr("longer than it says"));
    EXPECT_EQ(false_clock_of("right"), "");
}

TEST(a_runtime, that_is_lost_is_killed_and_lost_for_the_same_reason_from_then_on) {
    const met runtime("hangs", 1s);
    EXPECT_FALSE(runtime.run({1, {{1, 1}}}).complete);
    const std::string why = runtime.why_lost();
    EXPECT_THAT(why, HasSubstr("runtime wrong: it did not answer within 1 s"));
    EXPECT_FALSE(runtime.run({1, {{1, 1}}}).complete);
    EXPECT_EQ(runtime.why_lost(), why);
}

TEST(a_runtime, is_not_waited_for_once_the_run_is_interrupted) {
    const met runtime("hangs");
    const measure::schedule asked{1, {{1, 1}}, [] { return true; }};
    EXPECT_FALSE(runtime.run(asked).complete);
    EXPECT_EQ(runtime.why_lost(), "") << "what is missing, the interrupt explains";
    EXPECT_FALSE(runtime.run(asked).complete);
    EXPECT_EQ(runtime.why_lost(), "");
}

TEST(a_runtime, that_sleeps_for_a_known_time_is_late_by_the_rest) {
    EXPECT_THAT(met("late", 60s, 1ms).run({1, {{1, 5}}}).intervals, ::testing::ElementsAre(7));
}

TEST(a_runtime, that_sleeps_for_less_than_it_was_asked_for_is_lost) {
    const met runtime("early", 60s, 1ms);
    EXPECT_FALSE(runtime.run({1, {{1, 5}}}).complete);
    EXPECT_EQ(runtime.why_lost(), "runtime wrong: its operations took 999999 ns, less than the "
                                  "1000000 ns that they were asked for");
}

} // namespace
} // namespace tollgate::runtime
