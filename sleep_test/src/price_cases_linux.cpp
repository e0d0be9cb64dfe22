// SPDX-License-Identifier: BSL-1.0
#include "price_cases.hpp"

#include "call_loop.hpp"
#include "descriptor_waiters_linux.hpp"
#include "hand_off_ring.hpp"
#include "migration_loop_linux.hpp"
#include "system_calls_linux.hpp"
#include "system_sleep_loop_linux.hpp"
#include "wake_price_loop.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/bench/placements.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/cpu/placement.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/sleep/parker.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <utility>
#include <variant>

#include <sched.h>

namespace tollgate::sleep_test {
namespace {

using cpu::placement;
using measure::case_key;
using std::chrono::microseconds;

constexpr const char* wake_path = "sleep/price/wake";
constexpr const char* wake_fd_path = "sleep/price/wake_fd";
constexpr const char* timer_path = "sleep/price/timer";
constexpr const char* call_path = "sleep/price/call";
constexpr const char* switch_path = "sleep/price/switch";
constexpr const char* migration_path = "sleep/price/migration";

constexpr std::array<std::uint64_t, 6> gaps_us{2, 10, 50, 100, 1'000, 10'000};
constexpr std::uint64_t usual_gap_us = 50; ///< of CPUs that are not the nearest
constexpr std::uint64_t descriptor_gap_us = 10;
constexpr std::array<std::uint64_t, 5> intervals_us{50, 100, 1'000, 10'000, 100'000};
constexpr std::array<std::uint64_t, 4> data_kib{0, 32, 256, 1'024};

/// Sleeps in a futex at once.
class futex_waiter {
public:
    void wait() { parker_.sleep(); }
    void wake() { parker_.wake(); }

private:
    sleep::parker parker_;
};

/// Yields the CPU to the other thread until the permit is there.
class yielding_waiter {
public:
    void wait() {
        while (!permit_.load(std::memory_order_acquire)) {
            ::sched_yield();
        }
        permit_.store(false, std::memory_order_relaxed);
    }
    void wake() { permit_.store(true, std::memory_order_release); }

private:
    std::atomic<bool> permit_{false};
};

/// Two CPUs, the nearest first. Empty if the machine has only one, or pins no threads.
std::vector<cpu::assignment> pairs_of_cpus(const cpu::topology& machine) {
    std::vector<cpu::assignment> pairs;
    for (const placement where : {placement::core, placement::smt, placement::far}) {
        const auto choice = cpu::assign(where, machine, 2);
        if (const auto* pair = std::get_if<cpu::assignment>(&choice)) {
            pairs.push_back(*pair);
        }
    }
    return pairs;
}

/// The table of prices. No price is compared with another.
struct price_table {
    bench::case_table to;
    std::vector<cpu::assignment> pairs;

    void add(measure::measured_case price) {
        const case_key key = price.key;
        to.add(std::move(price), key);
    }

    /// Adds loops whose samples nobody reads.
    void add_loop(case_key key, std::string unit, std::size_t threads, measure::probed_loop loop,
                  std::chrono::nanoseconds settling = std::chrono::microseconds(500)) {
        measure::measured_case price = measure::case_of(std::move(key), std::move(unit), threads,
                                                        threads, std::move(loop), {}, settling);
        price.valued_by = measure::method::unsampled_loop;
        add(std::move(price));
    }

    template <class Waiter>
    void add_ring(const case_key& key, const std::string& unit) {
        if (const auto place = to.assign(placement::same, 2, key)) {
            add_loop(key, unit, 2, hand_off_ring<Waiter>{*place}, bench::settling_on_one_cpu(2));
        }
    }

    template <class Waiter>
    void add_wake(const case_key& key, const std::string& unit, std::uint64_t gap_us,
                  const cpu::assignment& where) {
        constexpr microseconds without_gap{40};
        const microseconds gap(gap_us);
        add(measure::make_event_case(
            key, unit, 2, wake_price_loop<Waiter>{gap, where},
            {.lasts = gap + without_gap, .not_timed = 2 * (gap + without_gap)}));
    }

    template <class Call>
    void add_call(const char* name, const char* unit) {
        add_loop({call_path, {{"name", name}}}, unit, 1,
                 call_loop<Call>{bench::one_cpu(to.machine())});
    }
};

std::string words_of_wake(std::uint64_t gap_us, const cpu::assignment& pair, const char* by) {
    return fmt::format("wait of {} µs and wake-up by another CPU ({}), by {}", gap_us,
                       cpu::to_string(pair.where), by);
}

void add_wakes(price_table& prices) {
    prices.add_ring<futex_waiter>({wake_path, {{"placement", cpu::to_string(placement::same)}}},
                                  "wait and wake-up on one CPU, by a futex");
    for (const cpu::assignment& pair : prices.pairs) {
        const bool is_nearest = &pair == &prices.pairs.front();
        for (const std::uint64_t gap_us : gaps_us) {
            if (is_nearest || gap_us == usual_gap_us) {
                prices.add_wake<futex_waiter>(
                    {wake_path, {{"gap_us", gap_us}, {"placement", cpu::to_string(pair.where)}}},
                    words_of_wake(gap_us, pair, "a futex"), gap_us, pair);
            }
        }
    }
}

template <class Waiter>
void add_descriptor_wakes(price_table& prices, const char* by) {
    if (!prices.pairs.empty()) {
        const cpu::assignment& pair = prices.pairs.front();
        prices.add_wake<Waiter>({wake_fd_path,
                                 {{"by", by},
                                  {"gap_us", descriptor_gap_us},
                                  {"placement", cpu::to_string(pair.where)}}},
                                words_of_wake(descriptor_gap_us, pair, by), descriptor_gap_us,
                                pair);
    }
    prices.add_ring<Waiter>(
        {wake_fd_path, {{"by", by}, {"placement", cpu::to_string(placement::same)}}},
        fmt::format("wait and wake-up on one CPU, by {}", by));
}

void add_timers(price_table& prices) {
    constexpr microseconds lateness{100};
    for (const std::uint64_t interval_us : intervals_us) {
        const microseconds interval(interval_us);
        prices.add(measure::make_event_case({timer_path, {{"interval_us", interval_us}}},
                                            fmt::format("sleep of {} µs", interval_us), 1,
                                            system_sleep_loop{interval},
                                            {interval + lateness, interval}));
    }
}

void add_calls(price_table& prices) {
    prices.add_call<futex_wake_call>("futex_wake", "call of futex, wake: nobody waits");
    prices.add_call<futex_wait_call>("futex_wait", "call of futex, wait: the value differs");
    prices.add_call<timerfd_settime_call>("timerfd_settime", "call of timerfd_settime");
    prices.add_call<timer_settime_call>("timer_settime", "call of timer_settime");
    prices.add_call<sched_yield_call>("sched_yield", "call of sched_yield, alone on its CPU");
    prices.add_call<epoll_wait_call>("epoll_wait", "call of epoll_wait that finds nothing");
    prices.add_call<poll_call>("poll", "call of poll that finds nothing");
}

void add_migrations(price_table& prices) {
    if (prices.pairs.empty()) {
        return;
    }
    for (const std::uint64_t kib : data_kib) {
        const microseconds lasts(30 + kib / 2);
        prices.add(measure::make_event_case(
            {migration_path, {{"kib", kib}}},
            fmt::format("move to another CPU with {} KiB of data", kib), 1,
            migration_loop{kib, prices.pairs.front()}, {lasts, std::chrono::nanoseconds(0)}));
    }
}

} // namespace

run::case_list price_cases(const cli::options& chosen, const cpu::topology& machine) {
    for (const char* option : {"sleepers", "intervals"}) {
        if (chosen.is_given(option)) {
            throw run::usage_error(fmt::format("--{}: not with --{}", option, prices_flag));
        }
    }
    price_table prices{{chosen, machine}, pairs_of_cpus(machine)};
    if (prices.pairs.empty()) {
        static_cast<void>(
            prices.to.assign(placement::core, 2,
                             {"sleep/price/*", {{"placement", cpu::to_string(placement::core)}}}));
    }
    add_wakes(prices);
    add_descriptor_wakes<eventfd_waiter>(prices, "eventfd");
    add_descriptor_wakes<epoll_waiter>(prices, "epoll");
    add_timers(prices);
    add_calls(prices);
    prices.add_ring<yielding_waiter>(
        {switch_path, {{"placement", cpu::to_string(placement::same)}}},
        "switch to another thread by sched_yield");
    add_migrations(prices);
    return std::move(prices.to).take();
}

std::vector<cli::optional_cases> paths_of_prices() {
    std::vector<cli::optional_cases> paths;
    for (const char* path :
         {wake_path, wake_fd_path, timer_path, call_path, switch_path, migration_path}) {
        paths.push_back({path, std::string("--") + prices_flag});
    }
    return paths;
}

cli::own_flag describe_prices() {
    constexpr double budget_s = 30;
    return {.name = prices_flag,
            .help = "measure the CPU time of single events, such as a wake-up, and nothing else: "
                    "the prices for ./bill; the default of --time is then 30",
            .budget_s = [](const cpu::topology&) { return budget_s; },
            .overview = [](const report::result& result, const cpu::topology&,
                           std::size_t columns) { return price_text(result, columns); }};
}

} // namespace tollgate::sleep_test
