// SPDX-License-Identifier: BSL-1.0
#include "made_up_ring.hpp"

#include <tollgate/faults/wrong_case.hpp>
#include <tollgate/faults/wrong_program.hpp>

#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/errors.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tollgate::faults {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

cli::program made_up_program() {
    cli::program what;
    what.name = "made_up_loop";
    what.members = "rows";
    what.members_range = {2, 9};
    what.reference = [](const cli::options&) { return "another case"; };
    return wrong_program(what, mistaken_turns([](const cli::options& chosen, mistake made) {
                             return make_wrong_case({"made_up/ring", {{"rows", chosen.members}}},
                                                    "one turn", chosen.members, 1,
                                                    made_up_ring{chosen.members, made});
                         }));
}

cli::options read(const std::vector<std::string>& arguments) {
    return cli::parse_command_line(made_up_program(), arguments);
}

/// The proofs that fail in a round of the only case.
std::vector<std::string> failures_with(const std::vector<std::string>& arguments) {
    const cli::case_list list = made_up_program().cases(read(arguments), cpu::topology{});
    const measure::schedule asked{10, {{5, 2}}};
    return measure::failed_proofs(list.cases.at(0).run(asked, clock::source::monotonic), asked);
}

TEST(wrong_program, its_only_case_is_the_one_that_the_classical_run_observes) {
    const cli::program what = made_up_program();
    const cli::options chosen = read({"5"});
    const cli::case_list list = what.cases(chosen, cpu::topology{});
    ASSERT_THAT(list.cases, SizeIs(1));
    EXPECT_EQ(list.cases[0].key.name(), "made_up/ring/rows:5");
    EXPECT_EQ(what.name, "wrong_made_up_loop");
    EXPECT_EQ(list.cases[0].lap, 5U);
    EXPECT_EQ(what.reference(chosen), list.cases[0].key.name());
}

TEST(wrong_program, makes_the_mistake_that_it_is_asked_for) {
    EXPECT_THAT(failures_with({}), IsEmpty());
    EXPECT_THAT(failures_with({"--mistake", "none"}), IsEmpty());
    EXPECT_THAT(failures_with({"--mistake", "lost_turn"}),
                testing::ElementsAre(HasSubstr("turns lost or invented")));
    EXPECT_THAT(failures_with({"--mistake", "uneven_turns"}),
                testing::ElementsAre(HasSubstr("turns not shared evenly")));
    EXPECT_THAT(failures_with({"--mistake", "stale_stamp"}),
                testing::ElementsAre(HasSubstr("ended before they began")));
}

TEST(wrong_program, refuses_what_it_does_not_know) {
    try {
        static_cast<void>(read({"--mistake", "typo"}));
        FAIL() << "nothing was thrown";
    } catch (const cli::usage_error& error) {
        EXPECT_STREQ(error.what(), "--mistake: 'typo' is not one of none, lost_turn, "
                                   "uneven_turns, early_end, stale_stamp");
    }
    EXPECT_THROW(read({"1"}), cli::usage_error);
    EXPECT_THROW(read({"10"}), cli::usage_error);
}

} // namespace
} // namespace tollgate::faults
