// SPDX-License-Identifier: BSL-1.0
#include "../src/processes.hpp"

#include "captured.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/report/json.hpp>

#include <csignal>

namespace tollgate::cli {
namespace {

using made_up::briefly;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(processes, each_measures_all_rounds_and_one_result_holds_them) {
    const temporary_folder place;
    const seen_outside seen =
        run(briefly({"--processes", "3", "--json", place / "file", "--seed", "7"}));
    ASSERT_EQ(seen.code, 0) << seen.err;
    EXPECT_EQ(seen.err, "");
    const report::result whole = report::read_json(content_of(place / "file"));
    EXPECT_EQ(whole.processes, 3u);
    EXPECT_EQ(whole.rounds, 18u);
    ASSERT_EQ(whole.cases.size(), 2u);
    EXPECT_EQ(whole.cases[0].record.rounds.size(), 18u);
    EXPECT_EQ(whole.cases[0].record.rounds.back().process, 2u);
    EXPECT_THAT(whole.about.arguments, ::testing::Contains("--processes"));
    EXPECT_THAT(place.names(), ElementsAre("file"));
}

TEST(processes, children_draw_no_progress_and_write_no_files) {
    const temporary_folder place;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(place.path());
    const seen_outside seen = run(briefly({"--processes", "2", "--csv", "only"}));
    std::filesystem::current_path(before);
    EXPECT_EQ(seen.code, 0);
    EXPECT_THAT(place.names(), ElementsAre("only"));
}

TEST(processes, a_failed_proof_in_one_is_one) {
    const seen_outside seen = run(briefly({"--processes", "2", "--conduct", "wrong"}));
    EXPECT_EQ(seen.code, 1);
    EXPECT_THAT(seen.out, HasSubstr("a turn was lost"));
}

TEST(processes, one_that_is_refused_is_three) {
    const temporary_folder place;
    const seen_outside seen =
        run(briefly({"--processes", "2", "--conduct", "only_in_parent", "--json", place / "file"}));
    EXPECT_EQ(seen.code, 3);
    EXPECT_EQ(seen.out, "");
    EXPECT_THAT(seen.err, AllOf(HasSubstr("no children"), HasSubstr("process 1 of 2"),
                                HasSubstr("exit code 3")));
    EXPECT_THAT(place.names(), IsEmpty());
}

TEST(processes, one_that_ends_with_a_failed_proof_and_no_result_is_one) {
    const seen_outside seen = run(briefly({"--processes", "2", "--conduct", "wrong_in_child"}));
    EXPECT_EQ(seen.code, 1);
    EXPECT_EQ(seen.out, "");
    EXPECT_EQ(seen.err,
              "testNothing: proof of work failed: process 1 of 2 ended without a result\n");
}

TEST(processes, interrupted_before_the_first_nothing_is_started) {
    signals watch;
    std::raise(SIGINT);
    const program what = made_up::describe();
    const options chosen = parse_command_line(what, briefly({"--processes", "2"}));
    const report::result nothing = measure_in_processes(what, chosen, watch);
    EXPECT_TRUE(nothing.partial());
    EXPECT_THAT(nothing.cases, IsEmpty());
    EXPECT_NO_THROW((void)report::read_json(report::to_json(nothing)));
}

} // namespace
} // namespace tollgate::cli
