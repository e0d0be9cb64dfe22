// SPDX-License-Identifier: BSL-1.0
#include "../src/pass_processes.hpp"

#include "captured.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/pass_text.hpp>

#include <fstream>

#include <csignal>

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
    const report::result whole = report::read_json(content_of(place / "file"));
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

TEST(passes, rounds_are_shared_out_over_them) {
    const report::result read = report::read_json(run({"--rounds", "11", "--format", "json"}).out);
    EXPECT_EQ(read.passes, measure::usual_passes);
    EXPECT_EQ(read.rounds, 11u);
    EXPECT_EQ(report::read_json(run({"--rounds", "3", "--format", "json"}).out).passes, 3u);
}

TEST(passes, the_value_is_of_passes) {
    const report::result read = report::read_json(run({"--rounds", "8", "--format", "json"}).out);
    EXPECT_EQ(read.cases[0].summary.over, measure::basis::passes);
    EXPECT_EQ(report::read_json(run(briefly({"--format", "json"})).out).cases[0].summary.over,
              measure::basis::rounds);
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

TEST(passes, a_failed_proof_in_one_is_one) {
    const seen_outside seen = run(briefly({"--passes", "2", "--conduct", "wrong"}));
    EXPECT_EQ(seen.code, 1);
    EXPECT_THAT(seen.out, HasSubstr("a turn was lost"));
}

TEST(passes, one_that_is_refused_is_three) {
    const temporary_folder place;
    const seen_outside seen =
        run(briefly({"--passes", "2", "--conduct", "only_in_parent", "--json", place / "file"}));
    EXPECT_EQ(seen.code, 3);
    EXPECT_EQ(seen.out, "");
    EXPECT_THAT(seen.err,
                AllOf(HasSubstr("no children"), HasSubstr("pass 1"), HasSubstr("exit code 3")));
    EXPECT_THAT(place.names(), IsEmpty());
}

TEST(passes, one_that_ends_with_a_failed_proof_and_no_result_is_one) {
    const seen_outside seen = run(briefly({"--passes", "2", "--conduct", "wrong_in_child"}));
    EXPECT_EQ(seen.code, 1);
    EXPECT_EQ(seen.out, "");
    EXPECT_EQ(seen.err, "testNothing: proof of work failed: pass 1 ended with exit code 1 and no "
                        "result\n");
}

TEST(passes, one_that_does_not_end_as_it_should_is_three_whatever_it_said) {
    const std::pair<const char*, const char*> endings[] = {
        {"dies_at_its_end", "pass 1 ended with exit code 7 and a result that is worth nothing"},
        {"half_in_child", "pass 1 ended with exit code 0 and half a result"},
        {"other_cases_in_child", "pass 1 ended with exit code 0 and the result of other cases"}};
    for (const auto& [conduct, message] : endings) {
        const seen_outside seen = run(briefly({"--passes", "2", "--conduct", conduct}));
        EXPECT_EQ(seen.code, 3) << conduct;
        EXPECT_EQ(seen.out, "");
        EXPECT_THAT(seen.err, HasSubstr(message));
    }
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
    const seen_outside seen = ordered(report::order_text(order, measure::calibration{}));
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
    std::ofstream(place / "order") << report::order_text(order, measure::calibration{});
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
    const seen_outside seen = ordered(report::order_text(order, measure::calibration{}));
    EXPECT_EQ(seen.code, 3);
    EXPECT_THAT(seen.err, HasSubstr("other cases"));
}

TEST(passes, interrupted_before_the_first_nothing_is_started) {
    signals watch;
    std::raise(SIGINT);
    const program what = made_up::describe();
    const options chosen = parse_command_line(what, briefly({"--passes", "2"}));
    measure::pass_order order;
    const measure::pass nothing =
        run_in_process(what, chosen, order, measure::calibration{}, watch, [] {});
    EXPECT_EQ(nothing.ended_early, measure::stop_reason::interrupted);
}

} // namespace
} // namespace tollgate::cli
