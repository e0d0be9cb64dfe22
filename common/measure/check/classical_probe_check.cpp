// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/classical_probe.hpp>

#include <tollgate/clock/manual_clock.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace tollgate::measure {
namespace {

using clock::manual_clock;

/// Operation k, counted from 0, takes 100 + k counts.
template <class Probe>
std::uint64_t drive(Probe& probe, const manual_clock& time) {
    std::uint64_t done = 0;
    while (probe.turn(done)) {
        time.advance(static_cast<std::int64_t>(100 + done));
        ++done;
    }
    return done;
}

TEST(classical_probe, sums_each_operation_and_an_empty_pair_behind_it) {
    const manual_clock time(7);
    classical_probe probe(time, 2, 3);
    EXPECT_EQ(drive(probe, time), 5u);
    EXPECT_EQ(probe.sums().operations_total, 102 + 103 + 104 + 3 * 7);
    EXPECT_EQ(probe.sums().calls_total, 3 * 7);
    EXPECT_EQ(probe.sums().operations, 3u);
    EXPECT_FALSE(probe.backwards());
}

TEST(classical_probe, the_warm_up_is_in_neither_sum) {
    const manual_clock time(7);
    classical_probe probe(time, 4, 1);
    EXPECT_EQ(drive(probe, time), 5u);
    EXPECT_EQ(probe.sums().operations_total, 104 + 7);
    EXPECT_EQ(probe.sums().calls_total, 7);
    EXPECT_EQ(probe.sums().operations, 1u);
}

TEST(classical_probe, an_operation_that_ends_before_it_began_is_seen) {
    const manual_clock time;
    classical_probe probe(time, 1, 3);
    for (std::uint64_t done = 0; probe.turn(done); ++done) {
        time.advance(done == 2 ? -1 : 1000); // the sum stays positive
    }
    EXPECT_GT(probe.sums().operations_total, 0);
    EXPECT_TRUE(probe.backwards());
}

TEST(classical_probe, a_warm_up_that_goes_backwards_spoils_nothing) {
    const manual_clock time;
    classical_probe probe(time, 2, 2);
    for (std::uint64_t done = 0; probe.turn(done); ++done) {
        time.advance(done < 2 ? -50 : 10);
    }
    EXPECT_EQ(probe.sums().operations_total, 20);
    EXPECT_FALSE(probe.backwards());
}

/// Goes back at one of its readings, else forward by one.
struct stumbling_clock {
    std::int64_t* readings;
    std::int64_t* now;
    std::int64_t stumbles_at;

    [[nodiscard]] std::int64_t begin() const { return read(); }
    [[nodiscard]] std::int64_t end() const { return read(); }
    [[nodiscard]] std::int64_t read() const {
        *now += ++*readings == stumbles_at ? -40 : 1;
        return *now;
    }
};

bool stumbles_unseen(std::int64_t at) {
    std::int64_t readings = 0;
    std::int64_t now = 0;
    classical_probe probe(stumbling_clock{&readings, &now, at}, 1, 1);
    std::uint64_t done = 0;
    while (probe.turn(done)) {
        ++done;
    }
    return !probe.backwards();
}

// Readings: end, begin; end, begin; then the end of the only operation and its empty pair.
TEST(classical_probe, an_empty_pair_that_goes_backwards_is_seen_too) {
    EXPECT_FALSE(stumbles_unseen(5));
    EXPECT_FALSE(stumbles_unseen(7));
    EXPECT_TRUE(stumbles_unseen(6)); // between the two intervals
    EXPECT_TRUE(stumbles_unseen(8)); // never reached
}

TEST(classical_sums, add_up_over_processes) {
    classical_sums sums{100, 20, 3};
    sums += {1, 2, 4};
    EXPECT_EQ(sums.operations_total, 101);
    EXPECT_EQ(sums.calls_total, 22);
    EXPECT_EQ(sums.operations, 7u);
}

} // namespace
} // namespace tollgate::measure
