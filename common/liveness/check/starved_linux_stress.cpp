// SPDX-License-Identifier: BSL-1.0
//
// Threads, and a monitor, that the scheduler hardly lets run.
#include "listener.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/faults/watchdog.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/statistics.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include <sched.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

/// The calling thread, and those that it starts from now on, run when nobody else wants to.
bool let_everybody_else_run() {
    const sched_param none{};
    return ::sched_setscheduler(0, SCHED_IDLE, &none) == 0;
}

/// Somebody else, on this CPU or on any.
class busy_threads {
public:
    explicit busy_threads(unsigned count, int cpu = -1) {
        for (unsigned i = 0; i < count; ++i) {
            threads_.emplace_back([this, cpu] {
                if (cpu >= 0) {
                    cpu::pin_this_thread(cpu);
                }
                while (!over_.load(std::memory_order_relaxed)) {
                }
            });
        }
    }
    ~busy_threads() {
        over_ = true;
        for (std::thread& one : threads_) {
            one.join();
        }
    }
    busy_threads(const busy_threads&) = delete;
    busy_threads& operator=(const busy_threads&) = delete;

private:
    std::atomic<bool> over_{false};
    std::vector<std::thread> threads_;
};

settings watching(listener& by, std::chrono::nanoseconds timeout) {
    settings how;
    how.of_scopes.timeout = timeout;
    how.sinks.push_back(by.ear());
    return how;
}

/// How a thread was reported that wants to run and is hardly let.
thread_state state_of_a_starved_thread() {
    listener heard;
    registry one(watching(heard, 300ms));
    const int here = cpu::current_cpu();
    std::atomic<bool> over{false};
    std::atomic<bool> has_begun{false};
    std::thread starved([&] {
        cpu::pin_this_thread(here);
        const watched_scope watched(one, "starved", 1);
        EXPECT_TRUE(let_everybody_else_run());
        has_begun = true;
        while (!over.load(std::memory_order_relaxed)) {
        }
    });
    while (!has_begun) {
        std::this_thread::yield();
    }
    {
        const busy_threads others(1, here);
        heard.wait_for(1, event::kind::frozen);
    }
    over = true;
    starved.join();
    return heard.heard().front().why.state;
}

TEST(a_thread_that_gets_no_cpu, is_reported_as_starved) {
    const faults::watchdog patience("a thread that gets no CPU");
    // Between two looks at it the scheduler may have let it run after all.
    thread_state found = thread_state::unknown;
    for (int attempt = 0; attempt < 10 && found != thread_state::starved; ++attempt) {
        found = state_of_a_starved_thread();
        EXPECT_NE(found, thread_state::blocked);
    }
    EXPECT_EQ(found, thread_state::starved);
}

void beat_for(registry& in, std::chrono::steady_clock::duration how_long) {
    const watched_scope watched(in, "beating", 1);
    const auto end = std::chrono::steady_clock::now() + how_long;
    while (std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(1ms);
        checkpoint(2);
    }
}

const std::chrono::nanoseconds usual_period = settings{}.period;

/// In two seconds there would be 200 looks, none of them late. One that was let run not once has no
/// late one either.
bool was_starved(const registry& one) {
    const statistics seen = one.so_far();
    return seen.late_looks > 0 || seen.looks < 100;
}

template <class Work>
void with_some_threads(Work work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back(work);
    }
    for (std::thread& one : threads) {
        one.join();
    }
}

TEST(a_machine_that_has_too_much_to_do, is_no_reason_to_accuse_who_goes_on) {
    const faults::watchdog patience("too much to do");
    listener heard;
    {
        registry one(watching(heard, 1s));
        const busy_threads others(4 * std::max(1U, std::thread::hardware_concurrency()));
        with_some_threads([&] { beat_for(one, 2s); });
    }
    EXPECT_EQ(heard.heard().size(), 0U);
}

/// Beside a single one it would wait for a tick of the scheduler at most, 4 ms with 250 Hz, which
/// may or may not count as late (3/8 of 10 ms).
constexpr unsigned enough_to_starve_it = 4;

// Its thread has the policy and the CPU of who began the first scope.
TEST(a_monitor_that_gets_no_cpu, accuses_nobody_who_goes_on) {
    const faults::watchdog patience("a monitor that gets no CPU");
    listener heard;
    {
        registry one(watching(heard, 100ms));
        const int here = cpu::current_cpu();
        std::thread([&] {
            cpu::pin_this_thread(here);
            EXPECT_TRUE(let_everybody_else_run());
            const watched_scope first(one, "first", 1);
        }).join();
        const busy_threads others(enough_to_starve_it, here);
        with_some_threads([&] { beat_for(one, 2s); });
        EXPECT_TRUE(was_starved(one));
    }
    EXPECT_EQ(heard.heard().size(), 0U);
}

// The scheduler divides what little there is for them as it likes: a thread that had a whole tick
// at once waits for seconds, while a monitor that looks for some microseconds at a time has many
// turns.
TEST(a_monitor_that_gets_no_cpu, accuses_no_thread_before_it_has_looked_for_a_timeout) {
    const faults::watchdog patience("starved together");
    constexpr auto timeout = 1s;
    listener heard;
    std::uint64_t looks = 0;
    {
        registry one(watching(heard, timeout));
        const int here = cpu::current_cpu();
        const busy_threads others(enough_to_starve_it, here);
        std::thread([&] {
            cpu::pin_this_thread(here);
            EXPECT_TRUE(let_everybody_else_run());
            with_some_threads([&] { beat_for(one, 2s); });
        }).join();
        EXPECT_TRUE(was_starved(one));
        looks = one.so_far().looks;
    }
    const auto longest_between_looks = usual_period * 11 / 8; // one that is later counts less
    constexpr std::uint64_t after_these = 2; // one under way, and one when the registry ends
    if ((looks + after_these) * longest_between_looks < timeout) {
        EXPECT_EQ(heard.heard().size(), 0U) << looks << " looks";
    }
}

} // namespace
} // namespace tollgate::liveness
