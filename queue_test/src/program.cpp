// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "queue_table.hpp"

#include <tollgate/bench/placements.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace tollgate::queue_test {
namespace {

/// Two queues of it are made for a ping-pong.
constexpr std::size_t most_bytes = std::size_t{1} << 30;

cli::word_axis queues_axis() {
    std::vector<std::string> names;
    queue_table named(names);
    add_all_queues(named);
    return {"queues", names, "which queues, as --list names them behind impl: (all)"};
}

std::vector<cli::number_axis> number_axes() {
    constexpr cli::whole_range member_range{1, 256};
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
             "cost over the threads on either side",
             {1}},
            {"consumers", member_range, "1 to 256 threads (as many as producers)"}};
}

void expect_memory_for(const setting& one) {
    if (one.of.capacity * one.payload > most_bytes) {
        throw run::usage_error(fmt::format(
            "--capacity: '{}' messages of {} bytes are {} MiB; at most {} MiB", one.of.capacity,
            one.payload, (one.of.capacity * one.payload) >> 20, most_bytes >> 20));
    }
}

/// By default ping-pong on one CPU and between two, and a stream between two.
std::vector<setting> chosen_settings(const cli::options& chosen, const cpu::topology& machine) {
    const auto numbers = [&](const char* axis, std::uint64_t fallback) {
        const std::vector<std::uint64_t>& some = chosen.numbers.at(axis);
        return some.empty() ? std::vector{fallback} : some;
    };
    constexpr std::uint64_t as_many = 0;
    std::vector<setting> all;
    for (const kind what : {kind::pingpong, kind::stream}) {
        const bool apart_alone = what == kind::stream;
        for (const auto& [where, producers, consumers, capacity, payload] : bench::product(
                 bench::near_placements(chosen, machine, apart_alone), numbers("producers", 1),
                 numbers("consumers", as_many),
                 numbers("capacity", what == kind::pingpong ? 64 : 1024), numbers("payload", 8))) {
            all.push_back({what,
                           {producers, consumers == as_many ? producers : consumers, capacity},
                           payload,
                           where});
            expect_memory_for(all.back());
        }
    }
    return all;
}

run::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    bench::case_table table(chosen, machine);
    if (!chosen.is_given(
            "placement")) { // says why there are no cases on two CPUs, if there are none
        static_cast<void>(
            table.assign(cpu::placement::core, 2, {"queue/*", {{"placement", "core"}}}));
    }
    queue_table queues(table, chosen_settings(chosen, machine));
    add_all_queues(queues);
    return std::move(table).take();
}

/// On one CPU, where a receiver sleeps until there is a message, and between fibers; between two
/// CPUs, where it can be awake; and streams. Ours, a mutex with a condition variable, and the best
/// peers.
bool is_headline(const measure::case_key& key) {
    if (key.has("pop")) {
        return false;
    }
    const bool alone = key.is("placement", {"same"});
    if (key.within_program() == "*") {
        return true; // it says what is not there
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

void answer(report::answer& found) {
    const auto queue = [](const char* path, const char* impl,
                          const char* where) -> report::case_pattern {
        return {path, {{"impl", impl}, {"pop", ""}, {"placement", where}}};
    };
    found.say("By Tollgate's blocking queue a message to a thread on another CPU costs",
              queue("queue/pingpong", "blocking", "core"), "one by a mutex and condition variable",
              queue("queue/pingpong", "mutex_condvar", "core"));
    found.say("By Tollgate's queue of one producer and one consumer a message of a stream costs",
              queue("queue/stream", "spsc", "core"), "one by a ring that only spins",
              queue("queue/stream", "cached_ring", "core"));
    found.say("By Tollgate's channel a message between fibers of one thread costs",
              queue("queue/pingpong", "tollgate_channel", "same"), "one by Boost's buffered one",
              queue("queue/pingpong", "boost_fiber_buffered", "same"));
}

} // namespace

cli::program describe_program() {
    cli::program what;
    what.name = "testQueue";
    what.question =
        "What does a queue take to hand a message over on this machine, and what of the CPUs?";
    what.budget_s = 15;
    what.headline_budget_s = 17;
    what.answer = answer;
    what.headline = is_headline;
    what.has_placements = true;
    what.placements_by_default = "same and core; core for streams";
    what.words = {queues_axis()};
    what.numbers = number_axes();
    what.ways = {"wait"};
    what.build = environment::facts_of_this_build();
    what.cases = make_cases;
    return what;
}

} // namespace tollgate::queue_test
