// SPDX-License-Identifier: BSL-1.0
#include "cases.hpp"

#include "case_names.hpp"
#include "choice.hpp"
#include "moments.hpp"
#include "timeout_loop.hpp"
#include "wake_cost_loop.hpp"
#include "wake_loop.hpp"

#include <tollgate/cpu/assignment.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace tollgate::sleep_test {
namespace {

using cpu::placement;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

/// In the table's order: `same` first, because the first case is measured against itself and the
/// scheduler's choices in `free` would only widen that.
constexpr std::array placement_order{placement::same, placement::smt, placement::core,
                                     placement::far, placement::free};

/// Two readings and a wake-up, so that an event is never said to last nothing.
constexpr microseconds beside_the_event{100};

/// Everything that the cases of one program run have in common while they are listed.
struct listing {
    const cli::options& chosen;
    const cpu::topology& machine;
    std::vector<sleeper_kind> sleepers;
    cli::case_list list;

    /// A case of each sleeper, compared with the first one's.
    template <class Name, class Make>
    void add_each(Name name, Make make) {
        for (const sleeper_kind who : sleepers) {
            if (!available(who)) {
                list.unavailable.push_back({name(who), "this system has no eventfd"});
                continue;
            }
            visit(who, [&]<class Sleeper>(std::type_identity<Sleeper>) {
                measure::measured_case made = make.template operator()<Sleeper>(name(who));
                made.compared_with = name(sleepers.front());
                list.cases.push_back(std::move(made));
            });
        }
    }

    template <until End, class Name>
    void add_wakes(Name name, const char* unit, nanoseconds slice, placement where,
                   const measure::moments& when) {
        const auto place = cpu::assign(where, machine, 2);
        if (const auto* no = std::get_if<cpu::unavailable>(&place)) {
            list.unavailable.push_back({name(sleepers.front()), no->reason});
            return;
        }
        const bool spins = where != placement::same && machine.threads.size() > 1;
        add_each(name, [&]<class Sleeper>(const std::string& full_name) {
            return measure::make_event_case(
                full_name, unit, 2,
                wake_loop<Sleeper, End>{slice, std::get<cpu::assignment>(place), spins,
                                        std::make_shared<measure::moments>(when)},
                {when.mean() + beside_the_event, nanoseconds(0)});
        });
    }

    template <class Name>
    void add_timeouts(Name name, nanoseconds slice, std::optional<nanoseconds> slack) {
        add_each(name, [&]<class Sleeper>(const std::string& full_name) {
            return measure::make_event_case(
                full_name, "one sleep that nobody wakes: how late it ends", 1,
                timeout_loop<Sleeper>{slice, slack}, {slice + beside_the_event, slice});
        });
    }

    template <found What>
    void add_costs(const char* word, const char* unit) {
        add_each([&](sleeper_kind who) { return wake_cost_name(who, word); },
                 [&]<class Sleeper>(const std::string& full_name) {
                     return measure::make_case(full_name, unit, 1, 1,
                                               wake_cost_loop<Sleeper, What>{});
                 });
    }
};

constexpr const char* latency_unit = "one wake of a sleeper: wake() to running again";

void add_latencies(listing& to, std::uint64_t slice_ms, placement where) {
    to.add_wakes<until::sleeper_runs>(
        [&](sleeper_kind who) { return wake_latency_name(who, slice_ms, where); }, latency_unit,
        milliseconds(slice_ms), where, moments_within(milliseconds(slice_ms), to.chosen.seed));
}

void add_idle_sweep(listing& to, std::uint64_t slice_ms, placement where) {
    for (const std::uint64_t idle_us : to.chosen.sweep) {
        const auto name = [&](sleeper_kind who) {
            return fmt::format("sleep/wake_latency/sleeper:{}/idle_us:{}/placement:{}",
                               to_string(who), idle_us, cpu::to_string(where));
        };
        if (where == placement::same) {
            to.list.unavailable.push_back(
                {name(to.sleepers.front()), "the waker keeps the CPU that they share busy"});
            continue;
        }
        // The slice only has to be longer than the CPU is idle.
        const microseconds idle(idle_us);
        to.add_wakes<until::sleeper_runs>(name, latency_unit, milliseconds(slice_ms) + 2 * idle,
                                          where, measure::moments(idle, idle, to.chosen.seed));
    }
}

void add_slack_sweep(listing& to, std::uint64_t slice_ms) {
    for (const std::uint64_t slack_ns : to.chosen.sweep) {
        to.add_timeouts(
            [&](sleeper_kind who) {
                return fmt::format("{}/slack_ns:{}", timeout_lateness_name(who, slice_ms),
                                   slack_ns);
            },
            milliseconds(slice_ms), nanoseconds(slack_ns));
    }
}

void add_wakes_of_all_kinds(listing& to, const std::vector<std::uint64_t>& slices) {
    const placement for_all_slices = to.chosen.placements.front();
    for (const placement where : placement_order) {
        if (std::find(to.chosen.placements.begin(), to.chosen.placements.end(), where) ==
            to.chosen.placements.end()) {
            continue;
        }
        for (const std::uint64_t slice_ms : slices) {
            if (slice_ms == slices.front() || where == for_all_slices) {
                add_latencies(to, slice_ms, where);
            }
        }
        to.add_wakes<until::wake_returns>(
            [&](sleeper_kind who) {
                return wake_cost_name(who,
                                      fmt::format("sleeper/placement:{}", cpu::to_string(where)));
            },
            "one wake() of a sleeper, until it returns; CPU time is the sleeper's",
            milliseconds(slices.front()), where,
            moments_within(milliseconds(slices.front()), to.chosen.seed));
    }
}

} // namespace

cli::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    const std::vector<std::uint64_t> slices = chosen_slices(chosen);
    listing to{chosen, machine, chosen_sleepers(chosen), {}};
    if (chosen.sweep_axis == slack_axis().name) {
        for (const std::uint64_t slice_ms : slices) {
            add_slack_sweep(to, slice_ms);
        }
        return std::move(to.list);
    }
    if (chosen.sweep_axis == idle_axis().name) {
        for (const placement where : chosen.placements) {
            add_idle_sweep(to, slices.front(), where);
        }
        return std::move(to.list);
    }
    add_wakes_of_all_kinds(to, slices);
    for (const std::uint64_t slice_ms : slices) {
        to.add_timeouts([&](sleeper_kind who) { return timeout_lateness_name(who, slice_ms); },
                        milliseconds(slice_ms), std::nullopt);
    }
    to.add_costs<found::empty>("empty", "one wake() that finds nobody, and taking its permit");
    to.add_costs<found::permit>("permit", "one wake() that finds a permit");
    return std::move(to.list);
}

} // namespace tollgate::sleep_test
