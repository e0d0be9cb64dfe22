// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/execution.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>

namespace tollgate::queue {

using faults::execution;

/// A std::atomic of the current execution: what a load that acquires reads brings along what was
/// visible to who stored it by a store that releases. Sequentially consistent operations do both;
/// that they have one order besides is not looked at.
template <class T>
class clocked_word {
public:
    constexpr clocked_word(T value) : value_(value) {} // NOLINT(google-explicit-constructor)
    clocked_word(const clocked_word&) = delete;
    clocked_word& operator=(const clocked_word&) = delete;

    T load(std::memory_order asked, const char* file = __builtin_FILE(),
           int line = __builtin_LINE()) const {
        acquire(execution::current().begin(asked, file, line));
        return value_;
    }

    void store(T value, std::memory_order asked, const char* file = __builtin_FILE(),
               int line = __builtin_LINE()) {
        const std::memory_order order = execution::current().begin(asked, file, line);
        released_ = {};
        release(order);
        value_ = value;
    }

    bool compare_exchange_weak(T& expected, T wanted, std::memory_order asked,
                               std::memory_order /*otherwise*/, const char* file = __builtin_FILE(),
                               int line = __builtin_LINE()) {
        const std::memory_order order = execution::current().begin(asked, file, line);
        if (value_ != expected) {
            expected = value_;
            return false;
        }
        acquire(order);
        release(order);
        value_ = wanted;
        return true;
    }

    T fetch_or(T bits, std::memory_order asked, const char* file = __builtin_FILE(),
               int line = __builtin_LINE()) {
        const std::memory_order order = execution::current().begin(asked, file, line);
        acquire(order);
        release(order);
        return std::exchange(value_, value_ | bits);
    }

private:
    void acquire(std::memory_order order) const {
        if (order != std::memory_order_relaxed && order != std::memory_order_release) {
            execution::current().acquire(released_);
        }
    }
    /// On top of what is there: a read-modify-write goes on with the release sequence.
    void release(std::memory_order order) {
        if (order != std::memory_order_relaxed && order != std::memory_order_acquire) {
            const execution::vector_clock mine = execution::current().release();
            for (std::size_t thread = 0; thread < mine.size(); ++thread) {
                released_[thread] = std::max(released_[thread], mine[thread]);
            }
        }
    }

    T value_;
    execution::vector_clock released_{};
};

} // namespace tollgate::queue
