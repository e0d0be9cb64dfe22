// SPDX-License-Identifier: BSL-1.0
//
// What a thread pays for being watched, to begin with it and to end, and what the clocks cost that
// others ask.
#include "crew_loop.hpp"
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

/// A subject in a loop.
template <class Subject, std::uint64_t Block = 64>
void add_block(bench::case_table& to, measure::case_key key, std::string unit,
               const measure::case_key& compared_with, const setup& how = {}) {
    to.add(
        measure::make_case(std::move(key), std::move(unit), 1, 1, block_loop<Subject, Block>{how}),
        compared_with);
}

/// What many threads do at once: "checkpoint" or "register", in words, and whose it is compared
/// with.
struct crew_question {
    std::string what;
    std::string unit; ///< "one checkpoint"
    parameters reference;
    std::optional<measure::case_key> reference_of_one = {}; ///< if one thread has another
};

[[nodiscard]] inline measure::case_key crew_key(const std::string& what, const parameters& whose,
                                                std::uint64_t threads) {
    return measure::case_key("liveness/" + what, whose).with("threads", threads);
}

/// The figures asked of crews. A crew of a thousand takes a tenth of a second to start, so fewer
/// are asked of others than ours, unless the numbers of threads were given.
enum class asked_of_crews { everything, cost, cost_of_small_ones };

inline constexpr std::uint64_t largest_small_crew = 64;

/// A crew starts in about so long, for each of its threads.
inline constexpr std::chrono::microseconds starting_a_thread{80};

/// One thread in an unobserved loop. Of several what each pays, where they share one CPU and no two
/// share a core, and what all of them get done on all CPUs.
template <class Subject>
void add_crews(bench::case_table& to, const crew_question& asked, const parameters& whose,
               asked_of_crews extent, const setup& how = {}) {
    const auto add = [&](const std::string& what, std::uint64_t threads, asked_of_crew of,
                         const std::string& unit) {
        const crew_loop<Subject> loop{threads, of, how,
                                      of == asked_of_crew::cost ? bench::one_cpu(to.machine()).cpus
                                                                : to.machine().cpus()};
        const std::chrono::nanoseconds work(
            static_cast<std::int64_t>(static_cast<double>(loop.calls()) * Subject::about_ns));
        to.add(measure::make_event_case(
                   crew_key(what, whose, threads), asked.unit + unit, threads, loop,
                   {(work + starting_a_thread) * threads, std::chrono::nanoseconds(0)}),
               crew_key(what, asked.reference, threads));
    };
    for (const std::uint64_t threads : to.chosen().numbers.at("threads")) {
        if (extent == asked_of_crews::cost_of_small_ones && threads > largest_small_crew &&
            !to.chosen().is_given("threads")) {
            continue;
        }
        if (threads == 1) {
            add_block<Subject>(
                to, crew_key(asked.what, whose, 1), asked.unit,
                asked.reference_of_one.value_or(crew_key(asked.what, asked.reference, 1)), how);
            continue;
        }
        add(asked.what, threads, asked_of_crew::cost,
            ": CPU time on its own thread, of threads that share a CPU");
        if (extent == asked_of_crews::everything) {
            add(asked.what + "_throughput", threads, asked_of_crew::throughput,
                ": the time from one to the next, whichever of the threads', on all CPUs");
        }
    }
}

namespace {

/// What a checkpoint with the counter cannot do without.
const measure::case_key counter_reading{"liveness/clock", {{"source", "tsc"}}};

template <class Clock>
void add_clock(bench::case_table& to, const char* source, const char* unit = "one reading") {
    add_block<clock_reading<Clock>>(to, {"liveness/clock", {{"source", source}}}, unit,
                                    counter_reading);
}

} // namespace

void add_clocks(bench::case_table& to) {
    add_clock<unfenced_counter>(to, "tsc",
                                "one reading of the CPU's counter, ordered with nothing");
    add_clock<clock::monotonic_coarse_clock>(to, "monotonic_coarse");
    add_clock<clock::monotonic_clock>(to, "monotonic");
    add_clock<clock::realtime_clock>(to, "realtime");
}

void add_checkpoints(bench::case_table& to) {
    const parameters coarse{{"impl", "tollgate"}, {"policy", "coarse"}};
    const parameters counter{{"impl", "tollgate"}, {"policy", "tsc"}};
    const crew_question asked{"checkpoint", "one checkpoint", coarse};
    add_crews<passing>(to, asked, coarse, asked_of_crews::everything);
    // One thread's checkpoint with a counter cannot do without a reading of it.
    crew_question of_counter = asked;
    if (!to.chosen().sweep) {
        of_counter.reference_of_one = counter_reading;
    }
    add_crews<passing>(to, of_counter, counter, asked_of_crews::cost,
                       {liveness::stamps::counter, 0});
    add_crews<touching>(to, asked, {{"impl", "touch_flag"}}, asked_of_crews::cost_of_small_ones);
    add_crews<stamping>(to, asked, {{"impl", "clock_stamp"}}, asked_of_crews::cost_of_small_ones);
}

void add_scopes(bench::case_table& to) {
    const measure::case_key blocking("liveness/blocking", {{"impl", "tollgate"}});
    add_block<passing_blocking>(
        to, blocking,
        "one blocking_scope around nothing: two checkpoints, two changes of the limit", blocking);
    const measure::case_key migrating("liveness/migrating/checkpoint");
    add_block<passing_migrating>(to, migrating, "one checkpoint of a migrating_scope", migrating);
}

void add_registrations(bench::case_table& to) {
    const parameters own{{"impl", "tollgate"}};
    const crew_question asked{"register", "registering, with a first checkpoint, and deregistering",
                              own};
    add_crews<registering>(to, asked, own, asked_of_crews::everything);
    const auto& threads = to.chosen().numbers.at("threads");
    if (std::find(threads.begin(), threads.end(), 1U) != threads.end()) {
        add_block<registering_nested>(to, crew_key("register_nested", own, 1),
                                      "the same within another scope",
                                      crew_key("register", own, 1));
    }
    add_crews<deadline_setting>(to, asked, {{"impl", "deadline_scope"}},
                                asked_of_crews::cost_of_small_ones);
    add_crews<listing<single_stamp>>(to, asked, {{"impl", "locked_list"}},
                                     asked_of_crews::cost_of_small_ones);
}

void add_full_cycles(bench::case_table& to) {
    const auto key_of = [](const char* impl, std::uint64_t checkpoints) {
        return measure::case_key("liveness/full_cycle",
                                 {{"impl", impl}, {"checkpoints", checkpoints}});
    };
    for (const std::uint64_t checkpoints : {100, 1'000, 10'000}) {
        const std::string unit =
            fmt::format("registering, {} checkpoints, and deregistering", checkpoints);
        const setup how{liveness::stamps::coarse, checkpoints};
        const measure::case_key own = key_of("tollgate", checkpoints);
        add_block<cycling, 1>(to, own, unit, own, how);
        add_block<listing<stamped_history>, 1>(to, key_of("clock_stamp", checkpoints), unit, own,
                                               how);
    }
}

} // namespace tollgate::liveness_test
