// SPDX-License-Identifier: BSL-1.0
#include "count_scale.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>

namespace {

using namespace tollgate::noise_test;

/// The steady clock in other units, from another moment on.
struct scaled_probe {
    double per_ns;

    [[nodiscard]] std::int64_t begin() const {
        const std::chrono::nanoseconds since = std::chrono::steady_clock::now().time_since_epoch();
        return static_cast<std::int64_t>(per_ns *
                                         static_cast<double>(since.count() % 1'000'000'000'000)) +
               77;
    }
    [[nodiscard]] std::int64_t end() const { return begin(); }
};

void pass_a_millisecond() {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
    while (std::chrono::steady_clock::now() < until) {
    }
}

TEST(count_scale, is_exactly_1_of_a_clock_that_counts_nanoseconds) {
    const scaled_probe probe{1};
    const count_scale scale(probe);
    EXPECT_EQ(scale.counts_of(123'456'789), 123'456'789) << "at once";
    pass_a_millisecond();
    EXPECT_EQ(scale.counts_of(123'456'789), 123'456'789);
    EXPECT_EQ(scale.counts_of(-5), -5);
}

TEST(count_scale, is_that_of_the_counter_after_a_millisecond) {
    for (const double per_ns : {0.04, 0.6, 2.5, 4.0}) {
        const scaled_probe probe{per_ns};
        const count_scale scale(probe);
        pass_a_millisecond();
        EXPECT_NEAR(static_cast<double>(scale.counts_of(1'000'000)), 1e6 * per_ns, 1e4 * per_ns);
    }
}

} // namespace
