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

using made_up::briefly;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(passes, each_is_a_process_and_one_result_holds_them) {
    const temporary_folder place;
    const seen_outside seen =
        run(briefly({"--passes", "3", "--json", place / "file", "--seed", "7"}));
    ASSERT_EQ(seen.code, 0) << seen.err;
    EXPECT_EQ(seen.err, "");
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

TEST(passes, rounds_are_shared_out_over_them_and_the_value_is_of_passes) {
    const report::result read = report::read_json(run({"--rounds", "11", "--format", "json"}).out);
    EXPECT_EQ(read.passes, measure::usual_passes);
    EXPECT_EQ(read.rounds, 11u);
    EXPECT_EQ(report::read_json(run({"--rounds", "3", "--format", "json"}).out).passes, 3u);
}

TEST(passes, their_processes_draw_no_progress_and_write_no_files) {
    const temporary_folder place;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(place.path());
    const seen_outside seen = run(briefly({"--passes", "2", "--csv", "only"}));
    std::filesystem::current_path(before);
    EXPECT_EQ(seen.code, 0);
    EXPECT_THAT(place.names(), ElementsAre("only"));
}

TEST(passes, one_that_does_not_end_as_it_should_is_named) {
    struct ending {
        const char* conduct;
        int code;
        const char* message;
    };
    for (const ending& end :
         {ending{"wrong_in_child", 1,
                 "a warning\ntestNothing: proof of work failed: pass 1: a turn was lost\n"},
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
        const seen_outside seen =
            run(briefly({"--passes", "2", "--conduct", end.conduct, "--json", place / "file"}));
        EXPECT_EQ(seen.code, end.code) << end.conduct;
        EXPECT_EQ(seen.out, "");
        EXPECT_EQ(seen.err, end.message);
        EXPECT_THAT(place.names(), IsEmpty());
    }
}

// As under a debugger, or on a system without /proc.
TEST(passes, of_a_program_that_cannot_be_started_again_run_in_its_process_and_it_says_so) {
    program other = made_up::describe();
    other.name = "testOther"; // what is started is testNothing
    const seen_outside seen = run(briefly({"--passes", "3", "--format", "json"}), other);
    EXPECT_EQ(seen.code, 0) << seen.err;
    const report::result whole = report::read_json(seen.out);
    EXPECT_EQ(whole.passes, 3u);
    EXPECT_THAT(whole.notes, ::testing::Contains(HasSubstr("cannot be started again")));
}

// As by a system that has no memory left.
TEST(passes, one_that_is_killed_loses_nothing_of_those_before_it) {
    const temporary_folder place;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(place.path());
    const seen_outside seen =
        run({"--rounds", "6", "--passes", "6", "--conduct", "killed_in_third", "--json", "file"});
    std::filesystem::current_path(before);
    EXPECT_EQ(seen.code, 3);
    EXPECT_THAT(seen.out, HasSubstr("pass 3 ended with exit code 137 and no result; the passes "
                                    "before it are shown"));
    const report::result whole = report::read_json(place.content_of("file"));
    EXPECT_EQ(whole.passes, 2u);
    EXPECT_TRUE(whole.partial());
    EXPECT_EQ(whole.stopped, measure::stop_reason::lost_pass);
}

/// The made-up program as the process of a pass, which is ordered to do this.
seen_outside ordered(const std::string& order, const tokens& arguments = {}) {
    const temporary_folder place;
    std::ofstream(place / "order") << order;
    const redirected in(STDIN_FILENO, place / "order");
    tokens all{"--pass"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run(all);
}

TEST(passes, one_that_is_ordered_says_what_it_measured) {
    measure::pass_order order;
    order.cases.assign(2, {{2, {{1, 10}}}, {2, {{4, 1}, {4, 2}}}, false, 1e6, {}});
    order.rounds = {2, 1};
    order.twins = {1};
    order.index = 4;
    order.first_round = 7;
    const seen_outside seen = ordered(report::order_text({order, {}, {}, {}}));
    ASSERT_EQ(seen.code, 0) << seen.err;
    const measure::pass measured = report::read_pass(seen.out);
    ASSERT_EQ(measured.cases.size(), 2u);
    ASSERT_EQ(measured.cases[0].rounds.size(), 2u);
    EXPECT_EQ(measured.cases[0].rounds[1].process, 4u);
    EXPECT_EQ(measured.cases[0].rounds[1].round, 8u);
    EXPECT_EQ(measured.cases[1].rounds.size(), 1u);
    ASSERT_EQ(measured.twins.size(), 1u);
    EXPECT_EQ(measured.twins[0].rounds.size(), 1u);
}

// Its rounds would take years.
TEST(passes, one_whose_run_is_gone_ends) {
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
    const int code = made_up::run({"--pass"});
    ::dup2(saved, STDOUT_FILENO);
    ::close(saved);
    ::close(ends[1]);
    EXPECT_EQ(code, 0) << "a reader who is gone is no error";
}

TEST(passes, one_that_is_started_by_hand_says_so) {
    for (const char* order : {"", "measure!", "{}", "[1]", R"({"cases": 3})"}) {
        const seen_outside seen = ordered(order);
        EXPECT_EQ(seen.code, 2) << order;
        EXPECT_EQ(seen.out, "");
        EXPECT_THAT(seen.err, AllOf(HasSubstr("--pass: "), HasSubstr("by hand")));
    }
}

TEST(passes, one_with_other_cases_than_were_ordered_is_refused) {
    measure::pass_order order;
    order.cases.assign(1, {{2, {{1, 10}}}, {2, {{4, 1}, {4, 2}}}, false, 1e6, {}});
    order.rounds = {1};
    const seen_outside seen = ordered(report::order_text({order, {}, {}, {}}));
    EXPECT_EQ(seen.code, 3);
    EXPECT_THAT(seen.err, HasSubstr("other cases"));
}

/// Both sides of the turns of one program.
struct table {
    [[nodiscard]] std::string descriptors() const {
        return std::to_string(give.read.number()) + "," + std::to_string(over.write.number());
    }
    void give_turns(std::size_t count) const {
        ASSERT_EQ(::write(give.write.number(), std::string(count, '.').data(), count),
                  static_cast<ssize_t>(count));
    }
    /// How many were given back so far.
    [[nodiscard]] std::size_t given_back() const {
        ::fcntl(over.read.number(), F_SETFL, O_NONBLOCK);
        std::array<char, 64> bytes{};
        const ssize_t got = ::read(over.read.number(), bytes.data(), bytes.size());
        return got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    posix::pipe give;
    posix::pipe over;
};

TEST(turns, what_are_no_descriptors_is_refused) {
    for (const char* text : {"", "5", "5,", ",5", "a,b", "0,1", "5,6,7", "-1,5", "4000,4001"}) {
        const seen_outside seen = run({"--turns", text});
        EXPECT_EQ(seen.code, 2) << text;
        EXPECT_THAT(seen.err, HasSubstr("--turns"));
    }
}

TEST(turns, a_run_takes_one_for_each_pass_and_gives_back_all_but_the_last) {
    const table both;
    both.give_turns(3);
    const seen_outside seen =
        run({"--passes", "3", "--rounds", "3", "--turns", both.descriptors()});
    EXPECT_EQ(seen.code, 0) << seen.err;
    EXPECT_EQ(both.given_back(), 2u);
}

TEST(turns, a_run_whose_turns_end_is_partial) {
    table both;
    both.give_turns(2);
    both.give.write.close();
    const seen_outside seen =
        run({"--passes", "3", "--rounds", "3", "--format", "json", "--turns", both.descriptors()});
    EXPECT_EQ(seen.code, 130) << seen.err;
    EXPECT_EQ(report::read_json(seen.out).rounds, 2u);
    EXPECT_THAT(report::read_json(seen.out).about.arguments,
                ElementsAre("--passes", "3", "--rounds", "3", "--format", "json"))
        << "the descriptors are nobody's business";
}

TEST(turns, a_run_that_is_given_none_measures_nothing) {
    table both;
    both.give.write.close();
    const seen_outside seen = run({"--rounds", "3", "--turns", both.descriptors()});
    EXPECT_EQ(seen.code, 3);
    EXPECT_THAT(seen.err, HasSubstr("no other program lets this one go on"));
}

} // namespace
} // namespace tollgate::cli
