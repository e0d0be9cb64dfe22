// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "counters.hpp"
#include "sequence_lock.hpp"

#include <tollgate/measure/hidden.hpp>

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace tollgate::lock_test {

/// A number whose reads and writes take long, so that other threads run meanwhile. Atomic, because
/// the threads that use it with a faulty lock race.
class slow_number {
public:
    explicit slow_number(std::uint64_t number) : number_(number) {}

    operator std::uint64_t() const { // NOLINT(google-explicit-constructor)
        std::this_thread::sleep_for(delay);
        return number_.load(std::memory_order_relaxed);
    }
    slow_number& operator=(std::uint64_t next) {
        std::this_thread::sleep_for(delay);
        number_.store(next, std::memory_order_relaxed);
        return *this;
    }

    static constexpr std::chrono::microseconds delay{100};

private:
    std::atomic<std::uint64_t> number_;
};

/// Lets a second thread in at every hundredth lock, while the first is inside.
class leaky_lock {
public:
    void lock() {
        while (!mutex_.try_lock()) {
            if (open_.exchange(false)) {
                let_in_ = std::this_thread::get_id();
                return;
            }
            std::this_thread::yield();
        }
        if (++locks_ % 100 == 50) {
            open_ = true;
            const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(1);
            while (open_ && std::chrono::steady_clock::now() < until) {
                std::this_thread::yield();
            }
            open_ = false;
        }
    }
    void unlock() {
        if (let_in_ == std::this_thread::get_id()) {
            let_in_ = std::thread::id();
        } else {
            mutex_.unlock();
        }
    }

private:
    std::mutex mutex_;
    int locks_ = 0; ///< guarded by the mutex
    std::atomic<bool> open_{false};
    std::atomic<std::thread::id> let_in_{};
};

/// Once, an unlock does not unlock.
class locked_for_ever {
public:
    void lock() {
        while (locked_.exchange(true, std::memory_order_acquire)) {
            std::this_thread::yield();
        }
    }
    void unlock() {
        if (++unlocks_ != 1'000) {
            locked_.store(false, std::memory_order_release);
        }
    }

private:
    std::atomic<bool> locked_{false};
    int unlocks_ = 0; ///< guarded by the lock
};

/// Whether the calling thread times the lock that it calls now.
inline thread_local bool times_this_lock = false;

/// An event probe that notes which locks are timed.
template <class Probe>
struct noting_probe {
    Probe& probe;

    [[nodiscard]] bool wanted() const { return probe.wanted(); }
    [[nodiscard]] bool interrupted() const { return probe.interrupted(); }
    [[nodiscard]] std::uint64_t events() const { return probe.events(); }
    [[nodiscard]] std::int64_t begin() const {
        times_this_lock = true;
        return probe.begin();
    }
    [[nodiscard]] std::int64_t end() const { return probe.end(); }
    void add(std::int64_t begun, std::int64_t ended) { probe.add(begun, ended); }
};

/// A timed lock waits until no other thread has locked for some time.
class starving_lock {
public:
    void lock() {
        if (std::exchange(times_this_lock, false)) {
            for (int before = -1; before != locks_;) {
                before = locks_;
                std::this_thread::sleep_for(std::chrono::milliseconds(500));
            }
        }
        mutex_.lock();
        ++locks_;
    }
    void unlock() { mutex_.unlock(); }

private:
    std::mutex mutex_;
    std::atomic<int> locks_{0};
};

/// Only writers lock.
class lock_of_writers {
public:
    void lock() { mutex_.lock(); }
    void unlock() { mutex_.unlock(); }
    void lock_shared() { measure::used(); }
    void unlock_shared() { measure::used(); }

private:
    std::mutex mutex_;
};

/// Forgets one of a thousand additions.
class forgetful_counters : public counters<update::fetch_add> {
public:
    using counters::counters;

    class member : public counters::member {
    public:
        using counters::member::member;

        void operate() {
            if (++calls_ % 1'000 != 0) {
                counters::member::operate();
            }
        }

    private:
        int calls_ = 0;
    };
};

/// A read does not check the sequence number.
class unchecked_sequence_lock {
public:
    using value = sequence_lock::value;

    void write(value next) {
        first_.store(next.first, std::memory_order_relaxed);
        std::this_thread::sleep_for(slow_number::delay);
        second_.store(next.second, std::memory_order_relaxed);
    }
    [[nodiscard]] std::optional<value> try_read() const {
        return value{first_.load(std::memory_order_relaxed),
                     second_.load(std::memory_order_relaxed)};
    }

private:
    std::atomic<std::uint64_t> first_{0};
    std::atomic<std::uint64_t> second_{0};
};

} // namespace tollgate::lock_test
