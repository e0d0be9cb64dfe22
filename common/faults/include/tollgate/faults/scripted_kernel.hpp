// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/scripted_clock.hpp>

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

namespace tollgate::faults {

/// What happens during one wait.
struct wait_step {
    std::function<void()>
        before_compare{};           ///< the word is announced, the kernel has not looked yet
    std::function<void()> asleep{}; ///< the kernel has put the sleeper to rest
    bool for_no_reason = false;     ///< the wait ends: a signal, or nothing at all
};

/// A kernel that follows a script, with scripted_time: each interleaving of a thread that waits
/// and those that end its wait plays in one thread, always in the same way, and what was asked of
/// the kernel is counted. A wait ends if `wake_one` was called for its word; that the word has
/// changed is not enough. Without that, and without a step that says otherwise, it ends at its
/// deadline. A thread without a deadline would sleep for ever: `rescue` has to end that, once, and
/// the fact stays on record.
///
/// A step may wait in its turn: the waits are nested, and the inner one ends first.
///
/// One at a time: scripted_word finds it through `current()`.
class scripted_kernel {
public:
    using time_point = scripted_time::time_point;
    using action = std::function<void()>;

    explicit scripted_kernel(action how_to_rescue = nullptr) : rescue(std::move(how_to_rescue)) {
        scripted_clock::set(std::chrono::hours(1000));
        current_ = this;
    }
    ~scripted_kernel() {
        scripted_clock::set({});
        current_ = nullptr;
    }
    scripted_kernel(const scripted_kernel&) = delete;
    scripted_kernel& operator=(const scripted_kernel&) = delete;

    static scripted_kernel& current() noexcept { return *current_; }

    std::deque<wait_step> script; ///< for the waits in their order; those that come after have none
    action rescue;
    std::chrono::nanoseconds lateness{0}; ///< at a deadline

    unsigned waits = 0;
    unsigned refused = 0; ///< waits that found the word changed
    unsigned wake_ones = 0;
    bool slept_for_ever = false;
    std::optional<time_point> last_deadline; ///< of the last wait

    /// Those of the clock, too.
    void forget_counts() {
        waits = refused = wake_ones = 0;
        scripted_clock::readings = 0;
        slept_for_ever = false;
    }

    void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
              std::optional<time_point> deadline) {
        ++waits;
        last_deadline = deadline;
        const wait_step step = next_step();
        run(step.before_compare);
        if (word.load() != expected) {
            ++refused;
            return;
        }
        sleepers_.push_back({&word, false});
        run(step.asleep);
        const bool ends = step.for_no_reason || sleepers_.back().notified;
        if (!ends && deadline) {
            if (*deadline + lateness > scripted_time::present()) {
                scripted_clock::since_epoch = (*deadline + lateness).time_since_epoch();
            }
        } else if (!ends) {
            save_from_sleeping_for_ever();
        }
        sleepers_.pop_back();
    }

    /// The word in which the innermost of the waits sleeps, for a step of it.
    [[nodiscard]] const std::atomic<std::uint32_t>* slept_in() const { return sleepers_.back().in; }

    void wake_one(const std::atomic<std::uint32_t>* word) {
        ++wake_ones;
        for (sleeper& one : sleepers_) {
            one.notified = one.notified || one.in == word;
        }
    }

private:
    struct sleeper {
        const std::atomic<std::uint32_t>* in;
        bool notified;
    };

    static void run(const action& what) {
        if (what) {
            what();
        }
    }

    wait_step next_step() {
        if (script.empty()) {
            return {};
        }
        wait_step step = std::move(script.front());
        script.pop_front();
        return step;
    }

    void save_from_sleeping_for_ever() {
        if (slept_for_ever || !rescue) {
            std::fputs("a thread sleeps for ever\n", stderr);
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

} // namespace tollgate::faults
