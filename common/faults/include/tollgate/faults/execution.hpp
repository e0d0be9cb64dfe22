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

namespace tollgate::faults {

/// Where an atomic operation stands, and what order it asks for.
struct ordered_site {
    std::string_view file;
    int line;
    std::memory_order order;

    auto operator<=>(const ordered_site&) const = default;
};

/// One execution of code whose atomics are `clocked_word`, by threads that are made up: the check
/// says whose steps come next. Each thread has a vector clock, so that it is known whether what one
/// of them wrote is visible to another *by the orders asked for*, whatever the machine and the
/// order of steps: data races are found without a race.
///
/// It is the current one from its making to its end; one at a time, on one thread.
class execution {
public:
    static constexpr std::size_t threads = 3;
    using vector_clock = std::array<unsigned, threads>;

    /// In which the operation at this site, if any, asks for no order.
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

    [[nodiscard]] static execution& current() { return *current_; }

    /// From now on it is this thread that acts.
    void act_as(std::size_t thread) { self_ = thread; }
    /// And it knows nothing yet of the others. For one that they know nothing of either.
    void begin_anew_as(std::size_t thread) {
        self_ = thread;
        clocks_[self_].fill(0);
        clocks_[self_][self_] = 1;
    }

    /// Before that many more atomic operations, others do this.
    void interrupt_after(int operations, std::function<void()> what) {
        operations_left_ = operations;
        interruption_ = std::move(what);
    }

    void let_nobody_interrupt() { interruption_ = nullptr; }

    /// An atomic operation is about to be done; returns the order that it has.
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

    void acquire(const vector_clock& released) {
        for (std::size_t thread = 0; thread < threads; ++thread) {
            clocks_[self_][thread] = (std::max)(clocks_[self_][thread], released[thread]);
        }
    }
    [[nodiscard]] vector_clock release() {
        const vector_clock released = clocks_[self_];
        ++clocks_[self_][self_];
        return released;
    }

    /// When something was done, and by whom.
    struct moment {
        std::size_t thread;
        unsigned time;
    };
    [[nodiscard]] moment now() const { return {self_, clocks_[self_][self_]}; }
    /// What was done then is visible to who acts now, and all before it.
    [[nodiscard]] bool sees(moment then) const { return then.time <= clocks_[self_][then.thread]; }

    /// Something that is not atomic is written.
    void write(const void* what) {
        const auto [last, is_first] = writes_.try_emplace(what, now());
        raced_ = raced_ || !sees(last->second);
        last->second = now();
    }

    [[nodiscard]] bool raced() const { return raced_; }
    /// Of all operations that asked for an order.
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

} // namespace tollgate::faults
