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

/// The place of an atomic operation in the source, and the memory order of the operation.
struct ordered_site {
    std::string_view file;   ///< the source file
    int line;                ///< the line in the file
    std::memory_order order; ///< the order that the source has

    /// Compares all members.
    auto operator<=>(const ordered_site&) const = default;
};

/// An execution of code by fake threads. The execution finds data races without a real race. All
/// steps run on one real thread, and the check chooses the fake thread of each step.
///
///     testing::execution run;
///     int data = 0;
///     run.write(&data);
///     run.act_as(1);
///     run.write(&data); // nothing orders this write after the first write
///     const bool raced = run.raced();
///
/// - *Threads*: only one thread.
/// - *Lifetime*: only one execution exists at a time.
///
/// The atomic variables of the code must call `begin`, `acquire` and `release`. The type in
/// common/queue/check/clocked_word.hpp is an example. Each fake thread has a vector clock, which
/// contains a time for each other thread. The fake thread sees the steps of the other thread up to
/// this time. So the result depends only on the memory orders in the code. The result does not
/// depend on the machine or on the order of the steps.
class execution {
public:
    /// The number of fake threads.
    static constexpr std::size_t threads = 3;
    /// For each thread, the time up to which the steps of this thread are visible.
    using vector_clock = std::array<unsigned, threads>;

    /// If `weakened` is given, the operation at this place has the relaxed order in this execution.
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

    /// The only execution that exists now.
    [[nodiscard]] static execution& current() { return *current_; }

    /// Makes the thread with this number the current thread, which does the next steps.
    void act_as(std::size_t thread) { self_ = thread; }
    /// Replaces the thread by a new thread with the same number, and makes the new thread the
    /// current thread. The new thread sees no step of other threads, and other threads see no step
    /// of the new thread.
    void begin_anew_as(std::size_t thread) {
        self_ = thread;
        clocks_[self_].fill(0);
        clocks_[self_][self_] = 1;
    }

    /// Calls `interruption` after this number of further atomic operations, for example to let
    /// another thread do steps. Afterwards, the interrupted thread is the current thread again.
    void interrupt_after(int operations, std::function<void()> interruption) {
        operations_left_ = operations;
        interruption_ = std::move(interruption);
    }

    /// Cancels `interrupt_after`.
    void let_nobody_interrupt() { interruption_ = nullptr; }

    /// Begins an atomic operation at this place in the source. `asked` is the order in the source.
    /// Returns the order with which the operation is executed.
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

    /// The current thread now sees all steps in `released`.
    void acquire(const vector_clock& released) {
        for (std::size_t thread = 0; thread < threads; ++thread) {
            clocks_[self_][thread] = (std::max)(clocks_[self_][thread], released[thread]);
        }
    }
    /// Returns the steps that the current thread makes visible by a release: its own steps until
    /// now, and the steps of other threads that the current thread sees.
    [[nodiscard]] vector_clock release() {
        const vector_clock released = clocks_[self_];
        ++clocks_[self_][self_];
        return released;
    }

    /// A moment in the execution of a thread.
    struct moment {
        std::size_t thread; ///< the number of the thread
        unsigned time;      ///< the time on the clock of this thread
    };
    /// The current moment of the current thread.
    [[nodiscard]] moment now() const { return {self_, clocks_[self_][self_]}; }
    /// Whether the current thread sees all steps of the other thread up to the moment `then`.
    [[nodiscard]] bool sees(moment then) const { return then.time <= clocks_[self_][then.thread]; }

    /// Records that the current thread writes an object that is not atomic.
    void write(const void* place) {
        const auto [last, is_first] = writes_.try_emplace(place, now());
        raced_ = raced_ || !sees(last->second);
        last->second = now();
    }

    /// Whether there was a write that was not ordered after the previous write of the same object.
    [[nodiscard]] bool raced() const { return raced_; }
    /// The places of all operations so far whose order in the source is stronger than relaxed.
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
