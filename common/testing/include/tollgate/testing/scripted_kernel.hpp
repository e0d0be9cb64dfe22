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

/// The events during one wait, in the script of a check. The wait is for a futex word: an integer
/// that the kernel compares with an expected value before the thread sleeps.
struct wait_step {
    std::function<void()> before_compare{}; ///< called before the kernel compares the word
    std::function<void()> asleep{};         ///< called while the thread sleeps
    bool spurious = false;                  ///< the wait ends spuriously, for example by a signal
};

/// A fake kernel that follows a script. The script interleaves a thread that waits with threads
/// that wake this thread. All steps run in a single real thread, always in the same order. The
/// kernel counts its calls.
///
///     testing::scripted_kernel kernel;
///     std::atomic<std::uint32_t> word{0};
///     kernel.script = {{.asleep = [&] { testing::scripted_word::wake_one(&word); }}};
///     testing::scripted_word::wait(word, 0);
///     const bool slept = kernel.waits == 1 && kernel.refused == 0;
///
/// - *Threads*: only one thread.
/// - *Lifetime*: only one kernel exists at a time. scripted_word uses the kernel through
///   `current()`.
///
/// A wait ends if `wake_one` is called for the word of the wait. A change of the word is not
/// enough. A wait also ends if its step is `spurious`, or at its deadline by scripted_time.
///
/// Any other wait would never end. For the first such wait, the kernel sets `slept_for_ever`, calls
/// `rescue`, and ends the wait. Without `rescue`, and for the second such wait, the kernel aborts
/// the process.
///
/// A step may also wait. Then the waits are nested, and the inner wait ends first.
class scripted_kernel {
public:
    using time_point = scripted_time::time_point; ///< the type of deadlines
    using action = std::function<void()>;         ///< what a step does

    /// Sets scripted_clock to 1000 hours. `how_to_rescue` is the value of `rescue`.
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

    /// The only kernel that exists now.
    static scripted_kernel& current() noexcept { return *current_; }

    std::deque<wait_step> script;         ///< the steps of the next waits; later waits have no step
    action rescue;                        ///< called for a wait that would never end
    std::chrono::nanoseconds lateness{0}; ///< the time from a deadline to the end of the wait

    unsigned waits = 0;                      ///< calls of `wait`
    unsigned refused = 0;                    ///< waits that did not sleep: the word had changed
    unsigned wake_ones = 0;                  ///< calls of `wake_one`
    bool slept_for_ever = false;             ///< `rescue` was called
    std::optional<time_point> last_deadline; ///< the deadline of the last wait

    /// Resets all counts, also the number of clock readings.
    void forget_counts() {
        waits = refused = wake_ones = 0;
        scripted_clock::readings = 0;
        slept_for_ever = false;
    }

    /// If the word has the expected value, waits until `wake_one` or the deadline.
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

    /// The word of the innermost wait. A step may call this function.
    [[nodiscard]] const std::atomic<std::uint32_t>* slept_in() const { return sleepers_.back().in; }

    /// Ends the waits for this word.
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

/// The futex word for code that uses the scripted kernel.
struct scripted_word {
    using time_point = scripted_kernel::time_point; ///< the type of deadlines

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
