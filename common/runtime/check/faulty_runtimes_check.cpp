// SPDX-License-Identifier: BSL-1.0
#include "../src/offers.hpp"

#include <tollgate/measure/case_record.hpp>
#include <tollgate/testing/message_of.hpp>

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

/// As in every program: a runtime that has ended must not end the program.
[[maybe_unused]] const auto ignored = ::signal(SIGPIPE, SIG_IGN);

/// A faulty runtime of this kind, and its first case.
struct conversation {
    explicit conversation(const std::string& kind, std::chrono::milliseconds timeout = 60s,
                          std::chrono::nanoseconds expected = 0ns)
        : connection(start(std::string("exec ") + FAULTY_RUNTIME + " " + kind, {},
                           {.greeting = 60s, .batch = timeout})) {
        const greeting greeted = connection->greet({});
        offer runtime_offer{{}, work_of(greeted.cases.front(), 1), {}};
        runtime_offer.listed.events.expected = expected;
        as_case = done_by(connection, runtime_offer);
    }

    [[nodiscard]] measure::batch run(const measure::schedule& schedule) const {
        return as_case.run(schedule, clock::source::monotonic);
    }
    [[nodiscard]] std::string why_lost() const { return as_case.given_up({}).value_or(""); }

    std::shared_ptr<session> connection;
    measure::measured_case as_case;
};

/// The reason why the runtime of this kind is lost in its first batches; empty if it is not.
std::string why_lost(const std::string& kind) {
    try {
        const conversation runtime(kind);
        for (int i = 0; i < 3; ++i) {
            (void)runtime.run({10, {{1, 400'000}}});
        }
        return runtime.why_lost();
    } catch (const lost_runtime& error) {
        return error.what();
    }
}

TEST(a_runtime, without_mistakes_gives_a_complete_batch) {
    const conversation runtime("right");
    const measure::schedule schedule{10, {{1, 400'000}}};
    const measure::batch done = runtime.run(schedule);
    EXPECT_EQ(runtime.why_lost(), "");
    EXPECT_THAT(measure::failed_self_checks(done, schedule), ::testing::IsEmpty());
    ASSERT_EQ(done.intervals.size(), 1U);
    EXPECT_GT(done.intervals[0], 0);
}

TEST(a_runtime, that_ends_is_lost_with_its_last_error_line) {
    EXPECT_THAT(why_lost("crashes"),
                HasSubstr("it has ended; its last line on stderr: 'about to abort'"));
    EXPECT_THAT(why_lost("ends_at_once"),
                HasSubstr("it has ended; its last line on stderr: 'no such thing here'"));
}

TEST(a_runtime, is_quoted_without_control_characters_if_its_answer_is_wrong) {
    EXPECT_THAT(why_lost("rubbish"), HasSubstr("it says '?[31mrubbish', where an answer is"));
    EXPECT_THAT(why_lost("error"),
                HasSubstr("it says 'no more ?[1mmessages'; its last line on stderr: "
                          "'out of messages'"));
    EXPECT_THAT(why_lost("endless_line"), HasSubstr("it sent a line of more than 4096 bytes"));
    EXPECT_THAT(why_lost("long_greeting"), HasSubstr("longer than 256 lines"));
}

TEST(a_runtime, with_a_wrong_sum_or_time_is_lost) {
    EXPECT_THAT(why_lost("sum"), HasSubstr("the sum of what arrived"));
    EXPECT_THAT(why_lost("fast_clock"), HasSubstr("it says that a batch took"));
}

TEST(a_runtime, that_does_not_greet_is_lost_after_the_timeout) {
    EXPECT_THAT(testing::message_of<lost_runtime>([] {
                    (void)start(std::string("exec ") + FAULTY_RUNTIME + " silent", {},
                                {.greeting = 1s})
                        ->greet({});
                }),
                HasSubstr("it did not answer within 1 s"));
}

TEST(a_runtime, that_prints_without_a_request_is_lost) {
    EXPECT_THAT(why_lost("chatty"), HasSubstr("it printed without a request: 'and that was that'"));
}

TEST(a_runtime, that_writes_much_to_standard_error_does_not_block) {
    EXPECT_EQ(why_lost("floods"), "");
}

/// The reason why the clock counts as wrong after nine rounds; empty if it does not.
std::string false_clock_of(const std::string& kind) {
    const conversation runtime(kind);
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

/// On a loaded machine not every run can tell that a clock is wrong.
std::string found_in_some_runs(const std::string& kind) {
    std::string why;
    for (int attempt = 0; attempt < 10 && why.empty(); ++attempt) {
        why = false_clock_of(kind);
    }
    return why;
}

TEST(a_runtime, with_a_slow_clock_is_found_out_over_the_rounds_but_no_other) {
    EXPECT_THAT(
        found_in_some_runs("slow_clock"),
        HasSubstr(
            "runtime wrong: its operations take longer by our clock than by its own clock, in"));
    EXPECT_THAT(found_in_some_runs("no_time"),
                HasSubstr("longer by our clock than by its own clock"));
    EXPECT_EQ(false_clock_of("right"), "");
}

TEST(a_runtime, that_is_lost_stays_lost_for_the_first_reason) {
    const conversation runtime("hangs", 1s);
    EXPECT_FALSE(runtime.run({1, {{1, 1}}}).complete);
    const std::string why = runtime.why_lost();
    EXPECT_THAT(why, HasSubstr("runtime wrong: it did not answer within 1 s"));
    EXPECT_FALSE(runtime.run({1, {{1, 1}}}).complete);
    EXPECT_EQ(runtime.why_lost(), why);
}

TEST(a_runtime, is_not_lost_by_an_interrupt_but_does_no_more_work) {
    const conversation runtime("hangs");
    const measure::schedule schedule{1, {{1, 1}}, [] { return true; }};
    EXPECT_FALSE(runtime.run(schedule).complete);
    EXPECT_EQ(runtime.why_lost(), "") << "what is missing, the interrupt explains";
    EXPECT_FALSE(runtime.run(schedule).complete);
    EXPECT_EQ(runtime.why_lost(), "");
}

TEST(a_runtime, has_the_expected_time_subtracted) {
    EXPECT_THAT(conversation("late", 60s, 1ms).run({1, {{1, 5}}}).intervals,
                ::testing::ElementsAre(7));
}

TEST(a_runtime, that_sleeps_too_short_is_lost) {
    const conversation runtime("early", 60s, 1ms);
    EXPECT_FALSE(runtime.run({1, {{1, 5}}}).complete);
    EXPECT_EQ(runtime.why_lost(), "runtime wrong: its operations took 999999 ns, but they must "
                                  "take at least 1000000 ns");
}

} // namespace
} // namespace tollgate::runtime
