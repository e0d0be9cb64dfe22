// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/time_source.hpp>
#include <tollgate/sleep/word_wait.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace tollgate::queue {

/// What happens while a thread is asleep.
struct wait_step {
    std::function<void()> asleep{};
    bool for_no_reason = false; ///< the wait ends: a signal, or nothing at all
};

/// A kernel and a clock that follow a script, as in the checks of tollgate::sleep: a thread that
/// waits and whoever ends its wait play in one thread, always in the same way, and what was asked
/// of the kernel is counted. A wait ends if it was told so by `wake_one`; that the word has changed
/// is not enough. Without that it ends at its deadline, and without a deadline somebody would sleep
/// for ever: then `rescue` has to end it, and the fact stays on record.
///
/// A step may wait in its turn: the waits are nested, and the inner one ends first.
///
/// One at a time: scripted_word and scripted_clock find it through `current()`.
class scripted_kernel {
public:
    using time_point = std::chrono::steady_clock::time_point;
    using action = std::function<void()>;

    scripted_kernel() { current_ = this; }
    ~scripted_kernel() { current_ = nullptr; }
    scripted_kernel(const scripted_kernel&) = delete;
    scripted_kernel& operator=(const scripted_kernel&) = delete;

    static scripted_kernel& current() noexcept { return *current_; }

    std::deque<wait_step> script;
    action rescue;
    time_point now{std::chrono::hours(1000)};
    std::chrono::nanoseconds lateness{0};     ///< of the kernel at a deadline
    std::chrono::nanoseconds reading_cost{0}; ///< so far a clock reading moves the time

    unsigned waits = 0;
    unsigned wake_ones = 0;
    unsigned readings = 0;
    bool slept_for_ever = false;

    void forget_counts() {
        waits = wake_ones = readings = 0;
        slept_for_ever = false;
    }

    void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
              std::optional<time_point> deadline) {
        ++waits;
        if (word.load() != expected) {
            return;
        }
        sleepers_.push_back({&word, false});
        const bool ends = play_step() || sleepers_.back().notified;
        if (!ends && deadline) {
            now = std::max(now, *deadline + lateness);
        } else if (!ends) {
            save_who_sleeps_for_ever();
        }
        sleepers_.pop_back();
    }

    void wake_one(const std::atomic<std::uint32_t>* word) {
        ++wake_ones;
        for (sleeper& one : sleepers_) {
            one.notified = one.notified || one.in == word;
        }
    }

    time_point read_clock() {
        ++readings;
        return now += reading_cost;
    }

private:
    struct sleeper {
        const std::atomic<std::uint32_t>* in;
        bool notified;
    };

    /// True if the step ends the wait for no reason.
    bool play_step() {
        if (script.empty()) {
            return false;
        }
        const wait_step step = std::move(script.front());
        script.pop_front();
        if (step.asleep) {
            step.asleep();
        }
        return step.for_no_reason;
    }

    void save_who_sleeps_for_ever() {
        if (slept_for_ever || !rescue) {
            std::fputs("somebody sleeps for ever\n", stderr);
            std::abort();
        }
        slept_for_ever = true;
        rescue();
    }

    static inline scripted_kernel* current_ = nullptr;

    std::vector<sleeper> sleepers_;
};

struct scripted_word {
    using time_point = scripted_kernel::time_point;

    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
        scripted_kernel::current().wait(word, expected, std::nullopt);
    }
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                     time_point deadline) noexcept {
        scripted_kernel::current().wait(word, expected, deadline);
    }
    static void wake_one(const std::atomic<std::uint32_t>* word) noexcept {
        scripted_kernel::current().wake_one(word);
    }
};

struct scripted_clock {
    static scripted_kernel::time_point now() noexcept {
        return scripted_kernel::current().read_clock();
    }
};

static_assert(sleep::word_wait<scripted_word> && sleep::time_source<scripted_clock>);

} // namespace tollgate::queue
