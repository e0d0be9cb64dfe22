// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"

#include <tollgate/cli/program.hpp>
#include <tollgate/posix/descriptor.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/pass_text.hpp>
#include <tollgate/run/errors.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <optional>
#include <thread>

namespace tollgate::cli {
namespace {

using fake::briefly;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(passes, each_is_a_process_and_all_are_in_one_result) {
    const temporary_folder place;
    const captured_output output =
        run(briefly({"--passes", "3", "--json", place / "file", "--seed", "7"}));
    ASSERT_EQ(output.code, 0) << output.err;
    EXPECT_EQ(output.err, "");
    const report::result whole = report::read_json(place.content_of("file"));
    EXPECT_EQ(whole.passes, 3u);
    EXPECT_EQ(whole.rounds, 6u);
    ASSERT_EQ(whole.cases.size(), 2u);
    const auto& rounds = whole.cases[0].record.rounds;
    ASSERT_EQ(rounds.size(), 6u);
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        EXPECT_EQ(rounds[i].process, i / 2);
        EXPECT_EQ(rounds[i].round, i) << "the order of the rounds goes on from pass to pass";
    }
    EXPECT_THAT(whole.about.arguments, ::testing::Contains("--passes"));
    EXPECT_THAT(place.names(), ElementsAre("file"));
}

TEST(passes, share_the_rounds) {
    const report::result read = report::read_json(run({"--rounds", "11", "--format", "json"}).out);
    EXPECT_EQ(read.passes, measure::default_passes);
    EXPECT_EQ(read.rounds, 11u);
    EXPECT_EQ(report::read_json(run({"--rounds", "3", "--format", "json"}).out).passes, 3u);
}

TEST(passes, their_processes_draw_no_progress_and_write_no_files) {
    const temporary_folder place;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(place.path());
    const captured_output output = run(briefly({"--passes", "2", "--csv", "only"}));
    std::filesystem::current_path(before);
    EXPECT_EQ(output.code, 0);
    EXPECT_THAT(place.names(), ElementsAre("only"));
}

TEST(passes, a_pass_that_fails_is_named) {
    struct ending {
        const char* conduct;
        int code;
        const char* message;
    };
    for (const ending& end :
         {ending{"wrong_in_child", 1,
                 "a warning\ntestNothing: self-check failed: pass 1: a turn was lost\n"},
          ending{"silent_in_child", 3,
                 "testNothing: pass 1 ended with exit code 1 and no result\n"},
          ending{"only_in_parent", 3,
                 "testNothing: pass 1 ended with exit code 3 and no result: no children\n"},
          ending{"dies_at_its_end", 3,
                 "testNothing: pass 1 ended with exit code 7 and a result "
                 "that is worth nothing\n"},
          ending{"half_in_child", 3,
                 "testNothing: pass 1 ended with exit code 0 and half a result\n"},
          ending{"other_cases_in_child", 3,
                 "testNothing: pass 1 ended with exit code 0 and the "
                 "result of other cases\n"}}) {
        const temporary_folder place;
        const captured_output output =
            run(briefly({"--passes", "2", "--conduct", end.conduct, "--json", place / "file"}));
        EXPECT_EQ(output.code, end.code) << end.conduct;
        EXPECT_EQ(output.out, "");
        EXPECT_EQ(output.err, end.message);
        EXPECT_THAT(place.names(), IsEmpty());
    }
}

// For example under a debugger, or on a system without /proc.
TEST(passes, run_in_this_process_with_a_note_if_the_program_cannot_be_started_again) {
    program other = fake::describe();
    other.name = "testOther"; // what is started is testNothing
    const captured_output output = run(briefly({"--passes", "3", "--format", "json"}), other);
    EXPECT_EQ(output.code, 0) << output.err;
    const report::result whole = report::read_json(output.out);
    EXPECT_EQ(whole.passes, 3u);
    EXPECT_THAT(whole.notes, ::testing::Contains(HasSubstr("cannot be started again")));
}

// For example by a system without free memory.
TEST(passes, a_killed_pass_loses_no_earlier_pass) {
    const temporary_folder place;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(place.path());
    const captured_output output =
        run({"--rounds", "6", "--passes", "6", "--conduct", "killed_in_third", "--json", "file"});
    std::filesystem::current_path(before);
    EXPECT_EQ(output.code, 3);
    EXPECT_THAT(output.out, HasSubstr("pass 3 ended with exit code 137 and no result; the passes "
                                      "before it are shown"));
    const report::result whole = report::read_json(place.content_of("file"));
    EXPECT_EQ(whole.passes, 2u);
    EXPECT_TRUE(whole.partial());
    EXPECT_EQ(whole.stopped, measure::stop_reason::lost_pass);
}

/// Runs the fake program as the process of a pass with this order.
captured_output ordered(const std::string& order, const tokens& arguments = {}) {
    const temporary_folder place;
    std::ofstream(place / "order") << order;
    const redirected in(STDIN_FILENO, place / "order");
    tokens all{"--pass"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run(all);
}

TEST(passes, an_ordered_pass_prints_its_measurements) {
    measure::pass_order order;
    order.cases.assign(2, {{2, {{1, 10}}}, {2, {{4, 1}, {4, 2}}}, false, 1e6, {}});
    order.rounds = {2, 1};
    order.controls = {1};
    order.index = 4;
    order.first_round = 7;
    const captured_output output = ordered(report::order_text({order, {}, {}, {}}));
    ASSERT_EQ(output.code, 0) << output.err;
    const measure::pass measured = report::read_pass(output.out);
    ASSERT_EQ(measured.cases.size(), 2u);
    ASSERT_EQ(measured.cases[0].rounds.size(), 2u);
    EXPECT_EQ(measured.cases[0].rounds[1].process, 4u);
    EXPECT_EQ(measured.cases[0].rounds[1].round, 8u);
    EXPECT_EQ(measured.cases[1].rounds.size(), 1u);
    ASSERT_EQ(measured.controls.size(), 1u);
    EXPECT_EQ(measured.controls[0].rounds.size(), 1u);
}

// The rounds of the order would take years.
TEST(passes, a_pass_ends_when_its_run_is_gone) {
    measure::pass_order order;
    order.cases.assign(2, {{2, {{1, 10}}}, {2, {{4, 1}, {4, 2}}}, false, 1e6, {}});
    order.rounds = {std::uint64_t{1} << 50, 1};
    const temporary_folder place;
    std::ofstream(place / "order") << report::order_text({order, {}, {}, {}});
    const redirected in(STDIN_FILENO, place / "order");
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ::close(ends[0]);
    const int saved = ::dup(STDOUT_FILENO);
    ::dup2(ends[1], STDOUT_FILENO);
    const int code = fake::run({"--pass"});
    ::dup2(saved, STDOUT_FILENO);
    ::close(saved);
    ::close(ends[1]);
    EXPECT_EQ(code, 0) << "a reader who is gone is no error";
}

TEST(passes, a_pass_started_by_hand_is_refused) {
    for (const char* order : {"", "measure!", "{}", "[1]", R"({"cases": 3})"}) {
        const captured_output output = ordered(order);
        EXPECT_EQ(output.code, 2) << order;
        EXPECT_EQ(output.out, "");
        EXPECT_THAT(output.err, AllOf(HasSubstr("--pass: "), HasSubstr("by hand")));
    }
}

TEST(passes, an_order_of_other_cases_is_refused) {
    measure::pass_order order;
    order.cases.assign(1, {{2, {{1, 10}}}, {2, {{4, 1}, {4, 2}}}, false, 1e6, {}});
    order.rounds = {1};
    const captured_output output = ordered(report::order_text({order, {}, {}, {}}));
    EXPECT_EQ(output.code, 3);
    EXPECT_THAT(output.err, HasSubstr("other cases"));
}

/// The orchestrator's ends of the two pipes of --turns.
struct orchestrator {
    [[nodiscard]] std::string descriptors() const {
        return std::to_string(give.read.number()) + "," + std::to_string(over.write.number());
    }
    void give_turns(std::size_t count) const {
        ASSERT_EQ(::write(give.write.number(), std::string(count, '.').data(), count),
                  static_cast<ssize_t>(count));
    }
    /// How many turns were returned so far.
    [[nodiscard]] std::size_t given_back() const {
        ::fcntl(over.read.number(), F_SETFL, O_NONBLOCK);
        std::array<char, 64> bytes{};
        const ssize_t got = ::read(over.read.number(), bytes.data(), bytes.size());
        return got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    posix::pipe give;
    posix::pipe over;
};

TEST(turns, other_values_than_two_descriptors_are_refused) {
    for (const char* text : {"", "5", "5,", ",5", "a,b", "0,1", "5,6,7", "-1,5", "4000,4001"}) {
        const captured_output output = run({"--turns", text});
        EXPECT_EQ(output.code, 2) << text;
        EXPECT_THAT(output.err, HasSubstr("--turns"));
    }
}

TEST(turns, a_run_takes_a_turn_for_each_pass_and_returns_all_but_the_last) {
    const orchestrator both;
    both.give_turns(3);
    const captured_output output =
        run({"--passes", "3", "--rounds", "3", "--turns", both.descriptors()});
    EXPECT_EQ(output.code, 0) << output.err;
    EXPECT_EQ(both.given_back(), 2u);
}

TEST(turns, a_run_whose_turns_end_is_partial) {
    orchestrator both;
    both.give_turns(2);
    both.give.write.close();
    const captured_output output =
        run({"--passes", "3", "--rounds", "3", "--format", "json", "--turns", both.descriptors()});
    EXPECT_EQ(output.code, 130) << output.err;
    EXPECT_EQ(report::read_json(output.out).rounds, 2u);
    EXPECT_THAT(report::read_json(output.out).about.arguments,
                ElementsAre("--passes", "3", "--rounds", "3", "--format", "json"))
        << "the descriptors are nobody's business";
}

TEST(turns, a_run_that_is_given_none_measures_nothing) {
    orchestrator both;
    both.give.write.close();
    const captured_output output = run({"--rounds", "3", "--turns", both.descriptors()});
    EXPECT_EQ(output.code, 3);
    EXPECT_THAT(output.err,
                HasSubstr("the coordinator ended before the first turn of this program"));
}

} // namespace
} // namespace tollgate::cli
