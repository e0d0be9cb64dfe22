// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "sleepers.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/bench/placements.hpp>

#include <algorithm>
#include <functional>
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

/// Two readings and a wake-up, so that an event is never said to last nothing.
constexpr microseconds beside_the_event{100};

using key_of_sleeper = std::function<case_key(const sleeper_kind&)>;

/// The state that all cases of a run share while they are listed.
struct table {
    bench::case_table to;
    std::vector<sleeper_kind> sleepers;

    /// A case of each sleeper, compared with the first one's.
    void add_each(
        const key_of_sleeper& key_of,
        const std::function<measure::measured_case(const sleeper_kind&, const case_key&)>& make) {
        for (const sleeper_kind& who : sleepers) {
            to.add(make(who, key_of(who)), key_of(sleepers.front()));
        }
    }

    void add_wakes(const key_of_sleeper& key_of, until end, const char* unit, nanoseconds slice,
                   placement where, const measure::moments& when) {
        const auto place = to.assign(where, 2, key_of(sleepers.front()));
        if (!place) {
            return;
        }
        const bool spins = where != placement::same && to.machine().threads.size() > 1;
        add_each(key_of, [&](const sleeper_kind& who, const case_key& key) {
            return measure::make_event_case(key, unit, 2,
                                            who.wakes(end, slice, *place, spins, when),
                                            {when.mean() + beside_the_event, nanoseconds(0)});
        });
    }

    void add_timeouts(const key_of_sleeper& key_of, nanoseconds slice,
                      std::optional<nanoseconds> slack) {
        add_each(key_of, [&](const sleeper_kind& who, const case_key& key) {
            return measure::make_event_case(key, "one sleep that nobody wakes: how late it ends", 1,
                                            who.timeouts(slice, slack),
                                            {slice + beside_the_event, slice});
        });
    }

    void add_costs(found what, const char* word, const char* unit) {
        add_each(
            [&](const sleeper_kind& who) {
                return case_key("sleep/wake_cost", {{"sleeper", who.name}, {"found", word}});
            },
            [&](const sleeper_kind& who, const case_key& key) {
                return who.wake_cost(what, key, unit);
            });
    }
};

constexpr const char* latency_unit = "one wake of a sleeper: wake() to running again";

case_key latency_key(const sleeper_kind& who, const char* over, std::uint64_t time,
                     placement where) {
    return {"sleep/wake_latency",
            {{"sleeper", who.name}, {over, time}, {"placement", cpu::to_string(where)}}};
}

case_key lateness_key(const sleeper_kind& who, std::uint64_t slice_ms) {
    return {"sleep/timeout_lateness", {{"sleeper", who.name}, {"slice_ms", slice_ms}}};
}

void add_idle_sweep(table& all, std::uint64_t slice_ms, placement where) {
    for (const std::uint64_t idle_us : all.to.chosen().numbers.at("idle_us")) {
        const auto key_of = [&](const sleeper_kind& who) {
            return latency_key(who, "idle_us", idle_us, where);
        };
        if (where == placement::same) {
            all.to.refuse(key_of(all.sleepers.front()),
                          "the waker keeps the CPU that they share busy");
            continue;
        }
        // The slice only has to be longer than the CPU is idle.
        const microseconds idle(idle_us);
        all.add_wakes(key_of, until::sleeper_runs, latency_unit, milliseconds(slice_ms) + 2 * idle,
                      where, measure::moments(idle, idle, all.to.chosen().seed));
    }
}

void add_slack_sweep(table& all, const std::vector<std::uint64_t>& slices) {
    for (const std::uint64_t slice_ms : slices) {
        for (const std::uint64_t slack_ns : all.to.chosen().numbers.at("slack_ns")) {
            all.add_timeouts(
                [&](const sleeper_kind& who) {
                    return lateness_key(who, slice_ms).with("slack_ns", slack_ns);
                },
                milliseconds(slice_ms), nanoseconds(slack_ns));
        }
    }
}

/// Wake latency is measured for every slice with the first of the placements asked for, and for the
/// shortest slice with the others: it does not depend on the slice.
void add_wakes_of_all_kinds(table& all, const std::vector<std::uint64_t>& slices) {
    const cli::options& chosen = all.to.chosen();
    const auto moments_of = [&](std::uint64_t slice_ms) {
        return moments_within(milliseconds(slice_ms), chosen.seed);
    };
    for (const placement where : bench::ordered_placements(chosen, all.to.machine())) {
        for (const std::uint64_t slice_ms : slices) {
            if (slice_ms == slices.front() || where == chosen.placements.front()) {
                all.add_wakes(
                    [&](const sleeper_kind& who) {
                        return latency_key(who, "slice_ms", slice_ms, where);
                    },
                    until::sleeper_runs, latency_unit, milliseconds(slice_ms), where,
                    moments_of(slice_ms));
            }
        }
        all.add_wakes(
            [&](const sleeper_kind& who) {
                return case_key("sleep/wake_cost", {{"sleeper", who.name},
                                                    {"found", "sleeper"},
                                                    {"placement", cpu::to_string(where)}});
            },
            until::wake_returns,
            "one wake() of a sleeper, until it returns; CPU time is the sleeper's",
            milliseconds(slices.front()), where, moments_of(slices.front()));
    }
}

