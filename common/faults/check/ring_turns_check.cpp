// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/ring_turns.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace tollgate::faults {
namespace {

TEST(ring_turns, go_round_one_by_one) {
    for (const std::size_t members : {1, 2, 3, 7}) {
        std::vector<std::uint64_t> each(members);
        for (std::uint64_t turns = 0; turns < 3 * members + 2; ++turns) {
            EXPECT_EQ(turns_in_a_ring(turns, members), each) << turns << " among " << members;
            ++each[turns % members];
        }
    }
}

} // namespace
} // namespace tollgate::faults
