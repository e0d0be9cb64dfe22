// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/poll.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/wait.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/relax.hpp>
#include <tollgate/sleep/sleeper.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>

#include <poll.h>

namespace tollgate::cancel_test {

/// The timeout of a wait: then its end was lost. Only a process that was stopped takes as long
/// otherwise.
inline constexpr std::chrono::seconds wait_timeout{10};

// The ways of waiting for an end, each in a form that is cancelled and in a bare form that is only
// woken.
//
// One thread calls `prepare()` and then `wait()`, which returns true if it was ended, and false if
// it timed out. The other thread calls `end()` in between. That call may still run when `wait()`
// has returned and `prepare()` begins anew.

/// A standalone token that is new for each wait.
class renewed_token {
public:
    void prepare() { own_.emplace(); }
    void end() { own_->cancel(); }

protected:
    [[nodiscard]] const cancel::token& token() const { return *own_; }

private:
    std::optional<cancel::standalone_token> own_;
};

/// Two sources that alternate. The thread that requests a stop may still be in that call when the
/// next wait is prepared, but not one wait later.
class renewed_stop {
public:
    void prepare() {
        own_ = 1 - own_;
        both_[own_] = std::stop_source();
    }
    void end() { both_[own_].request_stop(); }

protected:
    [[nodiscard]] std::stop_token token() const { return both_[own_].get_token(); }

private:
    std::array<std::stop_source, 2> both_;
    std::size_t own_ = 0;
};

struct condvar_token : renewed_token {
    bool wait() {
        std::unique_lock lock(mutex);
        cancel::wait_for(
            condition, lock, wait_timeout, [] { return false; }, token());
        return token().is_cancelled();
    }
    std::mutex mutex;
    std::condition_variable condition;
};

struct condvar_stop : renewed_stop {
    bool wait() {
        std::unique_lock lock(mutex);
        const std::stop_token own = token();
        condition.wait_for(lock, own, wait_timeout, [] { return false; });
        return own.stop_requested();
    }
    std::mutex mutex;
    std::condition_variable_any condition;
};

struct condvar_bare {
    void prepare() { ended = false; }
    bool wait() {
        std::unique_lock lock(mutex);
        return condition.wait_for(lock, wait_timeout, [this] { return ended; });
    }
    void end() {
        {
            const std::lock_guard lock(mutex);
            ended = true;
        }
        condition.notify_all();
    }
    std::mutex mutex;
    std::condition_variable condition;
    bool ended = false;
};

struct sleep_token : renewed_token {
    bool wait() const {
        return cancel::sleep_for(wait_timeout, token()) == cancel::wait_status::cancelled;
    }
};

/// The bare form of a sleep, with a parker, and of poll(2), with an eventfd.
template <sleep::sleeper Sleeper>
struct sleeper_bare {
    void prepare() {}
    bool wait() { return sleeper.sleep_for(wait_timeout) == sleep::outcome::woken; }
    void end() { sleeper.wake(); }
    Sleeper sleeper;
};

struct poll_token : renewed_token {
    bool wait() const {
        return cancel::poll(std::span<pollfd>(), wait_timeout, token()) ==
               cancel::wait_status::cancelled;
    }
};

/// A pop of an empty queue.
struct queue_token : renewed_token {
    bool wait() {
        return queue.pop_for(wait_timeout, token()).status() == queue::status::cancelled;
    }
    queue::blocking_queue<int> queue{1};
};

template <class Renewed>
struct spinning : Renewed {
    bool wait() const {
        const auto& own = this->token();
        while (!is_cancelled(own)) {
            sleep::relax();
        }
        return true;
    }
    static bool is_cancelled(const cancel::token& own) { return own.is_cancelled(); }
    static bool is_cancelled(const std::stop_token& own) { return own.stop_requested(); }
};
using loop_token = spinning<renewed_token>;
using loop_stop = spinning<renewed_stop>;

struct loop_flag {
    void prepare() { ended.store(false, std::memory_order_relaxed); }
    bool wait() const {
        while (!ended.load(std::memory_order_acquire)) {
            sleep::relax();
        }
        return true;
    }
    void end() { ended.store(true, std::memory_order_release); }
    std::atomic<bool> ended{false};
};

} // namespace tollgate::cancel_test
