// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "price_cases.hpp"
#include "sleepers.hpp"
#include "spin_or_sleep_cases.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/bench/placements.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace tollgate::sleep_test {
namespace {

using cpu::placement;
using measure::case_key;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

/// Time for two readings and a wake-up, so that no event lasts zero.
constexpr microseconds event_overhead{100};

using key_of_sleeper = std::function<case_key(const sleeper_kind&)>;

/// The state that all cases of a run share while they are listed.
struct table {
    bench::case_table to;
    std::vector<sleeper_kind> sleepers;

    /// Adds a case of each sleeper, to compare with the case of the first sleeper.
    void add_each(
        const key_of_sleeper& key_of,
        const std::function<measure::measured_case(const sleeper_kind&, const case_key&)>& make) {
        for (const sleeper_kind& kind : sleepers) {
            to.add(make(kind, key_of(kind)), key_of(sleepers.front()));
        }
    }

    void add_wakes(const key_of_sleeper& key_of, until end, const char* unit, nanoseconds interval,
                   placement where, const measure::moments& when) {
        const auto place = to.assign(where, 2, key_of(sleepers.front()));
        if (!place) {
            return;
        }
        const bool spins = where != placement::same && to.machine().threads.size() > 1;
        add_each(key_of, [&](const sleeper_kind& kind, const case_key& key) {
            return measure::make_event_case(key, unit, 2,
                                            kind.wakes(end, interval, *place, spins, when),
                                            {when.mean() + event_overhead, nanoseconds(0)});
        });
    }

    void add_timeouts(const key_of_sleeper& key_of, nanoseconds interval,
                      std::optional<nanoseconds> slack) {
        add_each(key_of, [&](const sleeper_kind& kind, const case_key& key) {
            return measure::make_event_case(key, "one sleep without a wake: how late it ends", 1,
                                            kind.timeouts(interval, slack),
                                            {interval + event_overhead, interval});
        });
    }

    void add_costs(found state, const char* word, const char* unit) {
        add_each(
            [&](const sleeper_kind& kind) {
                return case_key("sleep/wake_cost", {{"sleeper", kind.name}, {"found", word}});
            },
            [&](const sleeper_kind& kind, const case_key& key) {
                return kind.wake_cost(state, key, unit);
            });
    }
};

constexpr const char* latency_unit = "one wake-up of a sleeping thread, from wake() until it runs";

case_key latency_key(const sleeper_kind& kind, const char* over, std::uint64_t time,
                     placement where) {
    return {"sleep/wake_latency",
            {{"sleeper", kind.name}, {over, time}, {"placement", cpu::to_string(where)}}};
}

case_key lateness_key(const sleeper_kind& kind, std::uint64_t interval_ms) {
    return {"sleep/timeout_lateness", {{"sleeper", kind.name}, {"interval_ms", interval_ms}}};
}

void add_idle_sweep(table& all, std::uint64_t interval_ms, placement where) {
    for (const std::uint64_t idle_us : all.to.chosen().numbers.at("idle_us")) {
        const auto key_of = [&](const sleeper_kind& kind) {
            return latency_key(kind, "idle_us", idle_us, where);
        };
        if (where == placement::same) {
            all.to.refuse(key_of(all.sleepers.front()),
                          "the waking thread keeps the shared CPU busy, so the CPU is never idle");
            continue;
        }
        // The interval only has to be longer than the idle time.
        const microseconds idle(idle_us);
        all.add_wakes(key_of, until::sleeper_runs, latency_unit,
                      milliseconds(interval_ms) + 2 * idle, where,
                      measure::moments(idle, idle, all.to.chosen().seed));
    }
}

void add_slack_sweep(table& all, const std::vector<std::uint64_t>& intervals) {
    for (const std::uint64_t interval_ms : intervals) {
        for (const std::uint64_t slack_ns : all.to.chosen().numbers.at("slack_ns")) {
            all.add_timeouts(
                [&](const sleeper_kind& kind) {
                    return lateness_key(kind, interval_ms).with("slack_ns", slack_ns);
                },
                milliseconds(interval_ms), nanoseconds(slack_ns));
        }
    }
}

/// Measures wake latency for every interval with the first chosen placement, and for the shortest
/// interval with the other placements: the latency does not depend on the interval.
void add_wakes_of_all_kinds(table& all, const std::vector<std::uint64_t>& intervals) {
    const cli::options& chosen = all.to.chosen();
    const auto moments_of = [&](std::uint64_t interval_ms) {
        return moments_within(milliseconds(interval_ms), chosen.seed);
    };
    for (const placement where : bench::ordered_placements(chosen, all.to.machine())) {
        for (const std::uint64_t interval_ms : intervals) {
            if (interval_ms == intervals.front() || where == chosen.placements.front()) {
                all.add_wakes(
                    [&](const sleeper_kind& kind) {
                        return latency_key(kind, "interval_ms", interval_ms, where);
                    },
                    until::sleeper_runs, latency_unit, milliseconds(interval_ms), where,
                    moments_of(interval_ms));
            }
        }
        all.add_wakes(
            [&](const sleeper_kind& kind) {
                return case_key("sleep/wake_cost", {{"sleeper", kind.name},
                                                    {"found", "sleeper"},
                                                    {"placement", cpu::to_string(where)}});
            },
            until::wake_returns, "one wake() of a sleeping thread, until wake() returns",
            milliseconds(intervals.front()), where, moments_of(intervals.front()));
    }
}

std::vector<sleeper_kind> sleepers_named(const std::vector<std::string>& words) {
    std::vector<sleeper_kind> sleepers = all_sleepers();
    std::erase_if(sleepers, [&](const sleeper_kind& kind) {
        return std::find(words.begin(), words.end(), kind.name) == words.end();
    });
    return sleepers;
}

run::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    require_options_of_spin_or_sleep(chosen);
#if defined(__linux__)
    if (chosen.given.contains(prices_flag)) {
        return price_cases(chosen, machine);
    }
#endif
    table all{{chosen, machine}, sleepers_named(chosen.words.at("sleepers"))};
    std::vector<std::uint64_t> intervals = chosen.numbers.at("intervals");
    if (chosen.sweep && !chosen.is_given("intervals")) {
        intervals = {intervals.front()}; // the question is another one
    }
    if (chosen.is_swept("slack_ns")) {
        add_slack_sweep(all, intervals);
    } else if (chosen.is_swept("gap_us")) {
        add_spin_or_sleep(all.to);
    } else if (chosen.is_swept("idle_us")) {
        for (const placement where : bench::chosen_placements(chosen, machine)) {
            add_idle_sweep(all, intervals.front(), where);
        }
    } else {
        add_wakes_of_all_kinds(all, intervals);
        for (const std::uint64_t interval_ms : intervals) {
            all.add_timeouts(
                [&](const sleeper_kind& kind) { return lateness_key(kind, interval_ms); },
                milliseconds(interval_ms), std::nullopt);
        }
        all.add_costs(found::empty, "empty",
                      "one wake() that finds no thread, and one taking of its permit");
        all.add_costs(found::permit, "permit", "one wake() that finds a permit");
    }
    return std::move(all.to).take();
}

