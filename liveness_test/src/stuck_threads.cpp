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

/// The checkpoints. The descriptions of the threads name the checkpoints where they get stuck.
enum place : std::uint32_t {
    sits_down = 11,
    holds_first = 12,
    holds_both = 13,
    hungry = 21,
    begins_work = 31,
    work_done = 32,
    has_worked = 41,
    has_rested = 42
};

/// The state that two eaters share, owned by both threads.
struct table {
    std::mutex fork;
    std::mutex knife;
    std::latch both_hold_first{2};
};

void eat(table& at, std::mutex& first, std::mutex& second) {
    const std::lock_guard first_lock(first);
    checkpoint(holds_first);
    at.both_hold_first.arrive_and_wait();
    const std::lock_guard second_lock(second);
    checkpoint(holds_both);
}

void work_for(std::chrono::nanoseconds cpu_time, const std::atomic<bool>& over) {
    const auto until = measure::usage_of_this_thread().cpu + cpu_time;
    while (!over && measure::usage_of_this_thread().cpu < until) {
        sleep::relax();
    }
}

/// From now on the calling thread runs on this CPU almost only if no other thread wants it. Returns
/// false if the system does not support this.
bool set_lowest_priority(int cpu) {
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

std::vector<demo_thread> start_dead_lock(liveness::registry& watcher,
                                         std::shared_ptr<kept_failure> failure) {
    const auto at = std::make_shared<table>();
    const auto start = [&](const std::string& name, std::mutex& first, std::mutex& second) {
        // They run until the process ends: they own what they use.
        posix::start_thread([at, &watcher, name, &first, &second, failure] {
            failure->in([&] {
                const watched_scope scope(watcher, name, sits_down);
                eat(*at, first, second);
            });
        }).detach();
    };
    start("dead-lock A", at->fork, at->knife);
    start("dead-lock B", at->knife, at->fork);
    return {{"dead-lock A", "takes the fork (checkpoint 12), and then wants the knife",
             thread_state::blocked},
            {"dead-lock B", "takes the knife (checkpoint 12), and then wants the fork",
             thread_state::blocked}};
}

stuck_threads::~stuck_threads() {
    over_ = true;
    for (std::thread& thread : threads_) {
        thread.join();
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
                    spoon_ = 1 - me; // the other has not eaten either
                }
                sleep::relax();
            }
        });
        eaters.push_back({name, "is hungry (checkpoint 21), and gives the spoon to the other",
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
        bool has_lowest_priority = false;
        try {
            has_lowest_priority = set_lowest_priority(cpu);
            ready.set_value(has_lowest_priority);
        } catch (...) {
            ready.set_exception(std::current_exception());
        }
        if (!has_lowest_priority) {
            return;
        }
        const watched_scope scope(registry_, "starved", begins_work);
        while (!over_) {
            work_for(1s, over_); // more CPU time than it gets in the whole demonstration
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
    return demo_thread{"starved", "has work to do (checkpoint 31), but another thread has its CPU",
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