std::vector<sleeper_kind> sleepers_called(const std::vector<std::string>& words) {
    std::vector<sleeper_kind> sleepers = all_sleepers();
    std::erase_if(sleepers, [&](const sleeper_kind& one) {
        return std::find(words.begin(), words.end(), one.name) == words.end();
    });
    return sleepers;
}

run::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    table all{{chosen, machine}, sleepers_called(chosen.words.at("sleepers"))};
    std::vector<std::uint64_t> slices = chosen.numbers.at("slices");
    if (chosen.sweep && !chosen.is_given("slices")) {
        slices = {slices.front()}; // it is not the question
    }
    if (chosen.is_swept("slack_ns")) {
        add_slack_sweep(all, slices);
    } else if (chosen.is_swept("idle_us")) {
        for (const placement where : bench::asked_placements(chosen, machine)) {
            add_idle_sweep(all, slices.front(), where);
        }
    } else {
        add_wakes_of_all_kinds(all, slices);
        for (const std::uint64_t slice_ms : slices) {
            all.add_timeouts([&](const sleeper_kind& who) { return lateness_key(who, slice_ms); },
                             milliseconds(slice_ms), std::nullopt);
        }
        all.add_costs(found::empty, "empty", "one wake() that finds nobody, and taking its permit");
        all.add_costs(found::permit, "permit", "one wake() that finds a permit");
    }
    return std::move(all.to).take();
}

bool is_headline(const case_key& key) {
    if (key.path() == "sleep/timeout_lateness") {
        return key.number("slice_ms") == 2 && !key.is("sleeper", {"channel"});
    }
    if (!key.is("sleeper", {"parker", "condvar"})) {
        return false;
    }
    return key.is("found", {"empty"}) ||
           (key.path() == "sleep/wake_latency" && key.number("slice_ms") == 2 &&
            key.is("placement", {"same", "core"}));
}

void answer(report::answer& found) {
    const auto late = [](const char* sleeper) -> report::case_pattern {
        return {"sleep/timeout_lateness", {{"sleeper", sleeper}, {"slice_ms", "2"}}};
    };
    const auto wake = [](const char* where) -> report::case_pattern {
        return {"sleep/wake_latency", {{"sleeper", "parker"}, {"placement", where}}};
    };
    found.say("A sleep of 2 ms ends late by", late("parker"), "one by a condition variable",
              late("condvar"));
    found.say("A sleep of 2 ms that spins at its end is late by", late("parker_spin"),
              "one that does not", late("parker"));
    found.say("A sleeper on another CPU runs after", wake("core"), "one on the waker's CPU",
              wake("same"));
}

} // namespace

cli::program describe_program() {
    cli::program what;
    what.name = "testSleep";
    what.question =
        "How late does a sleeping thread wake up on this machine, and what does it cost?";
    what.budget_s = 19;
    what.headline_budget_s = 17;
    what.answer = answer;
    what.headline = is_headline;
    what.has_placements = true;
    cli::word_axis sleepers;
    sleepers.name = "sleepers";
    for (const sleeper_kind& one : all_sleepers()) {
        sleepers.allowed.emplace_back(one.name);
    }
    sleepers.help = "parker,parker_spin,condvar,channel,eventfd (all)";
    what.words = {sleepers};
    what.numbers = {{"slices",
                     {1, 3'600'000},
                     "time slices to sleep for, 1 to 3600000 ms (2,5,10,50,100; with --sweep 2)",
                     "",
                     "",
                     {2, 5, 10, 50, 100}},
                    {"slack_ns",
                     {1, 1'000'000'000},
                     "",
                     "1,1000,50000",
                     "lateness over the thread's timer slack"},
                    {"idle_us",
                     {10, 1'000'000},
                     "",
                     "10,100,1000",
                     "wake-up over how long the sleeper's CPU was idle"}};
    what.ways = {"sleeper"};
    what.build = environment::facts_of_this_build();
    what.cases = make_cases;
    what.failed_proofs = failed_slopes;
    what.proofs_not_made = slopes_not_judged;
    return what;
}

} // namespace tollgate::sleep_test
