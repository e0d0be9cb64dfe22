// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>

namespace tollgate::queue_test {

/// How far each member of a loop has come: a line of its own for each, written by that member only
/// and read by the one that wants to know whether anything moves.
class headway {
public:
    explicit headway(std::size_t members)
        : members_(members), counts_(std::make_unique<count[]>(members)) {}

    void set(std::size_t member, std::uint64_t done) {
        counts_[member].done.store(done, std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t of(std::size_t member) const {
        return counts_[member].done.load(std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t sum(std::size_t first, std::size_t end) const;
    [[nodiscard]] std::uint64_t sum() const { return sum(0, members_); }

private:
    struct alignas(64) count {
        std::atomic<std::uint64_t> done{0};
    };

    std::size_t members_;
    std::unique_ptr<count[]> counts_;
};

/// How often a loop is looked at. With less, a loop whose threads are kept from their CPUs looks as
/// one that does not move.
inline constexpr std::chrono::seconds between_looks{1};

/// Notices that a loop does not move any more: a queue that loses a message, or a wake-up, makes
/// all wait for ever. Asked again and again by one thread.
class stall {
public:
    /// Is asked about every `period`; `of` outlives it.
    explicit stall(const headway& of, std::chrono::nanoseconds period = between_looks)
        : of_(&of), period_(period) {}
    /// Waits for the rescue.
    ~stall();
    stall(const stall&) = delete;
    stall& operator=(const stall&) = delete;

    /// Nothing has moved since the last `patience` looks. Then `rescue` is called, once, on a
    /// thread of its own: it pushes to a queue that may be full. If it does not help, the program
    /// is ended with exit code 1 and a line that says why.
    void look(const std::function<void()>& rescue);

    /// For after the loop.
    [[nodiscard]] bool happened() const { return happened_; }

    static constexpr int patience = 3;
    static constexpr int patience_after_rescue = 5;

private:
    const headway* of_;
    std::chrono::nanoseconds period_;
    std::uint64_t last_ = 0;
    int still_ = 0;
    bool happened_ = false;
    std::future<void> rescued_;
};

} // namespace tollgate::queue_test
