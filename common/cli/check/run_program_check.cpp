// SPDX-License-Identifier: BSL-1.0
#include "../src/result_output.hpp"
#include "captured.hpp"

#include <tollgate/report/json.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>

namespace tollgate::cli {
namespace {

using made_up::briefly;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

TEST(run_program, a_measurement_prints_its_cases_on_stdout_and_nothing_on_stderr) {
    const seen_outside seen = run(briefly());
    EXPECT_EQ(seen.code, 0);
    EXPECT_EQ(seen.err, "");
    EXPECT_THAT(seen.out, AllOf(HasSubstr("nothing/first"), HasSubstr("nothing/second"),
                                HasSubstr("nothing/third"), HasSubstr("there is no third"),
                                HasSubstr("none of this took any time")));
    EXPECT_THAT(seen.out, HasSubstr("Thing Context Switch Test Complete"));
}

TEST(run_program, the_users_mistake_is_two_a_refusal_is_three_and_both_are_one_line) {
    const temporary_folder place;
    const std::string file = place / "result.json";
    const std::string folder = place.path();
    for (const tokens& arguments :
         {tokens{"--frobnicate"}, tokens{"one"}, tokens{"--conduct", "naughty"},
          tokens{"--cpus", "4095"}, tokens{"--only", "nowhere", "--json", file},
          tokens{"--json", folder}, tokens{"--list", "--only", "nowhere"}}) {
        const seen_outside seen = run(arguments);
        EXPECT_EQ(seen.code, 2) << seen.err;
        EXPECT_EQ(seen.out, "");
        EXPECT_THAT(seen.err, StartsWith("testNothing: "));
        EXPECT_EQ(std::count(seen.err.begin(), seen.err.end(), '\n'), 1) << seen.err;
    }
    EXPECT_THAT(place.names(), IsEmpty());
    const seen_outside refused = run(briefly({"--conduct", "refuses"}));
    EXPECT_EQ(refused.code, 3);
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(refused.err, "testNothing: nothing of the kind\n");
}

TEST(run_program, what_was_ended_before_it_measured_anything_replaces_no_file) {
    const temporary_folder place;
    place.write("file", "old");
    report::result nothing;
    nothing.stopped = measure::stop_reason::interrupted;
    nothing.passes = 0;
    options chosen;
    chosen.files = {{"json", place / "file"}};
    observe([&] {
        signals watch;
        put_out(made_up::describe(), nothing, chosen, watch);
        return 0;
    });
    EXPECT_EQ(place.content_of("file"), "old");
}

TEST(run_program, a_file_that_cannot_be_written_costs_nothing_of_the_others) {
    const temporary_folder place;
    options chosen;
    chosen.files = {{"json", place / "gone/file"}};
    EXPECT_THAT(observe([&] {
                    signals watch;
                    EXPECT_THROW(put_out(made_up::describe(), {}, chosen, watch),
                                 run::machine_refused);
                    return 0;
                }).out,
                Not(IsEmpty()));
}

TEST(run_program, a_failed_proof_is_one_and_is_reported) {
    const temporary_folder place;
    const seen_outside seen = run(briefly({"--conduct", "wrong", "--json", place / "file"}));
    EXPECT_EQ(seen.code, 1);
    EXPECT_THAT(seen.out, HasSubstr("a turn was lost"));
    EXPECT_FALSE(report::read_json(place.content_of("file")).proven());
}

TEST(run_program, how_often_it_was_stopped_and_went_on_is_in_the_result) {
    program what = made_up::describe();
    what.cases = [cases = what.cases](const options& chosen, const cpu::topology& machine) {
        std::raise(SIGCONT);
        return cases(chosen, machine);
    };
    const seen_outside seen = run(briefly({"--format", "json"}), what);
    EXPECT_EQ(report::read_json(seen.out).stops, 1u);
}

TEST(run_program, list_names_every_case_with_its_unit) {
    const seen_outside seen = run({"--list"});
    EXPECT_EQ(seen.code, 0);
    EXPECT_EQ(seen.out, "nothing/first\n    one operation that is none\n"
                        "nothing/second\n    one operation that is none\n"
                        "nothing/third\n    not available: there is no third\n");
    EXPECT_EQ(run({"--list", "--only", "third"}).out,
              "nothing/third\n    not available: there is no third\n");
}

TEST(run_program, help_version_and_environment_are_printed_alone) {
    for (const char* flag : {"--help", "-h"}) {
        const seen_outside seen = run({flag});
        EXPECT_EQ(seen.code, 0);
        EXPECT_THAT(seen.out, StartsWith("Usage: testNothing"));
    }
    EXPECT_THAT(run({"--environment"}).out,
                AllOf(StartsWith("environment:"), Not(HasSubstr("nothing/"))));
    const seen_outside seen = run({"--version"});
    EXPECT_EQ(seen.code, 0);
    EXPECT_THAT(seen.out,
                ::testing::MatchesRegex("testNothing \\(tollgate\\) [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(run_program, the_self_test_compares_the_first_case_with_itself) {
    const seen_outside seen = run(briefly({"--selftest"}));
    EXPECT_EQ(seen.code, 0);
    EXPECT_THAT(seen.out, HasSubstr("noise floor"));
    EXPECT_THAT(seen.out,
                AllOf(Not(HasSubstr("nothing/second")), Not(HasSubstr("Context Switch"))));
}

TEST(run_program, files_are_written_besides) {
    const temporary_folder place;
    const seen_outside seen = run(briefly({"--json", place / "a", "--json-ci", place / "b", "--csv",
                                           place / "c", "--bmf", place / "d", "--seed", "9"}));
    EXPECT_EQ(seen.code, 0);
    EXPECT_THAT(seen.out, HasSubstr("nothing/first"));
    EXPECT_THAT(place.names(), UnorderedElementsAre("a", "b", "c", "d"));

    const report::result read = report::read_json(place.content_of("a"));
    EXPECT_TRUE(read.proven());
    EXPECT_FALSE(read.partial());
    EXPECT_EQ(read.rounds, 6u);
    ASSERT_EQ(read.cases.size(), 2u);
    EXPECT_EQ(read.cases[1].record.key.name(), "nothing/second");
    EXPECT_EQ(read.cases[1].record.rounds.size(), 6u);
    EXPECT_EQ(read.twins.at(0).record.key.name(), "nothing/first");
    EXPECT_EQ(read.about.program, "testNothing");
    EXPECT_THAT(read.about.arguments, ::testing::Contains("--seed"));
    EXPECT_THAT(place.content_of("b"), HasSubstr("nothing/second"));
    EXPECT_THAT(place.content_of("c"), HasSubstr("nothing/second"));
    EXPECT_EQ(place.content_of("d"), report::to_bmf(read));
}

program with_headline_second() {
    program what = made_up::describe();
    what.headline = [](const measure::case_key& key) { return key.path() == "nothing/second"; };
    return what;
}

TEST(run_program, headline_cases_are_measured_and_listed_unless_all_are_wanted) {
    const program what = with_headline_second();
    const report::result read = report::read_json(run(briefly({"--format", "json"}), what).out);
    ASSERT_EQ(read.cases.size(), 1u);
    EXPECT_EQ(read.cases[0].record.key.name(), "nothing/second");
    EXPECT_THAT(read.notes, ::testing::Contains(HasSubstr("1 of 2 cases; --all")));
    EXPECT_EQ(run({"--list"}, what).out, "nothing/second\n    one operation that is none\n");

    EXPECT_EQ(report::read_json(run(briefly({"--all", "--format", "json"}), what).out).cases.size(),
              2u);
    EXPECT_EQ(run({"--list", "--all"}, what).out, run({"--list"}).out);
    EXPECT_EQ(report::read_json(run(briefly({"--only", "first", "--format", "json"}), what).out)
                  .cases[0]
                  .record.key.name(),
              "nothing/first");
}

/// How long it would run is said where that is too short.
TEST(run_program, headline_cases_have_a_budget_of_their_own) {
    program what = with_headline_second();
    what.budget_s = 9;
    what.headline_budget_s = 7;
    what.quick_budget_s = 2;
    what.cases = [](const options&, const cpu::topology&) {
        measure::measured_case one = made_up::steady_case("nothing/second");
        one.valued_by = measure::method::single_events;
        one.events.lasts = std::chrono::hours(1);
        return run::case_list{{one}, {}, {}};
    };
    const temporary_folder place;
    EXPECT_THAT(run({"--json", place / "file"}, what).err, HasSubstr("--time: '7'"));
    EXPECT_THAT(place.names(), IsEmpty());
    EXPECT_THAT(run({"--all"}, what).err, HasSubstr("--time: '9'"));
    EXPECT_THAT(run({"--only", "second"}, what).err, HasSubstr("--time: '9'"));
    EXPECT_THAT(run({"--quick"}, what).err, HasSubstr("--time: '2'"));
    EXPECT_THAT(run({"--time", "5"}, what).err, HasSubstr("--time: '5'"));
    what.headline_budget_s.reset();
    EXPECT_THAT(run({}, what).err, HasSubstr("--time: '9'"));
}

TEST(run_program, the_classical_run_sums_as_many_operations_as_were_given) {
    const temporary_folder place;
    EXPECT_EQ(run(briefly({"5", "3000", "--json", place / "file"})).code, 0);
    const report::result read = report::read_json(place.content_of("file"));
    ASSERT_TRUE(read.classical);
    EXPECT_EQ(read.classical->switches, 15'000u);
    EXPECT_EQ(read.classical->reference_case, "nothing/first");
    EXPECT_EQ(read.classical->kind, "Thing");
}

TEST(run_program, a_reader_of_the_list_who_has_gone_is_no_error) {
    EXPECT_EXIT(
        {
            int ends[2];
            if (::pipe(ends) != 0) {
                ::_exit(99);
            }
            ::close(ends[0]);
            ::dup2(ends[1], STDOUT_FILENO);
            std::signal(SIGPIPE, SIG_DFL);
            ::_exit(made_up::run({"--list"}));
        },
        ::testing::ExitedWithCode(0), "^$");
}

TEST(run_program, a_signal_ends_it_while_it_lists_or_prints) {
    program signalled = made_up::describe();
    signalled.cases = [](const options&, const cpu::topology&) -> run::case_list {
        std::raise(SIGTERM);
        return {{made_up::steady_case("nothing/first")}, {}, {}};
    };
    EXPECT_EXIT(made_up::run({"--list"}, signalled), ::testing::KilledBySignal(SIGTERM), "^$");
    const temporary_folder place;
    program printing = made_up::describe();
    printing.overview = [](const report::result&) -> std::string {
        std::raise(SIGINT);
        return {};
    };
    EXPECT_EXIT(made_up::run(briefly({"--json", place / "file"}), printing),
                ::testing::KilledBySignal(SIGINT), "^$");
    EXPECT_TRUE(report::read_json(place.content_of("file")).proven());
}

/// It has something to say of the whole.
program with_overview() {
    program what = made_up::describe();
    what.overview = [](const report::result& seen) {
        return "an overview of " + std::to_string(seen.cases.size()) + " cases\n";
    };
    return what;
}

/// It finds the whole wrong, though no case is.
program with_failed_proofs() {
    program what = made_up::describe();
    what.failed_proofs = [](const report::result& seen) {
        return tokens{seen.cases.back().record.key.name() + " should have been dearer",
                      "nothing came of it"};
    };
    return what;
}

TEST(overview, is_printed_before_all_else_and_only_above_a_table) {
    const seen_outside seen = run(briefly(), with_overview());
    EXPECT_EQ(seen.code, 0) << seen.err;
    EXPECT_THAT(seen.out, StartsWith("an overview of 2 cases\n"));
    EXPECT_THAT(seen.out, AllOf(HasSubstr("nothing/first"), HasSubstr("noise floor")));
    EXPECT_THAT(run(briefly({"--format", "json"}), with_overview()).out,
                Not(HasSubstr("overview")));
    EXPECT_THAT(run(briefly({"--format", "csv"}), with_overview()).out,
                AllOf(HasSubstr("nothing/first,"), Not(HasSubstr("overview"))));
    EXPECT_THAT(run(briefly({"--selftest"}), with_overview()).out,
                AllOf(HasSubstr("noise floor"), Not(HasSubstr("overview"))));
}

TEST(failed_proofs_of_the_run, are_one_and_are_named_in_every_format) {
    const temporary_folder place;
    const seen_outside seen = run(briefly({"--json", place / "file"}), with_failed_proofs());
    EXPECT_EQ(seen.code, 1);
    EXPECT_THAT(seen.out, AllOf(HasSubstr("proofs of work: FAILED"),
                                HasSubstr("  - nothing/second should have been dearer\n"),
                                HasSubstr("  - nothing came of it\n")));
    const report::result read = report::read_json(place.content_of("file"));
    EXPECT_FALSE(read.proven());
    EXPECT_THAT(read.failures,
                ElementsAre("nothing/second should have been dearer", "nothing came of it"));
    EXPECT_EQ(run(briefly({"--format", "csv"}), with_failed_proofs()).code, 1);
    EXPECT_THAT(run(briefly({"--selftest"}), with_failed_proofs()).out,
                HasSubstr("nothing/first should have been dearer"));
}

TEST(failed_proofs_of_the_run, look_at_what_all_passes_measured) {
    program what = made_up::describe();
    what.failed_proofs = [](const report::result& seen) {
        return tokens{std::to_string(seen.passes) + " passes"};
    };
    const seen_outside seen = run(briefly({"--passes", "2"}), what);
    EXPECT_EQ(seen.code, 1);
    EXPECT_THAT(seen.out, HasSubstr("  - 2 passes\n"));
}

TEST(proofs_not_made, are_remarks_and_no_failures) {
    program what = made_up::describe();
    what.proofs_not_made = [](const report::result& seen) {
        return tokens{seen.cases.back().record.key.name() + ": its proof is not counted here"};
    };
    const seen_outside json = run(briefly({"--format", "json"}), what);
    EXPECT_EQ(json.code, 0);
    EXPECT_THAT(report::read_json(json.out).notes,
                ::testing::Contains("nothing/second: its proof is not counted here"));
    EXPECT_THAT(run(briefly(), what).out, HasSubstr("nothing/second: its proof is not counted"));
}

} // namespace
} // namespace tollgate::cli
