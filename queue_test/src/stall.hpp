// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace tollgate::queue_test {

/// How far each member of a loop has come: a line of its own for each, written by that member only
/// and read by whoever wants to know whether anything moves.
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

/// Notices that a loop does not move any more: a queue that loses a message, or a wake-up, makes
/// everybody wait for ever. Asked again and again by one thread.
class stall {
public:
    explicit stall(const headway& of) : of_(&of) {}

    /// Nothing has moved since the last `patience` looks. Then `rescue` is called, once; if that
    /// does not help either, the program is ended with exit code 1 and a line that says why.
    void look(const std::function<void()>& rescue);

    /// For after the loop.
    [[nodiscard]] bool happened() const { return happened_; }

private:
    static constexpr int patience = 3;
    static constexpr int patience_after_rescue = 5;

    const headway* of_;
    std::uint64_t last_ = 0;
    int still_ = 0;
    bool happened_ = false;
};

} // namespace tollgate::queue_test
