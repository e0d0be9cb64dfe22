// SPDX-License-Identifier: BSL-1.0
//
// The costs for a watched thread: checkpoints, registering and deregistering. And the costs of the
// clocks that other watchdogs read.
#include "group_loop.hpp"
#include "other_subjects.hpp"
#include "program.hpp"
#include "subjects.hpp"
#include "watched_subjects.hpp"

#include <tollgate/bench/placements.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::liveness_test {

using parameters = std::vector<measure::parameter>;

/// Adds a case with a subject in a loop.
template <class Subject, std::uint64_t Block = 64>
void add_block(bench::case_table& to, measure::case_key key, std::string unit,
               const measure::case_key& compared_with, const setup& options = {}) {
    to.add(measure::make_case(std::move(key), std::move(unit), 1, 1,
                              block_loop<Subject, Block>{options}),
           compared_with);
}

/// An operation that many threads do at once, and the reference of its comparison.
struct group_question {
    std::string operation; ///< "checkpoint" or "register"
    std::string unit;      ///< "one checkpoint"
    parameters reference;
    std::optional<measure::case_key> reference_of_one_thread =
        {}; ///< for one thread, if it differs
};

[[nodiscard]] inline measure::case_key group_key(const std::string& operation,
                                                 const parameters& others, std::uint64_t threads) {
    return measure::case_key("liveness/" + operation, others).with("threads", threads);
}

/// The figures and sizes of thread groups. A thread group of a thousand takes a tenth of a second
/// to start. So the alternatives have only small groups, unless the user gives the numbers of
/// threads.
enum class group_extent { everything, cost, cost_of_small_groups };

inline constexpr std::uint64_t largest_small_group = 64;

/// The time to start a thread of a thread group, about.
inline constexpr std::chrono::microseconds starting_a_thread{80};

/// Adds the cases of an operation. One thread runs in an untimed loop. For several threads there
/// are the cost for each thread, where all share one CPU, and the throughput on all CPUs.
template <class Subject>
void add_groups(bench::case_table& to, const group_question& question, const parameters& own,
                group_extent extent, const setup& options = {}) {
    const auto add = [&](const std::string& operation, std::uint64_t threads, group_figure figure,
                         const std::string& unit) {
        const group_loop<Subject> loop{
            threads, figure, options,
            figure == group_figure::cost ? bench::one_cpu(to.machine()).cpus : to.machine().cpus()};
        const std::chrono::nanoseconds work(
            static_cast<std::int64_t>(static_cast<double>(loop.calls()) * Subject::about_ns));
        to.add(measure::make_event_case(
                   group_key(operation, own, threads), question.unit + unit, threads, loop,
                   {(work + starting_a_thread) * threads, std::chrono::nanoseconds(0)}),
               group_key(operation, question.reference, threads));
    };
    for (const std::uint64_t threads : to.chosen().numbers.at("threads")) {
        if (extent == group_extent::cost_of_small_groups && threads > largest_small_group &&
            !to.chosen().is_given("threads")) {
            continue;
        }
        if (threads == 1) {
            add_block<Subject>(to, group_key(question.operation, own, 1), question.unit,
                               question.reference_of_one_thread.value_or(
                                   group_key(question.operation, question.reference, 1)),
                               options);
            continue;
        }
        add(question.operation, threads, group_figure::cost,
            ": CPU time of the thread; all threads share a CPU");
        if (extent == group_extent::everything) {
            add(question.operation + "_throughput", threads, group_figure::throughput,
                ": mean time from an operation to the next of any thread, on all CPUs");
        }
    }
}

namespace {

/// The reading that every checkpoint with the counter contains.
const measure::case_key counter_reading{"liveness/clock", {{"source", "tsc"}}};

template <class Clock>
void add_clock(bench::case_table& to, const char* source, const char* unit = "one reading") {
    add_block<clock_reading<Clock>>(to, {"liveness/clock", {{"source", source}}}, unit,
                                    counter_reading);
}

} // namespace

void add_clocks(bench::case_table& to) {
    add_clock<unfenced_counter>(to, "tsc", "one unordered reading of the CPU's counter");
    add_clock<clock::monotonic_coarse_clock>(to, "monotonic_coarse");
    add_clock<clock::monotonic_clock>(to, "monotonic");
    add_clock<clock::realtime_clock>(to, "realtime");
}

void add_checkpoints(bench::case_table& to) {
    const parameters coarse{{"impl", "tollgate"}, {"policy", "coarse"}};
    const parameters counter{{"impl", "tollgate"}, {"policy", "tsc"}};
    const group_question question{"checkpoint", "one checkpoint", coarse};
    add_groups<passing>(to, question, coarse, group_extent::everything);
    // For one thread, a checkpoint with the counter is compared with a reading of it.
    group_question with_counter = question;
    if (!to.chosen().sweep) {
        with_counter.reference_of_one_thread = counter_reading;
    }
    add_groups<passing>(to, with_counter, counter, group_extent::cost,
                        {liveness::stamps::counter, 0});
    add_groups<touching>(to, question, {{"impl", "touch_flag"}},
                         group_extent::cost_of_small_groups);
    add_groups<stamping>(to, question, {{"impl", "clock_stamp"}},
                         group_extent::cost_of_small_groups);
}

void add_scopes(bench::case_table& to) {
    const measure::case_key blocking("liveness/blocking", {{"impl", "tollgate"}});
    add_block<passing_blocking>(
        to, blocking,
        "one blocking_scope around nothing: two checkpoints, two changes of the timeout", blocking);
    const measure::case_key migrating("liveness/migrating/checkpoint");
    add_block<passing_migrating>(to, migrating, "one checkpoint of a migrating_scope", migrating);
}

void add_registrations(bench::case_table& to) {
    const parameters own{{"impl", "tollgate"}};
    const group_question question{"register",
                                  "registering, with a first checkpoint, and deregistering", own};
    add_groups<registering>(to, question, own, group_extent::everything);
    const auto& threads = to.chosen().numbers.at("threads");
    if (std::find(threads.begin(), threads.end(), 1U) != threads.end()) {
        add_block<registering_nested>(to, group_key("register_nested", own, 1),
                                      "registering and deregistering within another scope",
                                      group_key("register", own, 1));
    }
    add_groups<deadline_setting>(to, question, {{"impl", "deadline_scope"}},
                                 group_extent::cost_of_small_groups);
    add_groups<listing<single_stamp>>(to, question, {{"impl", "locked_list"}},
                                      group_extent::cost_of_small_groups);
}

void add_full_cycles(bench::case_table& to) {
    const auto key_of = [](const char* impl, std::uint64_t checkpoints) {
        return measure::case_key("liveness/full_cycle",
                                 {{"impl", impl}, {"checkpoints", checkpoints}});
    };
    for (const std::uint64_t checkpoints : {100, 1'000, 10'000}) {
        const std::string unit =
            fmt::format("registering, {} checkpoints, and deregistering", checkpoints);
        const setup options{liveness::stamps::coarse, checkpoints};
        const measure::case_key own = key_of("tollgate", checkpoints);
        add_block<cycling, 1>(to, own, unit, own, options);
        add_block<listing<stamped_history>, 1>(to, key_of("clock_stamp", checkpoints), unit, own,
                                               options);
    }
}

} // namespace tollgate::liveness_test
