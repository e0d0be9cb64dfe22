// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/testing/execution.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>

namespace tollgate::queue {

using testing::execution;

/// The words that are made and destroyed in an execution. The memory of a word that was destroyed
/// may become a new word: the allocator orders these two steps.
struct clocked_words {
    static inline bool used_unseen =
        false; ///< a thread used a word without seeing its construction
    static inline execution::vector_clock destroyed{};

    /// All threads see the words that exist now.
    static void begin() {
        used_unseen = false;
        destroyed = {};
        execution& run = execution::current();
        run.act_as(0);
        const execution::vector_clock now = run.release();
        for (std::size_t thread = 1; thread < execution::threads; ++thread) {
            run.act_as(thread);
            run.acquire(now);
        }
    }
};

/// A std::atomic of the current execution. An acquiring load sees all that was visible to the
/// thread that stored the value by a releasing store. Sequentially consistent operations do both;
/// their total order is not modelled.
template <class T>
class clocked_word {
public:
    clocked_word(T value) : value_(value) { // NOLINT(google-explicit-constructor)
        execution::current().acquire(clocked_words::destroyed);
        made_ = execution::current().now();
    }
    clocked_word(const clocked_word&) = delete;
    clocked_word& operator=(const clocked_word&) = delete;
    ~clocked_word() { add(execution::current().release(), clocked_words::destroyed); }

    T load(std::memory_order requested, const char* file = __builtin_FILE(),
           int line = __builtin_LINE()) const {
        acquire(begin(requested, file, line));
        return value_;
    }

    void store(T value, std::memory_order requested, const char* file = __builtin_FILE(),
               int line = __builtin_LINE()) {
        const std::memory_order order = begin(requested, file, line);
        released_ = {};
        release(order);
        value_ = value;
    }

    bool compare_exchange_weak(T& expected, T desired, std::memory_order requested,
                               std::memory_order /*otherwise*/, const char* file = __builtin_FILE(),
                               int line = __builtin_LINE()) {
        const std::memory_order order = begin(requested, file, line);
        if (value_ != expected) {
            expected = value_;
            return false;
        }
        acquire(order);
        release(order);
        value_ = desired;
        return true;
    }

    T exchange(T value, std::memory_order requested, const char* file = __builtin_FILE(),
               int line = __builtin_LINE()) {
        return change(begin(requested, file, line), [value](T /*old*/) { return value; });
    }
    T fetch_or(T bits, std::memory_order requested, const char* file = __builtin_FILE(),
               int line = __builtin_LINE()) {
        return change(begin(requested, file, line), [bits](T old) { return old | bits; });
    }
    T fetch_sub(T less, std::memory_order requested, const char* file = __builtin_FILE(),
                int line = __builtin_LINE()) {
        return change(begin(requested, file, line), [less](T old) { return old - less; });
    }

private:
    std::memory_order begin(std::memory_order requested, const char* file, int line) const {
        const std::memory_order order = execution::current().begin(requested, file, line);
        clocked_words::used_unseen =
            clocked_words::used_unseen || !execution::current().sees(made_);
        return order;
    }
    template <class Change>
    T change(std::memory_order order, Change changed) {
        acquire(order);
        release(order);
        return std::exchange(value_, changed(value_));
    }
    void acquire(std::memory_order order) const {
        if (order != std::memory_order_relaxed && order != std::memory_order_release) {
            execution::current().acquire(released_);
        }
    }
    /// Adds to what is released: a read-modify-write continues the release sequence.
    void release(std::memory_order order) {
        if (order != std::memory_order_relaxed && order != std::memory_order_acquire) {
            add(execution::current().release(), released_);
        }
    }
    static void add(const execution::vector_clock& more, execution::vector_clock& sum) {
        for (std::size_t thread = 0; thread < more.size(); ++thread) {
            sum[thread] = std::max(sum[thread], more[thread]);
        }
    }

    T value_;
    execution::moment made_{};
    execution::vector_clock released_{};
};

} // namespace tollgate::queue
