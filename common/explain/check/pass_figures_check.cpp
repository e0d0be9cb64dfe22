// SPDX-License-Identifier: BSL-1.0
#include "../src/pass_figures.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace tollgate::explain {
namespace {

double typical_of(const std::vector<double>& values_ns) {
    measure::case_record record;
    for (const double ns : values_ns) {
        record.rounds.emplace_back();
        record.rounds.back().value_ns = ns;
    }
    return pass_figures(record).at(0).typical;
}

TEST(pass_figures, are_of_the_middle_four_fifths_however_few_rounds_there_are) {
    EXPECT_DOUBLE_EQ(typical_of({7}), 7);
    // Of 5 rounds, half a round is left out at either end; of 15, one and a half.
    EXPECT_DOUBLE_EQ(typical_of({9, 1, 2, 3, 100}), (0.5 * 1 + 2 + 3 + 9 + 0.5 * 100) / 4);
    std::vector<double> fifteen(15, 10);
    fifteen[3] = 100;
    fifteen[7] = 50;
    EXPECT_DOUBLE_EQ(typical_of(fifteen), (0.5 * 10 + 11 * 10 + 0.5 * 50) / 12);
}

} // namespace
} // namespace tollgate::explain
