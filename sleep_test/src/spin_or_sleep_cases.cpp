// SPDX-License-Identifier: BSL-1.0
#include "spin_or_sleep_cases.hpp"

#include "waiters.hpp"

#include <tollgate/bench/placements.hpp>
#include <tollgate/cpu/placement.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace tollgate::sleep_test {
namespace {

using cpu::placement;
using measure::case_key;
using std::chrono::microseconds;

/// The usual time of an event without its gap.
constexpr microseconds time_without_gap{40};

/// Gaps, and their parameters in the key of a case.
struct named_gaps {
    gap_sequence gaps;
    std::vector<measure::parameter> parameters;
};

/// In each batch, the first wait and the last wait are not timed.
measure::event_times times_of(const gap_sequence& gaps) {
    const std::chrono::nanoseconds wait = gaps.mean() + time_without_gap;
    return {.lasts = wait, .not_timed = 2 * wait};
}

std::vector<waiter_kind> chosen_waiters(const cli::options& chosen) {
    std::vector<waiter_kind> kinds;
    for (const std::uint64_t spin_us : chosen.numbers.at("spin_us")) {
        kinds.push_back(waiter_of<fixed_spin_waiter>({{"waiter", "fixed"}, {"spin_us", spin_us}},
                                                     microseconds(spin_us)));
    }
    kinds.push_back(waiter_of<adaptive_waiter>({{"waiter", "adaptive"}}));
    kinds.push_back(waiter_of<atomic_wait_waiter>({{"waiter", "atomic_wait"}}));
    kinds.push_back(waiter_of<condvar_waiter>({{"waiter", "condvar"}}));
    if (auto moodycamel = moodycamel_kind()) {
        kinds.push_back(*std::move(moodycamel));
    }
    return kinds;
}

std::vector<named_gaps> chosen_gaps(const cli::options& chosen) {
    std::vector<named_gaps> all;
    for (const std::uint64_t gap_us : chosen.numbers.at("gap_us")) {
        const microseconds gap(gap_us);
        all.push_back(
            {gap_sequence(gap, gap, gap_order::alternating, chosen.seed), {{"gap_us", gap_us}}});
        for (const std::uint64_t then_us : chosen.numbers.at("then_us")) {
            for (const auto& [order, word] : {std::pair{gap_order::alternating, "alternating"},
                                              std::pair{gap_order::random, "random"}}) {
                all.push_back({gap_sequence(gap, microseconds(then_us), order, chosen.seed),
                               {{"gap_us", gap_us}, {"then_us", then_us}, {"order", word}}});
            }
        }
    }
    return all;
}

case_key key_of(const std::vector<measure::parameter>& waiter,
                const std::vector<measure::parameter>& gaps, placement where) {
    std::vector<measure::parameter> parameters = waiter;
    parameters.insert(parameters.end(), gaps.begin(), gaps.end());
    parameters.emplace_back("placement", cpu::to_string(where));
    return {spin_or_sleep_path, std::move(parameters)};
}

} // namespace

std::vector<cli::number_axis> spin_or_sleep_axes() {
    cli::number_axis gaps{"gap_us",
                          {1, 100'000},
                          "",
                          "1..10000",
                          "cost of a wake-up over the time from the beginning of a wait to the "
                          "wake-up call, for waiters that spin or sleep"};
    gaps.sweep_budget_s = 120;
    return {
        gaps,
        {"spin_us",
         {0, 10'000},
         "with --sweep gap_us: the fixed spin times, 0 to 10000 us (0,1,2,5,10,20,50,100,200)",
         "",
         "",
         {0, 1, 2, 5, 10, 20, 50, 100, 200}},
        {"then_us",
         {1, 100'000},
         "with --sweep gap_us: also alternate each gap with these gaps, 1 to 100000 us, in turn "
         "and at random"}};
}

void require_options_of_spin_or_sleep(const cli::options& chosen) {
    const bool is_swept = chosen.is_swept("gap_us");
    for (const char* option : {"spin_us", "then_us"}) {
        if (chosen.is_given(option) && !is_swept) {
            throw run::usage_error(fmt::format("--{}: only with --sweep gap_us:LIST", option));
        }
    }
    for (const char* option : {"sleepers", "intervals"}) {
        if (chosen.is_given(option) && is_swept) {
            throw run::usage_error(fmt::format("--{}: not with --sweep gap_us:LIST", option));
        }
    }
}

void add_spin_or_sleep(bench::case_table& table) {
    const std::vector<waiter_kind> kinds = chosen_waiters(table.chosen());
    for (const placement where : bench::near_placements(table.chosen(), table.machine(), true)) {
        const case_key all_of_these(
            spin_or_sleep_path,
            {{"waiter", "*"}, {"gap_us", "*"}, {"placement", cpu::to_string(where)}});
        if (table.machine().threads.size() < 2) {
            table.refuse(all_of_these.without("placement"),
                         "1 CPU allowed, and a waiter that spins needs a CPU of its own");
            continue;
        }
        if (where == placement::same) {
            table.refuse(all_of_these,
                         "a spinning waiter would keep the waker from the shared CPU");
            continue;
        }
        const auto place = table.assign(where, 2, all_of_these);
        if (!place) {
            continue;
        }
        for (const named_gaps& named : chosen_gaps(table.chosen())) {
            for (const waiter_kind& kind : kinds) {
                table.add(measure::make_event_case(
                              key_of(kind.parameters, named.parameters, where),
                              "one wake-up of a waiting thread, from wake() until it runs", 2,
                              kind.loop(named.gaps, *place), times_of(named.gaps)),
                          key_of(kinds.front().parameters, named.parameters, where));
            }
        }
        if (!moodycamel_kind()) {
            table.refuse(all_of_these.with("waiter", "moodycamel"),
                         "install libconcurrentqueue-dev and build again");
        }
    }
}

} // namespace tollgate::sleep_test
