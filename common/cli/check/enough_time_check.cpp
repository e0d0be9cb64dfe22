// SPDX-License-Identifier: BSL-1.0
#include "../src/enough_time.hpp"

#include "captured.hpp"
#include "made_up_program.hpp"
#include "message_of.hpp"

#include <tollgate/cli/errors.hpp>

namespace tollgate::cli {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

using case_vector = std::vector<measure::measured_case>;

measure::measured_case events(std::chrono::nanoseconds lasts) {
    measure::measured_case made = made_up::steady_case("nothing/event");
    made.valued_by = measure::method::single_events;
    made.events.lasts = lasts;
    return made;
}

/// A round of these is 4 s: the first case runs twice.
case_vector of_four_seconds() {
    return {events(1s), events(2s), made_up::steady_case("nothing/loop")};
}

options chosen(std::optional<std::uint64_t> rounds, std::optional<double> time_s,
               std::uint64_t processes = 1) {
    options made;
    made.rounds = rounds;
    made.time_s = time_s;
    made.processes = processes;
    return made;
}

std::string complaint(const options& wanted, double budget_s) {
    return message_of<usage_error>(
        [&] { expect_enough_time(of_four_seconds(), wanted, budget_s); });
}

TEST(enough_time, more_rounds_than_the_time_given_allows_are_refused) {
    EXPECT_NO_THROW(expect_enough_time(of_four_seconds(), chosen(10, 40), 40));
    EXPECT_EQ(complaint(chosen(10, 39.5), 39.5),
              "--rounds: '10' of these cases take 40 s or longer, --time allows 39.5; at most 9, "
              "or leave --time out");
}

TEST(enough_time, what_is_offered_can_be_had) {
    EXPECT_EQ(complaint(chosen(2, 3), 3),
              "--rounds: '2' of these cases take 8 s or longer, --time allows 3; leave --time out");
}

TEST(enough_time, rounds_without_a_time_take_what_they_take) {
    for (const std::uint64_t rounds : {1u, 6u, 100'000u}) {
        EXPECT_NO_THROW(expect_enough_time(of_four_seconds(), chosen(rounds, {}), 1));
    }
}

TEST(enough_time, a_budget_too_short_for_six_rounds_is_refused) {
    EXPECT_NO_THROW(expect_enough_time(of_four_seconds(), chosen({}, 24), 24));
    EXPECT_EQ(complaint(chosen({}, 23.5), 23.5),
              "--time: '23.5' is too short for 6 rounds of these cases; at least 24 s, or fewer "
              "cases");
    EXPECT_NO_THROW(expect_enough_time(of_four_seconds(), chosen({}, {}), 24));
    EXPECT_THAT(complaint(chosen({}, {}), 4), StartsWith("--time: '4' is too short"))
        << "the program's own";
}

TEST(enough_time, several_processes_share_the_time_given) {
    EXPECT_NO_THROW(expect_enough_time(of_four_seconds(), chosen(10, 80, 2), 80));
    EXPECT_THAT(complaint(chosen(10, 79, 2), 79), HasSubstr("take 80 s or longer"));
    EXPECT_NO_THROW(expect_enough_time(of_four_seconds(), chosen({}, 72, 3), 72));
    EXPECT_THAT(complaint(chosen({}, 71, 3), 71), HasSubstr("at least 72 s"));
}

TEST(enough_time, several_processes_each_have_the_programs_own_time) {
    EXPECT_NO_THROW(expect_enough_time(of_four_seconds(), chosen({}, {}, 5), 24));
    EXPECT_THAT(complaint(chosen({}, {}, 2), 20), HasSubstr("at least 48 s"));
}

TEST(enough_time, loops_are_never_refused) {
    const case_vector loops{made_up::steady_case("a"), made_up::steady_case("b")};
    EXPECT_NO_THROW(expect_enough_time(loops, chosen(100'000, 0.1), 0.1));
    EXPECT_NO_THROW(expect_enough_time(loops, chosen({}, {}), 0));
    EXPECT_NO_THROW(expect_enough_time({}, chosen(100'000, 0.1), 0.1));
}

TEST(enough_time, is_looked_at_before_anybody_waits) {
    program what = made_up::describe();
    what.cases = [](const options&, const cpu::topology&) {
        return case_list{{events(1h)}, {}, {}};
    };
    const temporary_folder place;
    const seen_outside seen = observe([&] {
        return made_up::run({"--time", "5", "--json", place / "file"}, what);
    });
    EXPECT_EQ(seen.code, 2);
    EXPECT_EQ(seen.out, "");
    EXPECT_EQ(seen.err, "testNothing: --time: '5' is too short for 6 rounds of these cases; at "
                        "least 43200 s, or fewer cases\n");
    EXPECT_THAT(place.names(), IsEmpty());
}

} // namespace
} // namespace tollgate::cli
