// SPDX-License-Identifier: BSL-1.0
//
// The prices: their names, their CPU time, and their text.
#include "cpu_pieces.hpp"
#include "migration_loop_linux.hpp"
#include "price_cases.hpp"
#include "program.hpp"
#include "system_sleep_loop_linux.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/testing/fake.hpp>
#include <tollgate/testing/one_batch.hpp>
#include <tollgate/testing/scripted_clock.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

run::case_list prices_on(const cpu::topology& machine,
                         const std::vector<std::string>& arguments = {}) {
    const cli::program program = describe_program();
    std::vector<std::string> all{"--prices"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return program.cases(cli::parse_command_line(program, all), machine);
}

std::vector<std::string> names_on(const cpu::topology& machine) {
    std::vector<std::string> names;
    for (const measure::measured_case& listed : prices_on(machine).cases) {
        names.push_back(listed.key.name());
    }
    return names;
}

// Another program finds the prices by these names.
TEST(prices, have_names_that_never_change) {
    EXPECT_THAT(
        names_on(tollgate::testing::fake_machine(2, 4, 2)),
        ElementsAre(
            "sleep/price/wake/placement:same", "sleep/price/wake/gap_us:2/placement:core",
            "sleep/price/wake/gap_us:10/placement:core",
            "sleep/price/wake/gap_us:50/placement:core",
            "sleep/price/wake/gap_us:100/placement:core",
            "sleep/price/wake/gap_us:1000/placement:core",
            "sleep/price/wake/gap_us:10000/placement:core",
            "sleep/price/wake/gap_us:50/placement:smt", "sleep/price/wake/gap_us:50/placement:far",
            "sleep/price/wake_fd/by:eventfd/gap_us:10/placement:core",
            "sleep/price/wake_fd/by:eventfd/placement:same",
            "sleep/price/wake_fd/by:epoll/gap_us:10/placement:core",
            "sleep/price/wake_fd/by:epoll/placement:same", "sleep/price/timer/interval_us:50",
            "sleep/price/timer/interval_us:100", "sleep/price/timer/interval_us:1000",
            "sleep/price/timer/interval_us:10000", "sleep/price/timer/interval_us:100000",
            "sleep/price/call/name:futex_wake", "sleep/price/call/name:futex_wait",
            "sleep/price/call/name:timerfd_settime", "sleep/price/call/name:timer_settime",
            "sleep/price/call/name:sched_yield", "sleep/price/call/name:epoll_wait",
            "sleep/price/call/name:poll", "sleep/price/switch/placement:same",
            "sleep/price/migration/kib:0", "sleep/price/migration/kib:32",
            "sleep/price/migration/kib:256", "sleep/price/migration/kib:1024"));
}

TEST(prices, are_of_the_nearest_two_cpus) {
    const std::vector<std::string> names = names_on(tollgate::testing::fake_machine(1, 1, 2));
    EXPECT_THAT(names, AllOf(::testing::Contains("sleep/price/wake/gap_us:10000/placement:smt"),
                             ::testing::Contains("sleep/price/migration/kib:0")));
    const auto alone = prices_on(tollgate::testing::fake_machine(1, 1, 1));
    ASSERT_EQ(alone.unavailable.size(), 1U);
    EXPECT_EQ(alone.unavailable.front().text(), "sleep/price/*/placement:core: 1 CPU allowed");
}

TEST(prices, refuse_options_that_they_would_ignore) {
    const cpu::topology machine = tollgate::testing::fake_machine(1, 2, 1);
    EXPECT_THROW(prices_on(machine, {"--intervals", "2"}), run::usage_error);
    EXPECT_THROW(prices_on(machine, {"--sleepers", "parker"}), run::usage_error);
    EXPECT_THROW(prices_on(machine, {"--spin_us", "2"}), run::usage_error);
}

/// The CPU time of a thread, in which a reading takes 3 ns.
struct scripted_cpu_time {
    [[nodiscard]] static std::int64_t begin() {
        return tollgate::testing::scripted_clock::now().time_since_epoch().count();
    }
    [[nodiscard]] static std::int64_t end() { return begin(); }
};

TEST(cpu_pieces, are_counted_after_the_warm_up_and_without_the_readings) {
    using scripted = tollgate::testing::scripted_clock;
    scripted::set(0ns);
    scripted::reading_cost = 3ns;
    cpu_pieces<scripted_cpu_time> pieces;
    EXPECT_EQ(pieces.mean_ns(), 0);
    for (const auto lasts : {500ns, 10ns, 20ns}) {
        pieces.add([&] { scripted::pass(lasts); });
        scripted::pass(1'000ns);
    }
    EXPECT_EQ(pieces.mean_ns(), 15);
}

TEST(cpu_pieces, replace_the_cpu_time_of_a_report) {
    measure::loop_report report;
    report.metered = 4;
    report.used.cpu = 9s;
    set_cpu_time(report, 2.5);
    EXPECT_EQ(report.used.cpu, 10ns);
    EXPECT_FALSE(report.used_has_readings);
}

cpu::assignment two_cpus(int first, int second) {
    return {cpu::placement::core, {first, second}};
}

TEST(prices, end_when_they_are_interrupted) {
    const int cpu = cpu::allowed_cpus().front();
    const auto expect_end = [](const auto& loop) {
        const measure::batch done =
            tollgate::testing::events_of(loop, tollgate::testing::interrupted_after(5, 1'000'000));
        EXPECT_FALSE(done.complete);
        EXPECT_THAT(done.report.failures, IsEmpty());
    };
    expect_end(system_sleep_loop{10us});
    expect_end(migration_loop{32, two_cpus(cpu, cpu)});
}

TEST(prices, have_no_migration_that_the_system_refuses) {
    constexpr int missing_cpu = 1 << 19;
    const migration_loop loop{0, two_cpus(cpu::allowed_cpus().front(), missing_cpu)};
    try {
        static_cast<void>(tollgate::testing::events_of(loop, {1, {{3, 1}}}));
        ADD_FAILURE() << "no exception";
    } catch (const std::system_error& error) {
        EXPECT_EQ(error.code(), std::error_code(EINVAL, std::generic_category()));
        EXPECT_THAT(error.what(), HasSubstr(std::to_string(missing_cpu)));
    }
}

TEST(price_text, has_the_cpu_times_and_their_intervals) {
    std::vector<tollgate::testing::fake_round> rounds;
    for (int pass = 0; pass < 9; ++pass) {
        rounds.push_back({.value_ns = 1e9, .cpu_ns = 4'000.0 + pass});
    }
    measure::case_record price = tollgate::testing::fake_case("sleep/price/timer", rounds);
    price.unit = "sleep of 50 µs";
    const std::string text = price_text(
        tollgate::testing::fake_result({price, tollgate::testing::fake_case("sleep/none", {})}),
        100);
    EXPECT_THAT(text, HasSubstr("| sleep of 50 µs |  4.00 µs | 4.00 to 4.01 µs |\n"));
    EXPECT_EQ(std::ranges::count(text, '\n'), 4);
}

} // namespace
