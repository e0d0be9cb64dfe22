// SPDX-License-Identifier: BSL-1.0
#include "demo.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/measure/usage.hpp>
#include <tollgate/posix/start_thread.hpp>
#include <tollgate/sleep/relax.hpp>

#include <chrono>
#include <cstdint>
#include <future>
#include <latch>
#include <memory>
#include <mutex>

#if defined(__linux__)
#include <sched.h>
#endif

namespace tollgate::liveness_test {

namespace {

using namespace std::chrono_literals;
using liveness::checkpoint;
using liveness::thread_state;
using liveness::watched_scope;

/// What the checkpoints mean; the threads' descriptions name those that they get stuck at.
enum place : std::uint32_t {
    sits_down = 11,
    holds_one = 12,
    holds_both = 13,
    hungry = 21,
    begins_work = 31,
    work_done = 32,
    has_worked = 41,
    has_rested = 42
};

/// The state that two eaters share. It belongs to both threads, and stays with them.
struct table {
    std::mutex fork;
    std::mutex knife;
    std::latch both_hold_one{2};
};

void eat(table& at, std::mutex& first, std::mutex& second) {
    const std::lock_guard one(first);
    checkpoint(holds_one);
    at.both_hold_one.arrive_and_wait();
    const std::lock_guard other(second);
    checkpoint(holds_both);
}

void work_for(std::chrono::nanoseconds cpu_time, const std::atomic<bool>& over) {
    const auto until = measure::usage_of_this_thread().cpu + cpu_time;
    while (!over && measure::usage_of_this_thread().cpu < until) {
        sleep::relax();
    }
}

/// From now on the calling thread runs on this CPU when no other wants it, or hardly more often.
/// False if the system has no such thing.
bool put_last(int cpu) {
#if defined(__linux__)
    const sched_param none{};
    cpu::pin_this_thread(cpu);
    return ::sched_setscheduler(0, SCHED_IDLE, &none) == 0;
#else
    return cpu < 0;
#endif
}

} // namespace

void kept_failure::in(const std::function<void()>& work) noexcept {
    try {
        work();
    } catch (...) {
        const std::lock_guard lock(mutex_);
        first_ = first_ ? first_ : std::current_exception();
    }
}

void kept_failure::rethrow() const {
    const std::lock_guard lock(mutex_);
    if (first_) {
        std::rethrow_exception(first_);
    }
}

std::vector<demo_thread> start_dead_lock(liveness::registry& in,
                                         std::shared_ptr<kept_failure> failure) {
    const auto at = std::make_shared<table>();
    const auto start = [&](const std::string& name, std::mutex& first, std::mutex& second) {
        // The process ends around them: nothing that they touch is destroyed before.
        posix::start_thread([at, &in, name, &first, &second, failure] {
            failure->in([&] {
                const watched_scope scope(in, name, sits_down);
                eat(*at, first, second);
            });
        }).detach();
    };
    start("dead-lock A", at->fork, at->knife);
    start("dead-lock B", at->knife, at->fork);
    return {{"dead-lock A", "takes the fork (checkpoint 12), and wants the knife, too",
             thread_state::blocked},
            {"dead-lock B", "takes the knife (checkpoint 12), and wants the fork, too",
             thread_state::blocked}};
}

stuck_threads::~stuck_threads() {
    over_ = true;
    for (std::thread& one : threads_) {
        one.join();
    }
}

void stuck_threads::start(std::function<void()> work) {
    threads_.push_back(
        posix::start_thread([kept = failure_, work = std::move(work)] { kept->in(work); }));
}

std::vector<demo_thread> stuck_threads::start_live_lock() {
    std::vector<demo_thread> eaters;
    for (const int me : {0, 1}) {
        const std::string name = me == 0 ? "live-lock A" : "live-lock B";
        start([this, me, name] {
            const watched_scope scope(registry_, name, hungry);
            while (!over_) {
                if (spoon_ == me) {
                    spoon_ = 1 - me; // who has not eaten either
                }
                sleep::relax();
            }
        });
        eaters.push_back({name, "is hungry (checkpoint 21), and lets the other have the spoon",
                          thread_state::spinning, true});
    }
    return eaters;
}

std::optional<demo_thread> stuck_threads::start_starved() {
    const cpu::topology machine = cpu::read_topology();
    if (!machine.can_pin) {
        return std::nullopt;
    }
    const int cpu = machine.threads.back().cpu;
    std::promise<bool> ready;
    start([this, cpu, &ready] {
        bool is_last = false;
        try {
            is_last = put_last(cpu);
            ready.set_value(is_last);
        } catch (...) {
            ready.set_exception(std::current_exception());
        }
        if (!is_last) {
            return;
        }
        const watched_scope scope(registry_, "starved", begins_work);
        while (!over_) {
            work_for(1s, over_); // more than it gets in the whole demonstration
            checkpoint(work_done);
        }
    });
    if (!ready.get_future().get()) {
        return std::nullopt;
    }
    start([this, cpu] {
        cpu::pin_this_thread(cpu);
        while (!over_) {
            sleep::relax();
        }
    });
    return demo_thread{"starved",
                       "has work to do (checkpoint 31), last on a CPU that another thread has",
                       thread_state::starved};
}

demo_thread stuck_threads::start_healthy() {
    start([this] {
        const watched_scope scope(registry_, "healthy", has_rested);
        while (!over_) {
            work_for(1ms, over_);
            checkpoint(has_worked);
            std::this_thread::sleep_for(10ms);
            checkpoint(has_rested);
        }
    });
    return {"healthy", "works for a millisecond (checkpoint 41), and rests for ten (42)"};
}

} // namespace tollgate::liveness_test
