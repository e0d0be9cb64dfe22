// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/testing/scripted_clock.hpp>

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

namespace tollgate::testing {

/// The events during a wait.
struct wait_step {
    std::function<void()> before_compare{}; ///< called before the kernel compares the word
    std::function<void()> asleep{};         ///< called when the thread is asleep
    bool spurious = false;                  ///< the wait ends spuriously, for example by a signal
};

/// A kernel that follows a script: the interleaving of a thread that waits and threads that wake it
/// runs in a single thread, always in the same way. It counts its calls.
///
///     testing::scripted_kernel kernel;
///     std::atomic<std::uint32_t> word{0};
///     kernel.script = {{.asleep = [&] { testing::scripted_word::wake_one(&word); }}};
///     testing::scripted_word::wait(word, 0);
///     const bool slept = kernel.waits == 1 && kernel.refused == 0;
///
/// - *Threads*: only one.
/// - *Lifetime*: a single kernel exists at a time. scripted_word finds it through `current()`.
///
/// A wait ends if `wake_one` was called for its word; a change of the word is not enough. Otherwise
/// the wait ends as its step says, or at its deadline by scripted_time. A wait without a deadline
/// would never end: `rescue` must end it, once, and `slept_for_ever` records that. A step may wait,
/// too: then the waits are nested, and the inner wait ends first.
class scripted_kernel {
public:
    using time_point = scripted_time::time_point; ///< of deadlines
    using action = std::function<void()>;         ///< of a step

    /// Sets scripted_clock to 1000 hours. `how_to_rescue`: see `rescue`.
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

    /// The kernel that exists.
    static scripted_kernel& current() noexcept { return *current_; }

    std::deque<wait_step> script;         ///< the steps of the next waits; later waits have no step
    action rescue;                        ///< wakes a thread that would sleep for ever
    std::chrono::nanoseconds lateness{0}; ///< at a deadline

    unsigned waits = 0;                      ///< calls of `wait`
    unsigned refused = 0;                    ///< waits that found the word changed
    unsigned wake_ones = 0;                  ///< calls of `wake_one`
    bool slept_for_ever = false;             ///< `rescue` was called
    std::optional<time_point> last_deadline; ///< of the last wait

    /// Resets the counts, also the readings of the clock.
    void forget_counts() {
        waits = refused = wake_ones = 0;
        scripted_clock::readings = 0;
        slept_for_ever = false;
    }

    /// Waits while the word has the expected value, until `wake_one` or the deadline.
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
        const bool ends = step.spurious || sleepers_.back().notified;
        if (!ends && deadline) {
            if (*deadline + lateness > scripted_time::present()) {
                scripted_clock::since_epoch = (*deadline + lateness).time_since_epoch();
            }
        } else if (!ends) {
            save_from_sleeping_for_ever();
        }
        sleepers_.pop_back();
    }

    /// The word of the innermost wait, for its step.
    [[nodiscard]] const std::atomic<std::uint32_t>* slept_in() const { return sleepers_.back().in; }

    /// Wakes the waits for this word.
    void wake_one(const std::atomic<std::uint32_t>* word) {
        ++wake_ones;
        for (sleeper& waiting : sleepers_) {
            waiting.notified = waiting.notified || waiting.in == word;
        }
    }

private:
    struct sleeper {
        const std::atomic<std::uint32_t>* in;
        bool notified;
    };

    static void run(const action& step_action) {
        if (step_action) {
            step_action();
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

/// A futex word of the scripted kernel.
struct scripted_word {
    using time_point = scripted_kernel::time_point; ///< of deadlines

    /// Waits without a deadline.
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
        scripted_kernel::current().wait(word, expected, std::nullopt);
    }
    /// Waits until the deadline.
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                     time_point deadline) noexcept {
        scripted_kernel::current().wait(word, expected, deadline);
    }
    /// Wakes a thread that waits for this word.
    static void wake_one(const std::atomic<std::uint32_t>* word) noexcept {
        scripted_kernel::current().wake_one(word);
    }
};

} // namespace tollgate::testing
