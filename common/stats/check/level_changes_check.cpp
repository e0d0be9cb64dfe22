// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/level_changes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>

namespace tollgate::stats {
namespace {

class fake_series {
public:
    explicit fake_series(std::uint64_t seed) : random_(seed) {}

    /// Adds values that scatter by 1. Neighbours have the correlation `alike`.
    fake_series& add(std::size_t count, double level, double alike = 0) {
        for (std::size_t i = 0; i < count; ++i) {
            noise_ = alike * noise_ + std::sqrt(1 - alike * alike) * normal_(random_);
            values.emplace_back(level_point{level + noise_});
        }
        return *this;
    }

    level_series values{};

private:
    std::mt19937_64 random_;
    std::normal_distribution<> normal_;
    double noise_ = 0;
};

std::vector<level_change> changes_of(const level_series& series, double limit = 0) {
    return level_changes({&series, 1}, limit).front().changes;
}

TEST(level_changes, finds_a_step_its_place_and_its_size) {
    int in_place = 0;
    int in_size = 0;
    constexpr int repetitions = 40;
    for (std::uint64_t seed = 1; seed <= repetitions; ++seed) {
        const auto changes = changes_of(fake_series(seed).add(40, 0).add(20, 3).values);
        ASSERT_EQ(changes.size(), 1) << seed;
        EXPECT_LE(changes.front().found_at, 50);
        in_place += changes.front().earliest <= 40 && 40 <= changes.front().latest ? 1 : 0;
        in_size += changes.front().step.contains(3) ? 1 : 0;
    }
    EXPECT_GE(in_place, 36);
    EXPECT_GE(in_size, 34);
}

TEST(level_changes, later_values_neither_find_nor_lose_earlier_changes) {
    const level_series all = fake_series(1).add(25, 0).add(20, 4).add(20, 8).add(20, 1).values;
    std::vector<std::size_t> found;
    for (std::size_t size = 1; size <= all.size(); ++size) {
        const auto changes = changes_of({all.begin(), all.begin() + static_cast<long>(size)});
        if (changes.size() > found.size()) {
            ASSERT_EQ(changes.size(), found.size() + 1);
            found.push_back(size - 1);
        }
        for (std::size_t i = 0; i < found.size(); ++i) {
            ASSERT_EQ(changes.at(i).found_at, found[i]);
        }
    }
    EXPECT_EQ(found.size(), 3);
}

TEST(level_changes, few_sets_of_equal_series_have_a_change) {
    int with_change = 0;
    for (std::uint64_t set = 0; set < 10; ++set) {
        std::vector<level_series> all;
        for (std::uint64_t i = 0; i < 8; ++i) {
            // Neighbours are alike in half of the sets.
            all.push_back(fake_series(100 * set + i).add(60, 0, set % 2 == 0 ? 0 : 0.5).values);
        }
        std::size_t changes = 0;
        for (const level_history& each : level_changes(all, 0)) {
            changes += each.changes.size();
        }
        with_change += changes != 0 ? 1 : 0;
    }
    EXPECT_LE(with_change, 1);
}

TEST(level_changes, a_change_needs_several_values) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const auto with = [&](std::size_t far) {
            return changes_of(fake_series(seed).add(40, 0).add(far, 1000).add(6 - far, 0).values);
        };
        EXPECT_EQ(with(1).size(), 0) << seed;
        EXPECT_GE(with(5).size(), 1) << seed;
    }
}

TEST(level_changes, a_change_of_the_machine_is_none) {
    for (const double follows : {0.0, 1.0}) {
        level_series series = fake_series(4).add(60, 0).values;
        for (std::size_t i = 30; i < 60; ++i) {
            series[i]->machine = 20;
            series[i]->value += follows * 20;
        }
        EXPECT_TRUE(changes_of(series).empty()) << follows;
        for (std::size_t i = 45; i < 60; ++i) {
            series[i]->value += 5;
        }
        const auto changes = changes_of(series);
        ASSERT_EQ(changes.size(), 1) << follows;
        EXPECT_NEAR(static_cast<double>(changes.front().at), 45, 1);
    }
}

TEST(level_changes, compares_nothing_across_a_new_start) {
    level_series series = fake_series(5).add(30, 0).add(30, 10).values;
    series[30]->starts_new = true;
    const auto found = level_changes({&series, 1}, 0).front();
    EXPECT_TRUE(found.changes.empty());
    ASSERT_EQ(found.stretches.size(), 2);
    EXPECT_EQ(found.stretches[1].first, 30);
    EXPECT_NEAR(found.stretches[1].level, 10, 0.6);
}

TEST(level_changes, says_when_the_step_was_first_above_the_limit) {
    const auto changes = changes_of(fake_series(6).add(40, 0).add(100, 3).values, 2);
    ASSERT_EQ(changes.size(), 1);
    ASSERT_TRUE(changes.front().above_limit_at);
    EXPECT_GT(*changes.front().above_limit_at, changes.front().found_at);
    EXPECT_FALSE(
        changes_of(fake_series(6).add(40, 0).add(100, 3).values, 3.5).front().above_limit_at);
}

TEST(level_changes, series_may_lack_values) {
    level_series series = fake_series(7).add(40, 0).add(20, 5).values;
    for (std::size_t i = 0; i < series.size(); i += 3) {
        series[i].reset();
    }
    const auto found = level_changes({&series, 1}, 0).front();
    EXPECT_EQ(found.points, 40);
    ASSERT_EQ(found.changes.size(), 1);
    EXPECT_NEAR(static_cast<double>(found.changes.front().at), 40, 1);
    EXPECT_EQ(level_changes({}, 0).size(), 0);
    const level_series none(3);
    EXPECT_EQ(level_changes({&none, 1}, 0).front().points, 0);
}

TEST(level_changes, the_visible_step_is_found_nine_times_in_ten) {
    int found = 0;
    constexpr int repetitions = 50;
    for (std::uint64_t seed = 1; seed <= repetitions; ++seed) {
        fake_series series = fake_series(seed).add(40, 0);
        const auto visible = level_changes({&series.values, 1}, 0).front().visible_step;
        ASSERT_TRUE(visible);
        found += changes_of(series.add(10, *visible).values).empty() ? 0 : 1;
    }
    EXPECT_GE(found, 42);
}

} // namespace
} // namespace tollgate::stats
