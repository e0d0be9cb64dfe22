// SPDX-License-Identifier: BSL-1.0
#include "stuck_threads.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/measure/usage.hpp>
#include <tollgate/sleep/relax.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <system_error>

#if defined(__linux__)
#include <sched.h>
#endif

namespace tollgate::liveness_test {

namespace {

/// From now on the calling thread runs when no other wants its CPU, or hardly more often. False if
/// the system has no such thing.
bool put_last() {
#if defined(__linux__)
    const sched_param none{};
    return ::sched_setscheduler(0, SCHED_IDLE, &none) == 0;
#else
    return false;
#endif
}

constexpr std::uint32_t begun = 11;
constexpr std::uint32_t holds_one = 12;
constexpr std::uint32_t holds_both = 13;

/// The state that two eaters share. It belongs to both threads, and stays with them.
struct table {
    std::mutex fork;
    std::mutex knife;
    std::latch both_hold_one{2};
};

void eat(table& at, std::mutex& first, std::mutex& second) {
    const std::lock_guard one(first);
    liveness::checkpoint(holds_one);
    at.both_hold_one.arrive_and_wait();
    const std::lock_guard other(second);
    liveness::checkpoint(holds_both);
}

demo_thread eater(const std::string& name, const std::string& first, const std::string& second) {
    return {name,
            "takes the " + first + ", then the " + second,
            liveness::thread_state::blocked,
            "it waits for the " + second + ", which the other holds",
            {{begun, "has sat down"},
             {holds_one, "holds the " + first + ", wants the " + second},
             {holds_both, "holds both"}},
            false};
}

} // namespace

std::vector<demo_thread> start_dead_lock(liveness::registry& in) {
    std::vector<demo_thread> eaters{eater("dead-lock A", "fork", "knife"),
                                    eater("dead-lock B", "knife", "fork")};
    const auto at = std::make_shared<table>();
    const auto start = [&](const std::string& name, std::mutex& first, std::mutex& second) {
        // The process ends around them: nothing that they touch is destroyed before.
        std::thread([at, &in, name, &first, &second] {
            const liveness::watched_scope scope(in, name, begun);
            eat(*at, first, second);
        }).detach();
    };
    start(eaters[0].name, at->fork, at->knife);
    start(eaters[1].name, at->knife, at->fork);
    return eaters;
}

namespace {

using namespace std::chrono_literals;
using liveness::thread_state;

constexpr std::uint32_t hungry = 21;
constexpr std::uint32_t has_eaten = 22;
constexpr std::uint32_t begins_work = 31;
constexpr std::uint32_t work_done = 32;
constexpr std::uint32_t has_worked = 41;
constexpr std::uint32_t has_rested = 42;

/// So much CPU time that one who is put last does not come by it in the whole demonstration.
constexpr std::chrono::nanoseconds piece_of_work = 1s;

void work_for(std::chrono::nanoseconds cpu_time, const std::atomic<bool>& over) {
    const auto until = measure::usage_of_this_thread().cpu + cpu_time;
    while (!over && measure::usage_of_this_thread().cpu < until) {
        sleep::relax();
    }
}

bool pin(int cpu) {
    try {
        cpu::pin_this_thread(cpu);
        return true;
    } catch (const std::system_error&) {
        return false;
    }
}

/// The one that has the spoon gives it to the other, who has not eaten either.
void eat_after_you(int me, std::atomic<int>& spoon, std::array<std::atomic<bool>, 2>& full,
                   const std::atomic<bool>& over) {
    const int other = 1 - me;
    while (!over) {
        if (spoon != me) {
            sleep::relax();
        } else if (!full[static_cast<std::size_t>(other)]) {
            spoon = other;
        } else {
            full[static_cast<std::size_t>(me)] = true;
            liveness::checkpoint(has_eaten);
        }
    }
}

} // namespace

stuck_threads::~stuck_threads() {
    over_ = true;
    for (std::thread& one : threads_) {
        one.join();
    }
}

std::vector<demo_thread> stuck_threads::start_live_lock() {
    std::vector<demo_thread> eaters;
    for (const int me : {0, 1}) {
        const std::string name = me == 0 ? "live-lock A" : "live-lock B";
        threads_.emplace_back([this, me, name] {
            const liveness::watched_scope scope(registry_, name, hungry);
            eat_after_you(me, spoon_, full_, over_);
        });
        eaters.push_back({name,
                          "shares a spoon, and lets the other go first",
                          thread_state::spinning,
                          "it runs and gets nowhere: each lets the other go first",
                          {{hungry, "is hungry"}, {has_eaten, "has eaten"}},
                          true});
    }
    return eaters;
}

std::optional<demo_thread> stuck_threads::start_starved() {
    const cpu::topology machine = cpu::read_topology();
    if (!machine.can_pin) {
        return std::nullopt;
    }
    const int cpu = machine.threads.back().cpu;
    const std::string name = "starved";
    std::promise<bool> ready;
    std::thread starved([this, cpu, name, &ready] {
        if (!pin(cpu) || !put_last()) {
            ready.set_value(false);
            return;
        }
        const liveness::watched_scope scope(registry_, name, begins_work);
        ready.set_value(true);
        while (!over_) {
            work_for(piece_of_work, over_);
            liveness::checkpoint(work_done);
        }
    });
    const bool is_there = ready.get_future().get();
    threads_.push_back(std::move(starved));
    if (!is_there) {
        return std::nullopt;
    }
    threads_.emplace_back([this, cpu] {
        static_cast<void>(pin(cpu));
        while (!over_) {
            sleep::relax();
        }
    });
    return demo_thread{name,
                       "is put last on a CPU that another thread keeps busy",
                       thread_state::starved,
                       "it could run, and another has its CPU",
                       {{begins_work, "has work to do"}, {work_done, "has done its work"}},
                       false};
}

demo_thread stuck_threads::start_healthy() {
    const std::string name = "healthy";
    threads_.emplace_back([this, name] {
        const liveness::watched_scope scope(registry_, name, has_rested);
        while (!over_) {
            work_for(1ms, over_);
            liveness::checkpoint(has_worked);
            std::this_thread::sleep_for(10ms);
            liveness::checkpoint(has_rested);
        }
    });
    return {name,
            "works for a millisecond and rests for ten",
            thread_state::unknown,
            "",
            {{has_worked, "has worked"}, {has_rested, "has rested"}},
            false};
}

} // namespace tollgate::liveness_test
