// SPDX-License-Identifier: BSL-1.0
#include "clocks.hpp"
#include "made_up_ring.hpp"

#include <tollgate/faults/rehearsal.hpp>
#include <tollgate/faults/wrong_case.hpp>

#include <gmock/gmock.h>

namespace tollgate::faults {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

TEST(rehearse, finds_nothing_wrong_with_a_right_loop) {
    EXPECT_THAT(rehearse(ring_with(mistake::none)), IsEmpty());
}

TEST(rehearse, finds_each_mistake_with_each_clock) {
    EXPECT_THAT(rehearse(ring_with(mistake::lost_turn)),
                AllOf(SizeIs(2 * clocks), Each(HasSubstr("turns lost or invented"))));
    EXPECT_THAT(rehearse(ring_with(mistake::uneven_turns)),
                AllOf(SizeIs(2 * clocks), Each(HasSubstr("turns not shared evenly"))));
    EXPECT_THAT(rehearse(ring_with(mistake::stale_stamp)),
                AllOf(SizeIs(clocks), Each(HasSubstr("ended before they began"))));
}

TEST(rehearse, names_the_case_and_the_clock) {
    const auto wrong = rehearse(ring_with(mistake::lost_turn));
    for (const clock::source source : clock::all_sources) {
        const std::string begin = "made_up/ring with " + std::string(clock::to_string(source));
        EXPECT_THAT(wrong, Contains(StartsWith(begin + ": ")).Times(2));
    }
}

TEST(rehearse, a_classical_run_does_what_it_was_asked_for) {
    measure::measured_case one = ring_with(mistake::none);
    one.run_classical = [right = one.run_classical](std::uint64_t operations,
                                                    clock::source source) {
        return right(operations - 1, source);
    };
    EXPECT_THAT(rehearse(one), AllOf(SizeIs(clocks), Each(HasSubstr("did 10 operations, not 11"))));
}

} // namespace
} // namespace tollgate::faults
