// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/testing/execution.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>

namespace tollgate::queue {

using testing::execution;

/// A std::atomic of the current execution. An acquiring load sees all that was visible to the
/// thread that stored the value by a releasing store. Sequentially consistent operations do both;
/// their total order is not modelled.
template <class T>
class clocked_word {
public:
    constexpr clocked_word(T value) : value_(value) {} // NOLINT(google-explicit-constructor)
    clocked_word(const clocked_word&) = delete;
    clocked_word& operator=(const clocked_word&) = delete;

    T load(std::memory_order requested, const char* file = __builtin_FILE(),
           int line = __builtin_LINE()) const {
        acquire(execution::current().begin(requested, file, line));
        return value_;
    }

    void store(T value, std::memory_order requested, const char* file = __builtin_FILE(),
               int line = __builtin_LINE()) {
        const std::memory_order order = execution::current().begin(requested, file, line);
        released_ = {};
        release(order);
        value_ = value;
    }

    bool compare_exchange_weak(T& expected, T desired, std::memory_order requested,
                               std::memory_order /*otherwise*/, const char* file = __builtin_FILE(),
                               int line = __builtin_LINE()) {
        const std::memory_order order = execution::current().begin(requested, file, line);
        if (value_ != expected) {
            expected = value_;
            return false;
        }
        acquire(order);
        release(order);
        value_ = desired;
        return true;
    }

    T fetch_or(T bits, std::memory_order requested, const char* file = __builtin_FILE(),
               int line = __builtin_LINE()) {
        const std::memory_order order = execution::current().begin(requested, file, line);
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
    /// Adds to what is released: a read-modify-write continues the release sequence.
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
