// SPDX-License-Identifier: BSL-1.0
#include "pricing/prices.hpp"

#include "fake_prices.hpp"

#include <tollgate/cpu/affinity.hpp>

#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <sys/syscall.h>

namespace tollgate::bill {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;

constexpr long index_of_state(found state) {
    return static_cast<long>(state);
}

/// The lines that `testSleep --prices --list` prints: the names, and words for each.
std::vector<std::string> lines_of_test_sleep() {
    struct closer {
        void operator()(FILE* closed) const { ::pclose(closed); }
    };
    const std::unique_ptr<FILE, closer> output(::popen("'" TEST_SLEEP "' --prices --list", "r"));
    std::vector<std::string> lines;
    std::array<char, 256> line{};
    while (std::fgets(line.data(), line.size(), output.get()) != nullptr) {
        lines.emplace_back(line.data());
        lines.back().pop_back();
    }
    return lines;
}

TEST(prices, are_of_cases_that_testSleep_measures) {
    if (!std::filesystem::exists(TEST_SLEEP)) {
        GTEST_SKIP() << "skipped the names of prices: testSleep is not built";
    }
    if (cpu::allowed_cpus().size() < 2) {
        GTEST_SKIP() << "there is one CPU";
    }
    const std::vector<std::string> lines = lines_of_test_sleep();
    for (const price_line& line : price_lines()) {
        EXPECT_THAT(lines, Contains(AnyOf(line.key.name(), line.key.with("placement", "smt").name(),
                                          line.key.with("placement", "far").name())));
    }
}

TEST(prices, a_price_is_the_median_of_the_passes_and_the_next_pass_is_expected_in_its_interval) {
    measure::case_record record =
        fake_price("sleep/price/call/name:poll", {102, 104, 106, 90, 190});
    record.rounds[3].process = record.rounds[4].process = 0; // the median of this pass is 102
    const auto price = price_list(testing::fake_result({record})).of(event::call, SYS_ppoll);
    constexpr double reach = 4.302653 * 2 * 1.154701; // Student's quantile, deviation, √(1 + 1/3)
    EXPECT_DOUBLE_EQ(price->value, 104);
    EXPECT_NEAR(price->low, 104 - reach, 1e-4);
    EXPECT_NEAR(price->high, 104 + reach, 1e-4);
}

TEST(prices, a_single_pass_may_be_wrong_by_a_factor_of_two) {
    const price_list prices(testing::fake_result({fake_price("sleep/price/migration/kib:0", {8})}));
    EXPECT_EQ(prices.of(event::migration, 0)->low, 4);
    EXPECT_EQ(prices.of(event::migration, 0)->high, 16);
}

TEST(prices, a_case_that_failed_has_none) {
    measure::case_record record = fake_price("sleep/price/migration/kib:0", {8, 8});
    record.failures = {"wrong"};
    EXPECT_TRUE(price_list(testing::fake_result({record})).empty());
    EXPECT_FALSE(price_list().of(event::migration, 0));
}

TEST(prices, an_impossible_one_is_refused) {
    for (const double ns : {-1.0, 0.0, 1e308}) {
        const auto run =
            testing::fake_result({fake_price("sleep/price/migration/kib:0", {ns, ns})});
        EXPECT_THROW(price_list{run}, run::machine_refused) << ns;
    }
}

TEST(prices, the_nearest_price_is_taken_but_only_the_exact_one_of_a_call) {
    const price_list prices = fake_prices({{"sleep/price/wake/gap_us:2/placement:core", 1},
                                           {"sleep/price/wake/gap_us:10000/placement:core", 2},
                                           {"sleep/price/call/name:timer_settime", 3}});
    EXPECT_EQ(prices.of(event::wake, index_of_state(found::same_cpu))->value, 1);
    EXPECT_EQ(prices.of(event::wake, index_of_state(found::idle_10us))->value, 1);
    EXPECT_EQ(prices.of(event::wake, index_of_state(found::idle_1ms))->value, 2);
    EXPECT_EQ(prices.of(event::call, SYS_timer_settime)->value, 3);
    EXPECT_FALSE(prices.of(event::call, SYS_timer_settime + 1));
}

TEST(prices, of_wake_ups_are_those_of_the_nearest_cpus) {
    const std::string wake = "sleep/price/wake/gap_us:1000/placement:";
    const auto of_wake = [](const price_list& prices) {
        return prices.of(event::wake, index_of_state(found::idle_1ms))->value;
    };
    EXPECT_EQ(of_wake(fake_prices({{wake + "far", 3}, {wake + "smt", 2}, {wake + "core", 1}})), 1);
    EXPECT_EQ(of_wake(fake_prices({{wake + "far", 3}, {wake + "smt", 2}})), 2);
    EXPECT_EQ(of_wake(fake_prices({{wake + "far", 3}})), 3);
}

TEST(prices, a_wait_for_a_descriptor_costs_its_part_more_than_a_futex) {
    const price_list prices = fake_prices();
    const auto price_of = [&](wait_kind kind, bool by_timer) {
        return prices.of_wait(kind, by_timer, found::idle_1ms)->value;
    };
    EXPECT_EQ(price_of(wait_kind::futex, false), 8'000);
    EXPECT_EQ(price_of(wait_kind::poll, false), 8'700);
    EXPECT_EQ(price_of(wait_kind::socket, false), 8'400);
    EXPECT_EQ(price_of(wait_kind::poll, true), 6'000);
    const price_list without = fake_prices({{"sleep/price/wake/placement:same", 4'000}});
    EXPECT_EQ(without.of_wait(wait_kind::pipe, false, found::idle_1ms)->value, 4'000);
    EXPECT_FALSE(without.of_wait(wait_kind::sleep, true, found::idle_1ms));
}

} // namespace
} // namespace tollgate::bill
