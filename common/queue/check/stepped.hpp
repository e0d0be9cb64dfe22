// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tollgate::queue::orders {

/// Decides when an access is made, and gets its result.
class director {
public:
    virtual void before_access() noexcept = 0;
    /// The access is over; a compare-and-swap that failed is a load.
    virtual void after_access(std::size_t place, std::uint64_t value, bool changed_it) noexcept = 0;
    /// Adds a place to the memory. Returns its number.
    virtual std::size_t enroll(std::uint64_t value) noexcept = 0;
    virtual void replace(std::size_t place, std::uint64_t from, std::uint64_t to) noexcept = 0;
    /// The number of an address: the same in each execution with the same accesses.
    virtual std::uint64_t number_of(const void* address) noexcept = 0;
    /// The next object at this address gets another number.
    virtual void forget(const void* address) noexcept = 0;

    /// The director of all stepped objects.
    static inline director* at_work = nullptr;

protected:
    ~director() = default;
};

/// A std::atomic<T> for the rings, with a director. All accesses are sequentially consistent, and
/// none fails spuriously.
template <class T>
class stepped {
public:
    explicit stepped(T value) noexcept
        : value_(value), place_(director::at_work->enroll(bits(value))) {}
    stepped(const stepped&) = delete;
    stepped& operator=(const stepped&) = delete;
    ~stepped() { director::at_work->forget(this); }

    [[nodiscard]] T load(std::memory_order = std::memory_order_seq_cst) const noexcept {
        director::at_work->before_access();
        const T old = value_;
        director::at_work->after_access(place_, 2 * bits(old), false);
        return old;
    }
    void store(T value, std::memory_order = std::memory_order_seq_cst) noexcept {
        director::at_work->before_access();
        const bool changes_it = value != value_;
        replace(value);
        director::at_work->after_access(place_, 2 * bits(value), changes_it);
    }
    T exchange(T value, std::memory_order = std::memory_order_seq_cst) noexcept {
        return change([value](T /*old*/) { return value; });
    }
    T fetch_or(T more, std::memory_order = std::memory_order_seq_cst) noexcept {
        return change([more](T old) { return static_cast<T>(old | more); });
    }
    T fetch_sub(T less, std::memory_order = std::memory_order_seq_cst) noexcept {
        return change([less](T old) { return static_cast<T>(old - less); });
    }
    bool compare_exchange_weak(T& expected, T desired,
                               std::memory_order = std::memory_order_seq_cst,
                               std::memory_order = std::memory_order_seq_cst) noexcept {
        director::at_work->before_access();
        const T old = value_;
        const bool as_expected = old == expected;
        if (as_expected) {
            replace(desired);
        } else {
            expected = old;
        }
        director::at_work->after_access(place_, 2 * bits(old) + (as_expected ? 1 : 0),
                                        value_ != old);
        return as_expected;
    }

private:
    static std::uint64_t bits(T value) noexcept {
        if constexpr (std::is_pointer_v<T>) {
            return director::at_work->number_of(value);
        } else {
            return static_cast<std::uint64_t>(value);
        }
    }

    template <class Change>
    T change(Change changed) noexcept {
        director::at_work->before_access();
        const T old = value_;
        replace(changed(old));
        director::at_work->after_access(place_, 2 * bits(old), value_ != old);
        return old;
    }

    void replace(T value) noexcept {
        director::at_work->replace(place_, bits(value_), bits(value));
        value_ = value;
    }

    T value_;
    std::size_t place_;
};

} // namespace tollgate::queue::orders
