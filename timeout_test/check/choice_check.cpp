// SPDX-License-Identifier: BSL-1.0
#include "choice.hpp"
#include "program.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/errors.hpp>
#include <tollgate/faults/made_up_machine.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

cli::options parse(const std::vector<std::string>& arguments) {
    return cli::parse_command_line(describe_program(), arguments);
}

TEST(choice, defaults) {
    const cli::options none = parse({});
    EXPECT_THAT(chosen_clocks(none),
                ElementsAre(clock_kind::os, clock_kind::tsc, clock_kind::coarse));
    EXPECT_THAT(chosen_timers(none), ElementsAre(1, 1'000, 1'000'000));
    EXPECT_THAT(chosen_lengths(none), ElementsAre(std::chrono::milliseconds(1)));
    const cli::options quick = parse({"--quick"});
    EXPECT_THAT(chosen_clocks(quick), ElementsAre(clock_kind::os, clock_kind::tsc));
    EXPECT_THAT(chosen_clocks_of_threads(none), chosen_clocks(none));
    EXPECT_THAT(chosen_clocks_of_threads(quick), ElementsAre(clock_kind::os));
    EXPECT_THAT(chosen_timers(quick), ElementsAre(1, 1'000));
}

TEST(choice, what_was_given_goes_first) {
    const cli::options given =
        parse({"--quick", "--clocks", "coarse,os", "--timers", "5,2,1000000", "--after", "20,10"});
    EXPECT_THAT(chosen_clocks(given), ElementsAre(clock_kind::os, clock_kind::coarse));
    EXPECT_THAT(chosen_clocks_of_threads(given), chosen_clocks(given));
    EXPECT_THAT(chosen_timers(given), ElementsAre(2, 5, 1'000'000));
    EXPECT_THAT(chosen_lengths(given),
                ElementsAre(std::chrono::microseconds(10), std::chrono::microseconds(20)));
    EXPECT_THAT(chosen_timers(parse({"--sweep", "timers:3,9"})), ElementsAre(3, 9));
}

TEST(choice, placements) {
    using cpu::placement;
    const cpu::topology two = faults::made_up_machine(1, 2, 1);
    EXPECT_THAT(chosen_placements(parse({}), two), ElementsAre(placement::same, placement::core));
    EXPECT_THAT(chosen_placements(parse({"--quick"}), two), ElementsAre(placement::core));
    EXPECT_THAT(chosen_placements(parse({}), faults::made_up_machine(1, 1, 2)),
                ElementsAre(placement::same, placement::smt));
    EXPECT_THAT(chosen_placements(parse({"--quick"}), faults::made_up_machine(1, 1, 1)),
                ElementsAre(placement::same));
    EXPECT_THAT(chosen_placements(parse({"--placement", "free"}), two),
                ElementsAre(placement::free));
}

TEST(choice, refuses_what_is_none) {
    for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--clocks", "sundial"},
                                                  {"--clocks", ""},
                                                  {"--clocks", "os,"},
                                                  {"--timers", "0"},
                                                  {"--timers", "10000001"},
                                                  {"--timers", "x"},
                                                  {"--after", "9"},
                                                  {"--after", "10000001"},
                                                  {"--sweep", "timers:0"},
                                                  {"--sweep", "clocks:1"}}) {
        EXPECT_THROW(parse(wrong), cli::usage_error) << wrong[0] << " " << wrong[1];
    }
}

TEST(timeout_program, help_names_its_options) {
    const std::string help = cli::help_text(describe_program());
    for (const std::string option :
         {"--clocks LIST", "--timers LIST", "--after LIST", "--placement LIST", "timers:"}) {
        EXPECT_THAT(help, HasSubstr(option));
    }
}

} // namespace
