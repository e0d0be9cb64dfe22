// SPDX-License-Identifier: BSL-1.0
#include "made_up_ring.hpp"

#include <tollgate/faults/wrong_case.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tollgate::faults {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint64_t shorter_than_a_lap = 4 + 3;
const measure::schedule three_groups{2 * ring_members, {{4, 1}, {3, 2}, {2, 3 * ring_members}}};

std::vector<std::string> failures_in_rounds(mistake made,
                                            clock::source source = clock::source::monotonic) {
    return measure::failed_proofs(ring_with(made).run(three_groups, source), three_groups);
}

std::vector<std::string> failures_in_the_classical_run(mistake made) {
    return ring_with(made).run_classical(10 * ring_members, clock::source::monotonic).failures;
}

TEST(wrong_case, is_described_as_it_is_asked_for) {
    for (const mistake made : all_mistakes) {
        const measure::measured_case one = ring_with(made);
        EXPECT_EQ(one.key.name(), "made_up/ring");
        EXPECT_EQ(one.unit, "one turn");
        EXPECT_EQ(one.lap, ring_members);
        EXPECT_EQ(one.threads, 1U);
    }
}

TEST(wrong_case, without_a_mistake_nothing_fails) {
    EXPECT_THAT(failures_in_rounds(mistake::none), IsEmpty());
    EXPECT_THAT(failures_in_the_classical_run(mistake::none), IsEmpty());
}

TEST(wrong_case, a_lost_turn_fails_both_runs) {
    const auto lost = ElementsAre(HasSubstr("turns lost or invented"));
    EXPECT_THAT(failures_in_rounds(mistake::lost_turn), lost);
    EXPECT_THAT(failures_in_the_classical_run(mistake::lost_turn), lost);
}

TEST(wrong_case, uneven_turns_fail_both_runs) {
    const auto uneven = ElementsAre(HasSubstr("turns not shared evenly"));
    EXPECT_THAT(failures_in_rounds(mistake::uneven_turns), uneven);
    EXPECT_THAT(failures_in_the_classical_run(mistake::uneven_turns), uneven);
}

TEST(wrong_case, a_stale_stamp_shows_in_every_short_interval_of_every_clock) {
    const std::string all =
        std::to_string(shorter_than_a_lap) + " interval(s) ended before they began";
    for (const clock::source source : clock::all_sources) {
        SCOPED_TRACE(std::string(clock::to_string(source)));
        EXPECT_THAT(failures_in_rounds(mistake::stale_stamp, source), ElementsAre(HasSubstr(all)));
    }
}

TEST(wrong_case, a_stale_stamp_is_in_the_rounds_only) {
    EXPECT_THAT(failures_in_the_classical_run(mistake::stale_stamp), IsEmpty());
}

} // namespace
} // namespace tollgate::faults
