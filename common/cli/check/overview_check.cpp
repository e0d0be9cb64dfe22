// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"

#include <tollgate/report/json.hpp>

#include <gmock/gmock.h>

namespace tollgate::cli {
namespace {

using made_up::briefly;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

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

TEST(overview, is_printed_before_all_else) {
    const seen_outside seen = run(briefly(), with_overview());
    EXPECT_EQ(seen.code, 0) << seen.err;
    EXPECT_THAT(seen.out, StartsWith("an overview of 2 cases\n"));
    EXPECT_THAT(seen.out, AllOf(HasSubstr("nothing/first"), HasSubstr("noise floor")));
}

TEST(overview, is_only_for_who_reads_a_table) {
    const seen_outside json = run(briefly({"--format", "json"}), with_overview());
    EXPECT_EQ(report::read_json(json.out).cases.size(), 2u);
    EXPECT_THAT(json.out, Not(HasSubstr("overview")));
    EXPECT_THAT(run(briefly({"--format", "csv"}), with_overview()).out,
                AllOf(HasSubstr("nothing/first,"), Not(HasSubstr("overview"))));
    EXPECT_THAT(run(briefly({"--selftest"}), with_overview()).out,
                AllOf(HasSubstr("noise floor"), Not(HasSubstr("overview"))));
}

TEST(failed_proofs_of_the_run, are_one_and_are_named) {
    const temporary_folder place;
    const seen_outside seen = run(briefly({"--json", place / "file"}), with_failed_proofs());
    EXPECT_EQ(seen.code, 1);
    EXPECT_THAT(seen.out, AllOf(HasSubstr("proofs of work: FAILED"),
                                HasSubstr("  - nothing/second should have been dearer\n"),
                                HasSubstr("  - nothing came of it\n")));
    const report::result read = report::read_json(content_of(place / "file"));
    EXPECT_FALSE(read.proven());
    EXPECT_THAT(read.failures,
                ElementsAre("nothing/second should have been dearer", "nothing came of it"));
}

TEST(failed_proofs_of_the_run, are_named_in_every_format) {
    const seen_outside seen = run(briefly({"--format", "json"}), with_failed_proofs());
    EXPECT_EQ(seen.code, 1);
    EXPECT_FALSE(report::read_json(seen.out).failures.empty());
    EXPECT_EQ(run(briefly({"--format", "csv"}), with_failed_proofs()).code, 1);
    EXPECT_THAT(run(briefly({"--selftest"}), with_failed_proofs()).out,
                HasSubstr("nothing/first should have been dearer"));
}

TEST(failed_proofs_of_the_run, look_at_what_all_processes_measured) {
    program what = made_up::describe();
    what.failed_proofs = [](const report::result& seen) {
        return tokens{std::to_string(seen.processes) + " processes"};
    };
    const seen_outside seen = run(briefly({"--processes", "2"}), what);
    EXPECT_EQ(seen.code, 1);
    EXPECT_THAT(seen.out, HasSubstr("  - 2 processes\n"));
}

TEST(failed_proofs_of_the_run, none_is_as_if_nobody_had_looked) {
    program what = made_up::describe();
    what.failed_proofs = [](const report::result&) { return tokens{}; };
    const seen_outside seen = run(briefly({"--format", "json"}), what);
    EXPECT_EQ(seen.code, 0);
    EXPECT_THAT(report::read_json(seen.out).failures, IsEmpty());
}

} // namespace
} // namespace tollgate::cli
