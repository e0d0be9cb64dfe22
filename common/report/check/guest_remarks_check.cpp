// SPDX-License-Identifier: BSL-1.0
// The remarks on cases that a guest measured.
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>

#include "made_up_result.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace tollgate::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* of_guest = "fiber/yield/impl:go";

/// A pass of one round for each value; a batch costs `besides_ns` besides its operations.
measure::case_record guest_with(const std::vector<double>& values_ns, double besides_ns = 0) {
    measure::case_record record;
    record.key = guess_key(of_guest);
    record.valued_by = measure::method::guest_batches;
    for (std::size_t i = 0; i < values_ns.size(); ++i) {
        measure::case_round round;
        round.process = i;
        round.round = i;
        round.value_ns = values_ns[i];
        round.fit = {besides_ns, values_ns[i] * (besides_ns != 0 ? 0.5 : 1)};
        record.rounds.push_back(round);
    }
    return record;
}

std::string said_of(const measure::case_record& record) {
    return conditions_text(result_of({record}));
}

const std::vector<double> falling{130, 121, 115, 111, 108, 106, 104, 103, 102};

TEST(guest_remarks, figures_that_fall_from_pass_to_pass_are_those_of_a_guest_that_warms_up) {
    EXPECT_THAT(
        said_of(guest_with(falling)),
        HasSubstr("  - fiber/yield/impl:go: it was still warming up, and fell by 14.9 % from "
                  "the first passes to the last; give more time\n"));
}

TEST(guest_remarks, figures_that_rise_are_not_of_a_warm_up) {
    std::vector<double> rising = falling;
    std::reverse(rising.begin(), rising.end());
    EXPECT_THAT(said_of(guest_with(rising)), HasSubstr("it became slower, by 17.5 % from"));
}

TEST(guest_remarks, what_may_be_chance_is_no_trend) {
    for (const std::vector<double>& none : std::vector<std::vector<double>>{
             std::vector<double>(12, 100),
             {130, 100, 121, 111, 104, 115, 102, 103, 106},
             {130, 120, 110, 100, 90},
             {100.9, 100.8, 100.7, 100.6, 100.5, 100.4, 100.3, 100.2, 100.1},
             {0, 0, 0, 1, 2, 3, 4, 5, 6}}) {
        EXPECT_THAT(said_of(guest_with(none)), Not(HasSubstr("from the first passes")))
            << ::testing::PrintToString(none);
    }
}

TEST(guest_remarks, a_machine_that_becomes_faster_is_no_warm_up) {
    measure::case_record ours = guest_with(falling);
    ours.key = guess_key("fiber/yield");
    ours.valued_by = measure::method::unobserved_loop;
    measure::case_record guest = guest_with(falling);
    guest.compared_with = "fiber/yield";
    EXPECT_THAT(conditions_text(result_of({ours, guest})), Not(HasSubstr("warming up")));
    ours = guest_with(std::vector<double>(falling.size(), 100));
    ours.key = guess_key("fiber/yield");
    EXPECT_THAT(conditions_text(result_of({ours, guest})), HasSubstr("warming up"));
}

TEST(guest_remarks, a_case_of_ours_does_not_warm_up) {
    measure::case_record ours = guest_with(falling);
    ours.valued_by = measure::method::unobserved_loop;
    EXPECT_THAT(said_of(ours), Not(HasSubstr("warming up")));
}

TEST(guest_remarks, what_a_batch_costs_by_itself) {
    EXPECT_THAT(said_of(guest_with(std::vector<double>(12, 100), 5'000)),
                HasSubstr("fiber/yield/impl:go: by batches of two lengths an operation takes "
                          "50.0 ns, and a batch 5000 ns besides\n"));
}

TEST(guest_remarks, a_guest_that_was_lost_is_listed_before_all_remarks) {
    result seen = result_of({guest_with(std::vector<double>(12, 100))});
    seen.notes = {"a note"};
    seen.unavailable = {{"b", "no second CPU"}, {of_guest, "guest go: it has ended", true}};
    EXPECT_TRUE(seen.lost_any());
    EXPECT_THAT(conditions_text(seen),
                HasSubstr("failed:\n  - fiber/yield/impl:go: guest go: it has ended\n"
                          "remarks:\n  - a note\nnot available here:\n  - b: no second CPU\n"));
    EXPECT_THAT(conditions_text(seen, extent::brief),
                HasSubstr("\nfailed: fiber/yield/impl:go: guest go: it has ended\n"
                          "remark: a note\n"));
    seen.unavailable.pop_back();
    EXPECT_FALSE(seen.lost_any());
    EXPECT_THAT(conditions_text(seen), Not(HasSubstr("failed")));
}

TEST(guest_remarks, each_guest_has_its_line) {
    result seen = result_of({guest_with(std::vector<double>(12, 100))});
    seen.guests = {"go, go1.26: one", "tokio, 1.0: two", "java, 17: three", "erlang, 27: four"};
    EXPECT_THAT(conditions_text(seen), HasSubstr("guests:\n  - go, go1.26: one\n  - tokio"));
    EXPECT_THAT(conditions_text(seen, extent::brief),
                HasSubstr("\nguest: go, go1.26: one\nguest: tokio, 1.0: two\n"
                          "guest: java, 17: three\nguest: erlang, 27: four\n"));
    EXPECT_EQ(read_json(to_json(seen)).guests, seen.guests);
    EXPECT_EQ(read_json(to_digest(seen)).guests, seen.guests);
}

TEST(guest_remarks, a_result_file_keeps_what_was_lost) {
    result seen = made_up_result();
    seen.unavailable = {{"b", "no second CPU"}, {of_guest, "guest go: it has ended", true}};
    const result read = read_json(to_json(seen));
    ASSERT_EQ(read.unavailable.size(), 2U);
    EXPECT_FALSE(read.unavailable[0].failed);
    EXPECT_TRUE(read.unavailable[1].failed);
    EXPECT_EQ(read.unavailable[1].reason, "guest go: it has ended");
}

} // namespace
} // namespace tollgate::report
