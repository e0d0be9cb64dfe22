// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <compare>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace tollgate::testing {

/// The place of an atomic operation in the source, and the order that it asks for.
struct ordered_site {
    std::string_view file;   ///< of the source
    int line;                ///< in the file
    std::memory_order order; ///< as written there

    /// Compares all members.
    auto operator<=>(const ordered_site&) const = default;
};

/// An execution of code whose atomics are `clocked_word`, by fake threads: the check chooses the
/// thread of each step. It finds data races without a real race.
///
///     testing::execution run;
///     int data = 0;
///     run.write(&data);
///     run.act_as(1);
///     run.write(&data); // nothing orders the two threads
///     const bool raced = run.raced();
///
/// - *Threads*: only one. A single execution exists at a time.
///
/// Each fake thread has a vector clock. So it is known whether a write is visible to another thread
/// *by the orders asked for*, whatever the machine and the order of steps.
class execution {
public:
    /// The number of fake threads.
    static constexpr std::size_t threads = 3;
    /// For each thread, the time up to which its steps are visible.
    using vector_clock = std::array<unsigned, threads>;

    /// The operation at the site `weakened`, if any, has no order in this execution.
    explicit execution(std::optional<ordered_site> weakened = std::nullopt)
        : weakened_(std::move(weakened)) {
        for (std::size_t self = 0; self < threads; ++self) {
            begin_anew_as(self);
        }
        self_ = 0;
        current_ = this;
    }
    execution(const execution&) = delete;
    execution& operator=(const execution&) = delete;
    ~execution() { current_ = nullptr; }

    /// The execution that exists.
    [[nodiscard]] static execution& current() { return *current_; }

    /// The next steps are those of this thread.
    void act_as(std::size_t thread) { self_ = thread; }
    /// The same for a new thread, which sees no step of other threads, and whose steps they do not
    /// see.
    void begin_anew_as(std::size_t thread) {
        self_ = thread;
        clocks_[self_].fill(0);
        clocks_[self_][self_] = 1;
    }

    /// Lets others do this after that many more atomic operations.
    void interrupt_after(int operations, std::function<void()> interruption) {
        operations_left_ = operations;
        interruption_ = std::move(interruption);
    }

    /// Cancels interrupt_after.
    void let_nobody_interrupt() { interruption_ = nullptr; }

    /// Begins an atomic operation, and returns the order that it has.
    std::memory_order begin(std::memory_order asked, const char* file, int line) {
        if (interruption_ && operations_left_-- == 0) {
            const std::size_t interrupted = self_;
            std::exchange(interruption_, nullptr)();
            self_ = interrupted;
        }
        if (asked == std::memory_order_relaxed) {
            return asked;
        }
        const ordered_site site{file, line, asked};
        sites_.insert(site);
        return site == weakened_ ? std::memory_order_relaxed : asked;
    }

    /// The present thread sees all that `released` covers.
    void acquire(const vector_clock& released) {
        for (std::size_t thread = 0; thread < threads; ++thread) {
            clocks_[self_][thread] = (std::max)(clocks_[self_][thread], released[thread]);
        }
    }
    /// The steps that the present thread makes visible.
    [[nodiscard]] vector_clock release() {
        const vector_clock released = clocks_[self_];
        ++clocks_[self_][self_];
        return released;
    }

    /// A moment of a thread.
    struct moment {
        std::size_t thread; ///< its number
        unsigned time;      ///< by its own clock
    };
    /// The present moment of the present thread.
    [[nodiscard]] moment now() const { return {self_, clocks_[self_][self_]}; }
    /// Whether the present thread sees all steps up to that moment.
    [[nodiscard]] bool sees(moment then) const { return then.time <= clocks_[self_][then.thread]; }

    /// Writes an object that is not atomic.
    void write(const void* place) {
        const auto [last, is_first] = writes_.try_emplace(place, now());
        raced_ = raced_ || !sees(last->second);
        last->second = now();
    }

    /// Whether a write was not ordered after the write before it.
    [[nodiscard]] bool raced() const { return raced_; }
    /// All operations so far that asked for an order.
    [[nodiscard]] const std::set<ordered_site>& sites() const { return sites_; }

private:
    static inline execution* current_ = nullptr;

    std::optional<ordered_site> weakened_;
    std::array<vector_clock, threads> clocks_;
    std::size_t self_ = 0;
    int operations_left_ = 0;
    std::function<void()> interruption_;
    std::map<const void*, moment> writes_;
    std::set<ordered_site> sites_;
    bool raced_ = false;
};

} // namespace tollgate::testing
