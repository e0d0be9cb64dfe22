// SPDX-License-Identifier: BSL-1.0
#include "prices.hpp"

#include <tollgate/run/errors.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

#include <sys/syscall.h>

namespace tollgate::bill {
namespace {

constexpr long index_of(found state) {
    return static_cast<long>(state);
}

constexpr const char* nearest_cpus = "core";

measure::case_key wake(unsigned gap_us) {
    return {"sleep/price/wake", {{"gap_us", gap_us}, {"placement", nearest_cpus}}};
}

measure::case_key timer(unsigned interval_us) {
    return {"sleep/price/timer", {{"interval_us", interval_us}}};
}

measure::case_key call(const char* name) {
    return {"sleep/price/call", {{"name", name}}};
}

measure::case_key migration(unsigned kib) {
    return {"sleep/price/migration", {{"kib", kib}}};
}

const measure::case_key wake_on_one_cpu{"sleep/price/wake", {{"placement", "same"}}};

measure::case_key wake_fd(const char* by) {
    return {"sleep/price/wake_fd", {{"by", by}, {"gap_us", 10U}, {"placement", nearest_cpus}}};
}

measure::case_key wake_fd_on_one_cpu(const char* by) {
    return {"sleep/price/wake_fd", {{"by", by}, {"placement", "same"}}};
}

/// On a machine without two cores, the nearest CPUs have another placement.
const measure::case_result* find_case(const report::result& run, const measure::case_key& key) {
    if (key.text("placement") != nearest_cpus) {
        return run.find(key.name());
    }
    for (const char* const placement : {nearest_cpus, "smt", "far"}) {
        if (const auto* const found = run.find(key.with("placement", placement).name())) {
            return found;
        }
    }
    return nullptr;
}

/// The median of each pass.
std::vector<double> pass_medians(const measure::case_record& record) {
    std::map<std::uint64_t, std::vector<double>> rounds;
    for (const measure::case_round& round : record.rounds) {
        rounds[round.process].push_back(round.cpu_ns);
    }
    std::vector<double> medians;
    medians.reserve(rounds.size());
    for (auto& [pass, cpu_ns] : rounds) {
        medians.push_back(stats::median(std::move(cpu_ns)));
    }
    return medians;
}

/// The median, and the interval in which the next value is expected.
amount next_of(const std::vector<double>& values) {
    const double middle = stats::median(values);
    const auto count = static_cast<double>(values.size());
    if (values.size() < 2) {
        return {middle, middle / 2, middle * 2};
    }
    double squares = 0;
    for (const double value : values) {
        squares += (value - middle) * (value - middle);
    }
    const double reach = stats::student_quantile(0.95, count - 1) *
                         std::sqrt(squares / (count - 1) * (1 + 1 / count));
    return {middle, std::max(0.0, middle - reach), middle + reach};
}

} // namespace

const std::vector<price_line>& price_lines() {
    static const std::vector<price_line> lines{
        {event::wake, index_of(found::same_cpu), wake_on_one_cpu},
        {event::wake, index_of(found::busy_cpu), wake_on_one_cpu},
        {event::wake, index_of(found::idle_2us), wake(2)},
        {event::wake, index_of(found::idle_10us), wake(10)},
        {event::wake, index_of(found::idle_100us), wake(100)},
        {event::wake, index_of(found::idle_1ms), wake(1'000)},
        {event::wake, index_of(found::idle_10ms), wake(10'000)},
        {event::wake_eventfd, index_of(found::same_cpu), wake_fd_on_one_cpu("eventfd")},
        {event::wake_eventfd, index_of(found::idle_10us), wake_fd("eventfd")},
        {event::wake_epoll, index_of(found::same_cpu), wake_fd_on_one_cpu("epoll")},
        {event::wake_epoll, index_of(found::idle_10us), wake_fd("epoll")},
        {event::timer, index_of(found::idle_100us), timer(100)},
        {event::timer, index_of(found::idle_1ms), timer(1'000)},
        {event::timer, index_of(found::idle_10ms), timer(10'000)},
        {event::call, SYS_futex, call("futex_wake")},
        {event::call, SYS_timerfd_settime, call("timerfd_settime")},
        {event::call, SYS_timer_settime, call("timer_settime")},
        {event::call, SYS_sched_yield, call("sched_yield")},
        {event::call, SYS_epoll_pwait, call("epoll_wait")},
#ifdef SYS_epoll_wait
        {event::call, SYS_epoll_wait, call("epoll_wait")},
        {event::call, SYS_poll, call("poll")},
#endif
        {event::call, SYS_ppoll, call("poll")},
        {event::preemption, 0, {"sleep/price/switch", {{"placement", "same"}}}},
        {event::migration, 0, migration(0)},
        {event::migration, 32, migration(32)},
        {event::migration, 256, migration(256)},
        {event::migration, 1'024, migration(1'024)},
    };
    return lines;
}

price_list::price_list(const report::result& run) {
    constexpr double most_ns = 1e9;
    for (const price_line& line : price_lines()) {
        const measure::case_result* const found = find_case(run, line.key);
        if (found == nullptr || !found->record.failures.empty()) {
            continue;
        }
        const std::vector<double> passes = pass_medians(found->record);
        if (!passes.empty()) {
            const amount price = next_of(passes);
            if (!(price.value > 0 && price.value < most_ns)) {
                throw run::machine_refused(fmt::format("the price of {} is impossible: {:g} ns",
                                                       line.key.name(), price.value));
            }
            prices_[line.what][line.which] = price;
        }
    }
}

std::optional<amount> price_list::of(event what, long which) const {
    const auto list = prices_.find(what);
    if (list == prices_.end()) {
        return std::nullopt;
    }
    const auto nearest = std::ranges::min_element(
        list->second, {}, [&](const auto& price) { return std::labs(price.first - which); });
    if (what == event::call && nearest->first != which) {
        return std::nullopt;
    }
    return nearest->second;
}

std::optional<amount> price_list::of_wait(wait_kind kind, bool by_timer, found state) const {
    if (by_timer) {
        return of(event::timer, index_of(state));
    }
    const std::optional<amount> by_futex = of(event::wake, index_of(state));
    const bool polls = kind == wait_kind::poll;
    if (!polls && kind != wait_kind::pipe && kind != wait_kind::socket) {
        return by_futex;
    }
    // The descriptor's part, which does not depend on how long the CPU was idle.
    const event what = polls ? event::wake_epoll : event::wake_eventfd;
    const long measured = state <= found::busy_cpu ? 0 : index_of(found::idle_10us);
    const std::optional<amount> whole = of(what, measured);
    const std::optional<amount> futex = of(event::wake, measured);
    if (!by_futex || !whole || !futex) {
        return by_futex;
    }
    const double more = whole->value - futex->value;
    const double unsure = (whole->high - whole->low) / 2;
    return amount{by_futex->value + more, std::max(0.0, by_futex->low + more - unsure),
                  by_futex->high + more + unsure};
}

} // namespace tollgate::bill
