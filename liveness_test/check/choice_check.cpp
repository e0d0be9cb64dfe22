// SPDX-License-Identifier: BSL-1.0
#include "choice.hpp"
#include "program.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/errors.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

cli::options parse(const std::vector<std::string>& arguments) {
    return cli::parse_command_line(describe_program(), arguments);
}

std::vector<std::pair<int, int>> detections(const std::vector<std::string>& arguments) {
    std::vector<std::pair<int, int>> all;
    for (const detection& one : chosen_detections(parse(arguments))) {
        all.emplace_back(one.timeout.count(), one.period.count());
    }
    return all;
}

TEST(choice, of_threads) {
    EXPECT_THAT(chosen_threads(parse({})), ElementsAre(1, 4, 64, 1024));
    EXPECT_THAT(chosen_threads(parse({"--quick"})), ElementsAre(1, 4));
    EXPECT_THAT(chosen_threads(parse({"--quick", "--threads", "9,2"})), ElementsAre(2, 9));
    EXPECT_THAT(chosen_threads(parse({"--sweep", "threads:3,5"})), ElementsAre(3, 5));
}

TEST(choice, of_records) {
    EXPECT_EQ(chosen_records(parse({})).back(), 100'000U);
    EXPECT_EQ(chosen_records(parse({"--quick"})).back(), 1024U);
    EXPECT_THAT(chosen_records(parse({"--sweep", "records:3,5"})), ElementsAre(3, 5));
}

TEST(choice, of_timeouts_and_the_period) {
    EXPECT_THAT(detections({}), ElementsAre(Pair(5, 1), Pair(50, 10)));
    EXPECT_THAT(detections({"--quick"}), ElementsAre(Pair(5, 1)));
    EXPECT_THAT(detections({"--period", "7"}), ElementsAre(Pair(5, 7), Pair(50, 7)));
    EXPECT_THAT(detections({"--timeouts", "1,4,30,60000"}),
                ElementsAre(Pair(1, 1), Pair(4, 1), Pair(30, 6), Pair(60'000, 10)));
}

TEST(choice, what_is_not_allowed_is_named) {
    for (const auto& [option, values] :
         std::vector<std::pair<std::string, std::vector<std::string>>>{
             {"--threads", {"0", "4097", "", "x", "1,,2", "-1"}},
             {"--timeouts", {"0", "60001", "", "2.5", "1,,2"}},
             {"--period", {"0", "1001", "", "1,2", "-1"}},
             {"--sweep",
              {"threads:0", "threads:4097", "records:0", "records:1000001", "fibers:2"}}}) {
        for (const std::string& value : values) {
            EXPECT_THROW(parse({option, value}), cli::usage_error) << option << " " << value;
        }
    }
}

TEST(program, help_names_its_options) {
    const std::string help = cli::help_text(describe_program());
    EXPECT_THAT(help, HasSubstr("Usage: testLiveness [options]\n"));
    for (const std::string option : {"--threads LIST", "--timeouts LIST", "--period MS", "--demo",
                                     "threads:1,4,16,64", "records:", "(25)"}) {
        EXPECT_THAT(help, HasSubstr(option));
    }
}

TEST(program, the_demonstration_goes_alone) {
    EXPECT_EQ(parse({"--demo"}).wanted, cli::options::action::own);
    for (const std::string more : {"--quick", "--list", "--no-progress"}) {
        EXPECT_THROW(parse({"--demo", more}), cli::usage_error);
    }
}

TEST(program, takes_no_members_and_no_placements) {
    EXPECT_THROW(parse({"4"}), cli::usage_error);
    EXPECT_THROW(parse({"--placement", "same"}), cli::usage_error);
}

TEST(program, shows_nothing_of_what_was_not_measured) {
    EXPECT_EQ(describe_program().overview({}), "");
}

} // namespace
