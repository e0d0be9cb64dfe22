// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "queue_table.hpp"

#include <tollgate/bench/placements.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::queue_test {
namespace {

/// Of the messages of one queue; a ping-pong makes two.
constexpr std::size_t most_bytes = std::size_t{1} << 30;

cli::word_axis queues_axis() {
    std::vector<std::string> names;
    queue_table named(names);
    add_all_queues(named);
    return {
        "queues", names,
        "which queues; --list prints their names after impl: (all); the average of a clock-pair "
        "run is printed if blocking is one of them"};
}

std::vector<cli::number_axis> number_axes() {
    constexpr cli::whole_range member_range{1, 256};
    const std::vector<std::uint64_t> sources(static_sources.begin(), static_sources.end());
    return {{"capacity",
             {1, 65'536},
             "1 to 65536 messages (64 for pingpong, 1024 for stream)",
             "1,64,1024",
             "cost over the capacity"},
            {"payload",
             {payloads.front(), payloads.back()},
             "bytes of a message: 8, 64, 1024 or 65536 (8)",
             "8,64,1024",
             "cost over the bytes of a message",
             {8},
             payloads,
             " bytes"},
            {"producers",
             member_range,
             "1 to 256 threads (1)",
             "1,2,4,8",
             "cost over the number of threads on each side",
             {1}},
            {"consumers", member_range, "1 to 256 threads (as many as producers)"},
            {"sources",
             {static_sources.front(), static_sources.back()},
             "1, 2, 4, 8 or 16 queues of a select by one thread (2; with --all: all)",
             "1,2,4,8,16",
             "cost over the number of queues of a select",
             {usual_static_sources},
             sources,
             " queues"}};
}

void expect_memory_for(const setting& chosen_setting) {
    if (chosen_setting.dimensions.capacity * chosen_setting.payload > most_bytes) {
        throw run::usage_error(fmt::format(
            "--capacity: '{}' messages of {} bytes are {} MiB; at most {} MiB",
            chosen_setting.dimensions.capacity, chosen_setting.payload,
            (chosen_setting.dimensions.capacity * chosen_setting.payload) >> 20, most_bytes >> 20));
    }
}

constexpr std::uint64_t usual_capacity = 64;

/// The case of the clock-pair run: our blocking queue between two CPUs if there is such a case, or
/// at the first chosen place.
std::string clock_pair_case(const cli::options& chosen, const cpu::topology& machine) {
    const auto first = [&](const char* axis, std::uint64_t fallback) {
        const std::vector<std::uint64_t>& given = chosen.numbers.at(axis);
        return given.empty() ? fallback : given.front();
    };
    const std::vector<cpu::placement> places = bench::near_placements(chosen, machine, false);
    const bool apart = std::ranges::count(places, cpu::placement::core) != 0;
    const std::uint64_t producers = first("producers", 1);
    return measure::case_key(
               "queue/pingpong",
               {{"impl", "blocking"},
                {"producers", producers},
                {"consumers", first("consumers", producers)},
                {"capacity", first("capacity", usual_capacity)},
                {"payload", first("payload", payloads.front())},
                {"placement", cpu::to_string(apart ? cpu::placement::core : places.front())}})
        .name();
}

/// By default ping-pong on one CPU and between two CPUs, and streams between two.
std::vector<setting> chosen_settings(const cli::options& chosen, const cpu::topology& machine) {
    const auto numbers = [&](const char* axis, std::uint64_t fallback) {
        const std::vector<std::uint64_t>& given = chosen.numbers.at(axis);
        return given.empty() ? std::vector{fallback} : given;
    };
    constexpr std::uint64_t as_many = 0;
    std::vector<traffic> patterns{traffic::pingpong, traffic::stream, traffic::batches};
    if (chosen.is_swept("sources")) {
        patterns.clear();
    } else if (!chosen.sweep) {
        patterns.push_back(traffic::select_pingpong);
    }
    std::vector<setting> all;
    for (const traffic pattern : patterns) {
        const bool apart_alone = pattern == traffic::stream || pattern == traffic::batches;
        for (const auto& [placement, producers, consumers, capacity, payload] : bench::product(
                 bench::near_placements(chosen, machine, apart_alone), numbers("producers", 1),
                 numbers("consumers", as_many),
                 numbers("capacity", apart_alone ? 1024 : usual_capacity), numbers("payload", 8))) {
            all.push_back({pattern,
                           {producers, consumers == as_many ? producers : consumers, capacity},
                           payload,
                           placement});
            expect_memory_for(all.back());
        }
    }
    return all;
}

run::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    bench::case_table table(chosen, machine);
    if (!chosen.is_given("placement")) { // reports why there are no cases on two CPUs, if so
        static_cast<void>(
            table.assign(cpu::placement::core, 2, {"queue/*", {{"placement", "core"}}}));
    }
    queue_table queues(table, chosen_settings(chosen, machine));
    add_all_queues(queues);
    add_async_cases(table);
    return std::move(table).take();
}

/// Ping-pong on one CPU, where a receiver sleeps until there is a message; between fibers; between
/// two CPUs, where the receiver can be awake; and streams. Each with our queues, with a mutex and a
/// condition variable, and with the best alternatives.
bool is_headline(const measure::case_key& key) {
    if (key.has("pop") || key.has("batch") || key.has("by") || key.has("form")) {
        return false;
    }
    const bool alone = key.is("placement", {"same"});
    if (key.within_program() == "*") {
        return true; // the reason for missing cases
    }
    if (key.is("between", {"fibers"})) {
        return alone && key.is("impl", {"tollgate_channel", "boost_fiber_buffered"}) &&
               !key.is("capacity", {"0"});
    }
    if (alone) {
        return key.is("impl", {"blocking", "mutex_condvar"});
    }
    if (key.has("wait")) {
        return key.path() == "queue/stream"
                   ? key.is("impl", {"cached_ring"}) && key.is("wait", {"spin"})
                   : key.is("impl", {"boost_spsc"}) && key.is("wait", {"yield"});
    }
    return key.is("impl", {"blocking", "spsc", "mutex_condvar"});
}

void answer(report::answer& texts) {
    const auto queue = [](const char* path, const char* impl,
                          const char* where) -> report::case_pattern {
        return {path, {{"impl", impl}, {"pop", ""}, {"placement", where}}};
    };
    texts.say("A message by Tollgate's blocking queue to another CPU costs",
              queue("queue/pingpong", "blocking", "core"),
              "one by a mutex and a condition variable",
              queue("queue/pingpong", "mutex_condvar", "core"));
    texts.say("A message of a stream by Tollgate's SPSC queue costs",
              queue("queue/stream", "spsc", "core"), "one by a ring that only spins",
              queue("queue/stream", "cached_ring", "core"));
    texts.say("A message between fibers by Tollgate's channel costs",
              queue("queue/pingpong", "tollgate_channel", "same"), "one by Boost's channel",
              queue("queue/pingpong", "boost_fiber_buffered", "same"));
}

} // namespace

cli::program describe_program() {
    cli::program description;
    description.name = "testQueue";
    description.question =
        "What does it cost to hand a message over through a queue, in time and in CPU time?";
    description.kind = "Queue";
    description.budget_s = 15;
    description.headline_budget_s = 17;
    description.answer = answer;
    description.headline = is_headline;
    description.has_placements = true;
    description.placements_by_default = "same and core, for streams core";
    description.words = {queues_axis()};
    description.numbers = number_axes();
    description.ways = {"wait"};
    description.case_names = case_names();
    description.build = environment::facts_of_this_build();
    description.cases = make_cases;
    description.reference = clock_pair_case;
    return description;
}

} // namespace tollgate::queue_test
