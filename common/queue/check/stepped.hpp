// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tollgate::queue::orders {

/// Decides when an access is made, and is told what came of it.
class director {
public:
    virtual void before_access() noexcept = 0;
    /// The access is over; a compare-and-swap that failed is a load.
    virtual void after_access(std::size_t where, std::uint64_t seen, bool changed_it) noexcept = 0;
    /// There is one more place in memory. Gives its number.
    virtual std::size_t enroll(std::uint64_t value) noexcept = 0;
    virtual void replace(std::size_t where, std::uint64_t from, std::uint64_t to) noexcept = 0;

    /// Of all that is stepped.
    static inline director* at_work = nullptr;

protected:
    ~director() = default;
};

/// What std::atomic<T> is for the rings, with a director. All accesses are sequentially consistent,
/// and none fails spuriously.
template <class T>
class stepped {
public:
    explicit stepped(T value) noexcept
        : value_(value), where_(director::at_work->enroll(bits(value))) {}
    stepped(const stepped&) = delete;
    stepped& operator=(const stepped&) = delete;
    ~stepped() = default;

    [[nodiscard]] T load(std::memory_order = std::memory_order_seq_cst) const noexcept {
        director::at_work->before_access();
        const T seen = value_;
        director::at_work->after_access(where_, 2 * bits(seen), false);
        return seen;
    }
    void store(T value, std::memory_order = std::memory_order_seq_cst) noexcept {
        director::at_work->before_access();
        const bool changes_it = value != value_;
        replace(value);
        director::at_work->after_access(where_, 2 * bits(value), changes_it);
    }
    T fetch_or(T more, std::memory_order = std::memory_order_seq_cst) noexcept {
        director::at_work->before_access();
        const T seen = value_;
        replace(static_cast<T>(seen | more));
        director::at_work->after_access(where_, 2 * bits(seen), value_ != seen);
        return seen;
    }
    bool compare_exchange_weak(T& expected, T desired,
                               std::memory_order = std::memory_order_seq_cst,
                               std::memory_order = std::memory_order_seq_cst) noexcept {
        director::at_work->before_access();
        const T seen = value_;
        const bool as_expected = seen == expected;
        if (as_expected) {
            replace(desired);
        } else {
            expected = seen;
        }
        director::at_work->after_access(where_, 2 * bits(seen) + (as_expected ? 1 : 0),
                                        value_ != seen);
        return as_expected;
    }

private:
    static std::uint64_t bits(T value) noexcept { return static_cast<std::uint64_t>(value); }

    void replace(T value) noexcept {
        director::at_work->replace(where_, bits(value_), bits(value));
        value_ = value;
    }

    T value_;
    std::size_t where_;
};

} // namespace tollgate::queue::orders
