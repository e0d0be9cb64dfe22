// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "contention_text.hpp"

#include <tollgate/bench/placements.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace tollgate::lock_test {
namespace {

/// Refuses batches that would take seconds: each thread does its work at least once in a lap.
void require_short_laps(const cli::options& chosen) {
    constexpr std::uint64_t most_steps = 1'000'000;
    const std::uint64_t threads = std::ranges::max(chosen.numbers.at("threads"));
    for (const char* work : {"section", "pause"}) {
        const std::uint64_t steps = std::ranges::max(chosen.numbers.at(work));
        if (threads * steps > most_steps) {
            throw run::usage_error(fmt::format("--{}: '{}' is too long for {} threads: at most {} "
                                               "steps, or fewer threads",
                                               work, steps, threads, most_steps / threads));
        }
    }
}

run::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    require_short_laps(chosen);
    bench::case_table table(chosen, machine);
    add_locks(table);
    if (!chosen.is_swept("section") && !chosen.is_swept("pause")) {
        add_shared_data(table);
    }
    if (!chosen.sweep) {
        add_fiber_locks(table);
    }
    return std::move(table).take();
}

/// A mutex and a counter for one thread, and for several threads the usual mutex, the locks that
/// may replace it, counters, and a lock with readers.
bool is_headline(const measure::case_key& key) {
    if (key.path() == "lock/*") {
        return true; // the reason for missing cases
    }
    const auto threads = key.number("threads");
    if (!threads) {
        return false;
    }
    const bool alone = threads == 1;
    if (key.path() == "lock/exclusive") {
        return alone ? key.is("impl", {"std_mutex"})
                     : key.is("impl", {"std_mutex", "pthread_adaptive", "boost_spinlock", "ticket",
                                       "mcs", "futex"});
    }
    if (key.path() == "lock/counter") {
        return key.is("way", {"fetch_add"}) || (!alone && key.is("way", {"per_thread"}));
    }
    return !alone && (key.is("apart_bytes", {"8"}) ||
                      (key.is("impl", {"std_shared_mutex"}) && key.is("reads_pct", {"99"})));
}

/// The largest number of threads that was measured.
std::uint64_t most_threads(const report::result& result) {
    std::uint64_t most = 1;
    for (const auto& measured : result.cases) {
        most = std::max(most, measured.record.key.number("threads").value_or(1));
    }
    return most;
}

/// Whether all threads of this number had one CPU in common.
bool have_one_cpu(const report::result& result, std::uint64_t threads) {
    return std::ranges::none_of(result.cases, [&](const auto& measured) {
        const measure::case_key& key = measured.record.key;
        return key.number("threads") == threads && !key.is("placement", {"same"});
    });
}

void answer(report::answer& text) {
    const std::uint64_t most = most_threads(text.run());
    const std::string many = std::to_string(most);
    const auto with = [](const char* path, const char* parameter, const char* value,
                         const std::string& threads) -> report::case_pattern {
        return {path, {{parameter, value}, {"threads", threads}}};
    };
    const report::case_pattern alone = with("lock/exclusive", "impl", "std_mutex", "1");
    if (many == "1") {
        text.say("To lock and unlock a mutex costs", alone);
        return;
    }
    text.say("If " + many + " threads " +
                 (have_one_cpu(text.run(), most) ? "on one CPU share" : "contend for") +
                 " a mutex, an operation costs each of them",
             with("lock/exclusive", "impl", "std_mutex", many), "an operation of one thread",
             alone);
    text.say("If they add to one counter, an addition costs each of them",
             with("lock/counter", "way", "fetch_add", many), "one to a counter of its own",
             with("lock/counter", "way", "per_thread", many));
    text.state("\n" + contention_text(text.run(), text.columns(), "lock/exclusive"));
}

cli::number_axis steps_axis(const char* name, const char* help, const char* sweep_help) {
    return {name, {0, 100'000}, help, "0,10,100,1000", sweep_help, {0}};
}

} // namespace

std::vector<std::uint64_t> thread_counts(const cli::options& chosen) {
    std::vector<std::uint64_t> counts = chosen.numbers.at("threads");
    if (!chosen.is_swept("threads") && counts.front() != 1) {
        counts.insert(counts.begin(), 1);
    }
    return counts;
}

std::chrono::nanoseconds settling_at(const place& where, std::size_t threads) {
    return where.where.where == cpu::placement::same ? bench::settling_on_one_cpu(threads)
                                                     : std::chrono::milliseconds(1);
}

measure::case_key fiber_lock_key(std::uint64_t fibers) {
    return {"lock/exclusive",
            {{"impl", "boost_fiber_mutex"},
             {"between", "fibers"},
             {"fibers", fibers},
             {"placement", "same"}}};
}

cli::program describe_program() {
    cli::program description;
    description.name = "testLock";
    description.question = "What does it cost when threads meet at a lock or a counter?";
    description.members = "threads";
    description.members_range = {1, 1'000};
    description.members_default = 2;
    description.budget_s = 30;
    description.headline_budget_s = 15;
    description.answer = answer;
    description.headline = is_headline;
    description.has_placements = true;
    description.placements_by_default = "core, for one thread same";
    description.numbers = {steps_axis("section", "steps of work under the lock, 0 to 100000 (0)",
                                      "cost over the steps of work under the lock"),
                           steps_axis("pause", "steps of work between two locks, 0 to 100000 (0)",
                                      "cost over the steps of work between two locks")};
    description.ways = {"impl", "way"};
    description.case_names = case_names();
    description.build = environment::facts_of_this_build();
    description.cases = make_cases;
    description.overview = [](const report::result& result, std::size_t columns) {
        return contention_text(result, columns);
    };
    return description;
}

} // namespace tollgate::lock_test
