// SPDX-License-Identifier: BSL-1.0
//
// ./testSleep with one case; --mistake names the mistake of its sleeper.
#include "call_loop.hpp"
#include "faulty_sleepers.hpp"
#include "faulty_waiters.hpp"
#include "hand_off_ring.hpp"
#include "measured_with.hpp"
#include "program.hpp"
#include "spin_or_sleep_cases.hpp"
#include "timeout_loop.hpp"

#include <tollgate/testing/faulty_program.hpp>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;

constexpr measure::event_times brief{std::chrono::milliseconds(2), std::chrono::nanoseconds(0)};

template <class Fault>
measure::measured_case wake_case() {
    return measure::make_event_case(
        {"sleep/wake_latency", {{"sleeper", "faulty"}}}, "one wake", 2,
        free_wake_loop<faulty_sleeper<Fault>, until::sleeper_runs>(brief_budget), brief);
}

measure::measured_case sleep_case() {
    return measure::make_event_case(
        {"sleep/timeout_lateness", {{"sleeper", "faulty"}}}, "one sleep", 1,
        timeout_loop<faulty_sleeper<returning_early>>{brief.lasts, std::nullopt},
        {brief.lasts, brief.lasts});
}

template <class Waiter, class... Arguments>
measure::measured_case spin_or_sleep_case(Arguments... arguments) {
    constexpr std::chrono::microseconds gap{100};
    return measure::make_event_case(
        {spin_or_sleep_path, {{"waiter", "faulty"}}}, "one wake-up", 2,
        waiter_of<Waiter>({}, arguments...)
            .loop(gap_sequence(gap, gap, gap_order::alternating, 1), {}),
        {gap, std::chrono::nanoseconds(0)});
}

/// Every hundredth call fails.
struct failing_call {
    bool operator()() { return ++calls % 100 != 0; }

    int calls = 0;
};

struct call_without_effect {
    bool operator()() const { return true; }
    [[nodiscard]] bool ended_well() const { return false; }
};

template <class Loop>
measure::measured_case price_case(std::size_t threads, Loop loop) {
    return measure::make_case({"sleep/price", {{"by", "faulty"}}}, "one event", threads, threads,
                              loop);
}

} // namespace

int main(int argc, char** argv) {
    cli::program description = describe_program();
    description.name = "sleep_loop";
    return cli::run_program(
        argc, argv,
        tollgate::testing::faulty_program(
            description,
            {{"none", [](const auto&) { return wake_case<no_mistake>(); }},
             {"loses_a_wake", [](const auto&) { return wake_case<losing_a_third>(); }},
             {"returns_early", [](const auto&) { return sleep_case(); }},
             {"ends_a_wait_at_once",
              [](const auto&) {
                  return spin_or_sleep_case<early_waiter>(std::chrono::microseconds(0));
              }},
             {"ends_a_wait_in_mid_gap",
              [](const auto&) {
                  return spin_or_sleep_case<early_waiter>(std::chrono::microseconds(50));
              }},
             {"fails_a_call", [](const auto&) { return price_case(1, call_loop<failing_call>{}); }},
             {"calls_without_effect",
              [](const auto&) { return price_case(1, call_loop<call_without_effect>{}); }},
             {"loses_a_wake_up_on_one_cpu",
              [](const auto&) { return price_case(2, hand_off_ring<losing_waiter>{}); }},
             {"loses_a_wake_up",
              [](const auto&) { return spin_or_sleep_case<losing_waiter>(); }}}));
}