bool is_headline(const case_key& key) {
    if (key.path() == "sleep/timeout_lateness") {
        return key.number("interval_ms") == 2 && !key.is("sleeper", {"channel"});
    }
    if (!key.is("sleeper", {"parker", "condvar"})) {
        return false;
    }
    return key.is("found", {"empty"}) ||
           (key.path() == "sleep/wake_latency" && key.number("interval_ms") == 2 &&
            key.is("placement", {"same", "core"}));
}

void answer(report::answer& text) {
    const auto late = [](const char* sleeper) -> report::case_pattern {
        return {"sleep/timeout_lateness", {{"sleeper", sleeper}, {"interval_ms", "2"}}};
    };
    const auto wake = [](const char* where) -> report::case_pattern {
        return {"sleep/wake_latency", {{"sleeper", "parker"}, {"placement", where}}};
    };
    text.say("A sleep of 2 ms ends late by", late("parker"), "one by a condition variable",
             late("condvar"));
    text.say("A sleep of 2 ms that spins at its end is late by", late("parker_spin"),
             "one that does not", late("parker"));
    text.say("A thread on another CPU is awake after", wake("core"), "one on the waker's CPU",
             wake("same"));
}

} // namespace

cli::program describe_program() {
    cli::program description;
    description.name = "testSleep";
    description.question =
        "How late does a sleeping thread wake up on this machine, and what does a wake-up cost?";
    description.budget_s = 19;
    description.headline_budget_s = 16;
    description.answer = answer;
    description.headline = is_headline;
    description.has_placements = true;
    cli::word_axis sleepers;
    sleepers.name = "sleepers";
    for (const sleeper_kind& kind : all_sleepers()) {
        sleepers.allowed.emplace_back(kind.name);
    }
    sleepers.help = "parker,parker_spin,condvar,channel,eventfd (all)";
    description.words = {sleepers};
    description.numbers = {{"intervals",
                            {1, 3'600'000},
                            "times from the start of a sleep to its deadline, 1 to 3600000 ms "
                            "(2,5,10,50,100)",
                            "",
                            "",
                            {2, 5, 10, 50, 100}},
                           {"slack_ns",
                            {1, 1'000'000'000},
                            "",
                            "1,1000,50000",
                            "lateness over the thread's timer slack, with --intervals 2"},
                           {"idle_us",
                            {10, 1'000'000},
                            "",
                            "10,100,1000",
                            "wake latency over the idle time of the sleeping thread's CPU"}};
    description.optional = {{spin_or_sleep_path, "--sweep gap_us:LIST"}};
#if defined(__linux__)
    description.flags = {describe_prices()};
    std::ranges::copy(paths_of_prices(), std::back_inserter(description.optional));
#endif
    std::ranges::copy(spin_or_sleep_axes(), std::back_inserter(description.numbers));
    description.steps = cli::list_steps::one_two_five;
    description.ways = {"sleeper", "waiter", "spin_us"};
    description.case_names = case_names();
    description.build = environment::facts_of_this_build();
    description.cases = make_cases;
    description.overview = spin_or_sleep_text;
    description.failed_self_checks = failed_slopes;
    description.self_checks_not_made = slopes_not_judged;
    return description;
}

} // namespace tollgate::sleep_test
