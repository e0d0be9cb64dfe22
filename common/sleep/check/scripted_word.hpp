// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/time_source.hpp>
#include <tollgate/sleep/word_wait.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace tollgate::sleep {

/// What happens during one wait.
struct wait_step {
    std::function<void()>
        before_compare{};           ///< the word is announced, the kernel has not looked yet
    std::function<void()> asleep{}; ///< the kernel has put the sleeper to rest
    bool for_no_reason = false;     ///< the wait ends: a signal, or nothing at all
};

/// A kernel and a clock that follow a script: every interleaving of a sleeper and its wakers plays
/// in one thread, always in the same way, and what was asked of the kernel is counted. Waits for
/// which the script has no step end at their deadline; without a deadline somebody would sleep for
/// ever, and then `rescue` has to leave a permit and the fact stays on record.
///
/// One at a time: scripted_word and scripted_clock find it through `current()`.
class scripted_kernel {
public:
    using time_point = std::chrono::steady_clock::time_point;
    using action = std::function<void()>;

    explicit scripted_kernel(action rescue) : rescue_(std::move(rescue)) { current_ = this; }
    ~scripted_kernel() { current_ = nullptr; }
    scripted_kernel(const scripted_kernel&) = delete;
    scripted_kernel& operator=(const scripted_kernel&) = delete;

    static scripted_kernel& current() noexcept { return *current_; }

    std::deque<wait_step> script;
    std::map<unsigned, action> at_reading; ///< what happens just before so-manieth clock reading
    time_point now{std::chrono::seconds(1)};
    std::chrono::nanoseconds lateness{0};     ///< of the kernel at a deadline
    std::chrono::nanoseconds reading_cost{0}; ///< so far a clock reading moves the time

    unsigned waits = 0;
    unsigned refused = 0; ///< waits that found the word changed
    unsigned wake_ones = 0;
    unsigned readings = 0;
    bool slept_for_ever = false;
    std::optional<time_point> last_deadline; ///< of the last wait

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
        notified_ = false;
        run(step.asleep);
        if (notified_ || step.for_no_reason) {
            return;
        }
        if (deadline) {
            now = std::max(now, *deadline + lateness);
        } else {
            slept_for_ever = true;
            run(rescue_);
        }
    }

    void wake_one() {
        ++wake_ones;
        notified_ = true;
    }

    time_point read_clock() {
        const auto event = at_reading.find(++readings);
        if (event != at_reading.end()) {
            run(event->second);
        }
        return now += reading_cost;
    }

private:
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

    static inline scripted_kernel* current_ = nullptr;

    action rescue_;
    bool notified_ = false;
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
    static void wake_one(const std::atomic<std::uint32_t>* /*word*/) noexcept {
        scripted_kernel::current().wake_one();
    }
};

struct scripted_clock {
    static scripted_kernel::time_point now() noexcept {
        return scripted_kernel::current().read_clock();
    }
};

static_assert(word_wait<scripted_word> && time_source<scripted_clock>);

} // namespace tollgate::sleep
