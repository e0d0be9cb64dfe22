// SPDX-License-Identifier: BSL-1.0
#include "call_loops.hpp"
#include "lateness_loop.hpp"
#include "program.hpp"
#include "sleeper_loop.hpp"
#include "switch_loop.hpp"

#include <tollgate/bench/placements.hpp>
#include <tollgate/cpu/placement.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tollgate::noise_test {
namespace {

using measure::case_key;
using std::chrono::microseconds;
using std::chrono::nanoseconds;

/// The time of two readings and a wake-up, so that no event is planned with a length of 0.
constexpr microseconds event_overhead{100};

case_key lateness_key(std::uint64_t period_us, idling idle) {
    return {"noise/timer_lateness", {{"period_us", period_us}, {"idle", to_string(idle)}}};
}

case_key leave_key(std::uint64_t idle_us, idling idle) {
    return {"noise/leave_idle", {{"idle_us", idle_us}, {"idle", to_string(idle)}}};
}

case_key found_key(const char* path, const char* found) {
    return {path, {{"found", found}}};
}

void add_lateness(bench::case_table& to, int cpu) {
    constexpr microseconds period{1'000};
    const auto period_us = static_cast<std::uint64_t>(period.count());
    for (const idling idle : all_idlings) {
        const case_key key = lateness_key(period_us, idle);
        if (idle == idling::held) {
            if (const auto reason = posix::held_idle_latency::refusal()) {
                to.refuse(key, *reason);
                continue;
            }
        }
        to.add(measure::make_event_case(
                   key, "one periodic wake-up: how late it comes",
                   idle == idling::kept_busy ? 2 : 1,
                   lateness_loop{cpu, period, idle, ns_per_count(to.chosen().clock)},
                   {.lasts = period}),
               lateness_key(period_us, idling::as_it_is));
    }
}

/// Adds the cases on one CPU.
void add_calls(bench::case_table& to, int cpu) {
    const case_key none = found_key("noise/wake_call", "none");
    to.add(measure::make_case(none, "one FUTEX_WAKE that finds no thread", 1, 1,
                              wake_nothing_loop{cpu}),
           none);
    to.add(measure::make_case({"noise/switch"}, "one hand-off through a futex, on one CPU", 2, 2,
                              switch_loop{cpu}, bench::settling_on_one_cpu(2)),
           none);
    to.add(measure::make_case({"noise/timer_arm"}, "arming a timer and disarming it: 2 calls", 1, 1,
                              timer_arm_loop{cpu}),
           none);
}

void add_interrupts(bench::case_table& to, int cpu, std::optional<int> other) {
    if (const auto reason = membarrier_refusal()) {
        to.refuse(found_key("noise/interrupt", "*"), *reason);
        return;
    }
    const case_key none = found_key("noise/interrupt", "none");
    to.add(measure::make_case(none, "one membarrier that has no CPU to interrupt", 1, 1,
                              interrupt_loop{cpu}),
           none);
    if (other) {
        to.add(measure::make_case(found_key("noise/interrupt", "running"),
                                  "one membarrier that interrupts another CPU, until it returns", 1,
                                  2, interrupt_loop{cpu, other}),
               none);
    }
}

/// Adds the cases with a sleeper on its own CPU.
void add_sleepers(bench::case_table& to, const cpu::assignment& where) {
    constexpr microseconds asleep{100};
    to.add(measure::make_event_case(found_key("noise/wake_call", "sleeper"),
                                    "one FUTEX_WAKE of a sleeper on another CPU, until it returns",
                                    2, sleeper_loop<until::wake_returns>{where, asleep},
                                    {.lasts = asleep + event_overhead}),
           found_key("noise/wake_call", "none"));
    const auto& times = to.chosen().numbers.at("idle");
    for (const idling idle : {idling::as_it_is, idling::kept_busy}) {
        for (const std::uint64_t idle_us : times) {
            const microseconds idles_for(idle_us);
            to.add(measure::make_event_case(
                       leave_key(idle_us, idle),
                       idle == idling::as_it_is
                           ? "one wake-up of a thread whose CPU was idle, until it runs"
                           : "one wake-up of a thread whose CPU was kept busy, until it runs",
                       idle == idling::kept_busy ? 3 : 2,
                       sleeper_loop<until::sleeper_runs>{where, idles_for, idle},
                       {.lasts = idles_for + event_overhead}),
                   idle == idling::as_it_is ? leave_key(times.front(), idle)
                                            : leave_key(idle_us, idling::as_it_is));
        }
    }
}

/// Two CPUs on two cores, else two siblings, else two CPUs without a common cache, else two kinds
/// of core; or the reason why there are none.
std::variant<cpu::assignment, cpu::unavailable> two_cpus(const cpu::topology& machine) {
    auto place = cpu::assign(cpu::placement::core, machine, 2);
    for (const cpu::placement other :
         {cpu::placement::smt, cpu::placement::far, cpu::placement::mixed}) {
        if (std::holds_alternative<cpu::unavailable>(place)) {
            auto candidate = cpu::assign(other, machine, 2);
            // If there are no two CPUs at all, the first reason is kept.
            place =
                std::holds_alternative<cpu::assignment>(candidate) ? std::move(candidate) : place;
        }
    }
    return place;
}

} // namespace

void add_wake_ups(bench::case_table& to) {
    const auto place = two_cpus(to.machine());
    const auto* const pair = std::get_if<cpu::assignment>(&place);
    const int cpu = pair != nullptr ? *pair->cpu_of(1) : bench::one_cpu(to.machine()).cpus.front();
    add_lateness(to, pair != nullptr ? *pair->cpu_of(0) : cpu);
    add_calls(to, cpu);
    add_interrupts(to, cpu, pair != nullptr ? pair->cpu_of(0) : std::nullopt);
    if (pair != nullptr) {
        add_sleepers(to, *pair);
        return;
    }
    const std::string& reason = std::get<cpu::unavailable>(place).reason;
    to.refuse(found_key("noise/wake_call", "sleeper"), reason);
    to.refuse(found_key("noise/interrupt", "running"), reason);
    to.refuse({"noise/leave_idle", {{"idle_us", "*"}, {"idle", "*"}}}, reason);
}

} // namespace tollgate::noise_test
