// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/moments.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using tollgate::measure::moments;
using namespace std::chrono_literals;
using std::chrono::nanoseconds;

std::vector<nanoseconds> drawn(moments from, int count = 10'000) {
    std::vector<nanoseconds> all;
    all.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        all.push_back(from.next());
    }
    return all;
}

TEST(moments, cover_the_range_between_their_bounds) {
    const auto all = drawn(moments(100us, 300us, 7));
    const auto [first, last] = std::minmax_element(all.begin(), all.end());
    EXPECT_GE(*first, 100us);
    EXPECT_LE(*last, 300us);
    EXPECT_LT(*first, 110us);
    EXPECT_GT(*last, 290us);
}

TEST(moments, have_the_stated_mean) {
    moments drawn_from(100us, 300us, 7);
    EXPECT_EQ(drawn_from.mean(), 200us);
    nanoseconds sum{0};
    for (const nanoseconds moment : drawn(drawn_from)) {
        sum += moment;
    }
    // Four standard errors of 10,000 draws: 2.3 µs.
    EXPECT_NEAR(static_cast<double>((sum / 10'000).count()), 200'000, 2'400);
}

TEST(moments, are_the_same_with_the_same_seed) {
    EXPECT_EQ(drawn(moments(1us, 1s, 3)), drawn(moments(1us, 1s, 3)));
    EXPECT_NE(drawn(moments(1us, 1s, 3)), drawn(moments(1us, 1s, 4)));
}

} // namespace
