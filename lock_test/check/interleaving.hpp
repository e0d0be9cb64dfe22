// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/testing/execution.hpp>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::lock_test {

/// Runs functions as the fake threads of a testing::execution, in a random order of their atomic
/// operations. The functions have real threads, but only one of them runs at a time: each atomic
/// operation calls `step`, which chooses the thread that goes on.
class interleaving {
public:
    /// After this number of steps, the threads are stuck: nobody can make progress.
    static constexpr int most_steps = 20'000;

    explicit interleaving(std::uint32_t seed) : random_(seed) { current_ = this; }
    interleaving(const interleaving&) = delete;
    interleaving& operator=(const interleaving&) = delete;
    ~interleaving() { current_ = nullptr; }

    /// The only interleaving that exists now.
    [[nodiscard]] static interleaving& current() { return *current_; }

    /// Runs all functions to their ends. They see what was done before this call.
    void run(const std::vector<std::function<void()>>& bodies) {
        testing::execution& run = testing::execution::current();
        const testing::execution::vector_clock before = run.release();
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            active_.push_back(i);
        }
        choose();
        std::vector<std::thread> threads;
        threads.reserve(bodies.size());
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            threads.emplace_back([this, &run, &before, &bodies, i] {
                wait_for(i);
                run.acquire(before);
                bodies[i]();
                end(i);
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
    }

    /// Lets another thread go on, or the same one.
    void step() {
        const std::size_t self = running_;
        ++steps_;
        choose();
        wait_for(self);
    }
    /// Whether the threads are stuck. A thread that waits must then give up.
    [[nodiscard]] bool is_stuck() const { return steps_ > most_steps; }

    /// The next read-modify-write of this thread is its arrival at a lock.
    void expect_arrival() { arriving_ = true; }
    void note_read_modify_write() {
        if (arriving_) {
            arrivals_.push_back(running_);
            arriving_ = false;
        }
    }
    [[nodiscard]] const std::vector<std::size_t>& arrivals() const { return arrivals_; }

    /// The thread that runs.
    [[nodiscard]] std::size_t self() const { return running_; }
    /// A number below `end`.
    [[nodiscard]] std::size_t any_below(std::size_t end) {
        return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
    }

private:
    void choose() {
        {
            const std::lock_guard locked(mutex_);
            if (!active_.empty()) {
                running_ = active_[any_below(active_.size())];
            }
        }
        changed_.notify_all();
    }
    void wait_for(std::size_t thread) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return running_ == thread; });
        testing::execution::current().act_as(thread);
    }
    void end(std::size_t thread) {
        std::erase(active_, thread);
        choose();
    }

    static inline interleaving* current_ = nullptr;

    std::mt19937 random_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::size_t> active_; ///< the threads that have not ended
    std::size_t running_ = SIZE_MAX;
    int steps_ = 0;
    static inline thread_local bool arriving_ = false;
    std::vector<std::size_t> arrivals_;
};

} // namespace tollgate::lock_test
