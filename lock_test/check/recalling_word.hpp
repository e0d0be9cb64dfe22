// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "interleaving.hpp"

#include <tollgate/testing/execution.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

namespace tollgate::lock_test {

using testing::execution;

/// Whether a thread used a word of any type whose construction it did not see.
inline bool word_used_too_early = false;

/// A std::atomic of the current execution and interleaving. It recalls all its stores: a load
/// returns any store that the memory model allows, chosen at random. It returns no older store than
/// the thread has read here before, or than the memory orders make visible. A read-modify-write
/// reads the last store.
template <class T>
class recalling_word {
public:
    constexpr recalling_word(T value) // NOLINT(google-explicit-constructor)
        : stores_{{value, execution::current().now(), {}}} {}
    recalling_word(const recalling_word&) = delete;
    recalling_word& operator=(const recalling_word&) = delete;

    T load(std::memory_order asked, const char* file = __builtin_FILE(),
           int line = __builtin_LINE()) const {
        const std::memory_order order = begin(asked, file, line);
        const std::size_t oldest = oldest_allowed();
        const std::size_t chosen =
            oldest + interleaving::current().any_below(stores_.size() - oldest);
        last_read_[interleaving::current().self()] = chosen;
        acquire(order, stores_[chosen].released);
        return stores_[chosen].value;
    }
    void store(T value, std::memory_order asked, const char* file = __builtin_FILE(),
               int line = __builtin_LINE()) {
        add(value, begin(asked, file, line), {});
    }
    T exchange(T value, std::memory_order asked, const char* file = __builtin_FILE(),
               int line = __builtin_LINE()) {
        return modify(begin(asked, file, line), [&](T) { return value; });
    }
    T fetch_add(T more, std::memory_order asked, const char* file = __builtin_FILE(),
                int line = __builtin_LINE()) {
        return modify(begin(asked, file, line), [&](T now) { return now + more; });
    }
    bool compare_exchange_strong(T& expected, T desired, std::memory_order asked,
                                 std::memory_order /*otherwise*/,
                                 const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
        const std::memory_order order = begin(asked, file, line);
        if (stores_.back().value != expected) {
            expected = stores_.back().value;
            last_read_[interleaving::current().self()] = stores_.size() - 1;
            return false;
        }
        modify(order, [&](T) { return desired; });
        return true;
    }

    /// The last store, for a check or a kernel.
    [[nodiscard]] T newest() const { return stores_.back().value; }

private:
    using released_clock = execution::vector_clock;
    struct one_store {
        T value;
        execution::moment when;
        released_clock released;
    };

    std::memory_order begin(std::memory_order asked, const char* file, int line) const {
        interleaving::current().step();
        word_used_too_early =
            word_used_too_early || !execution::current().sees(stores_.front().when);
        return execution::current().begin(asked, file, line);
    }
    static void acquire(std::memory_order order, const released_clock& released) {
        if (order != std::memory_order_relaxed && order != std::memory_order_release) {
            execution::current().acquire(released);
        }
    }
    template <class Change>
    T modify(std::memory_order order, Change change) {
        interleaving::current().note_read_modify_write();
        const one_store before = stores_.back();
        acquire(order, before.released);
        add(change(before.value), order, before.released); // continues the release sequence
        return before.value;
    }
    void add(T value, std::memory_order order, released_clock released) {
        const execution::moment now = execution::current().now();
        if (order != std::memory_order_relaxed && order != std::memory_order_acquire) {
            const released_clock own = execution::current().release();
            for (std::size_t thread = 0; thread < own.size(); ++thread) {
                released[thread] = std::max(released[thread], own[thread]);
            }
        }
        stores_.push_back({value, now, released});
        last_read_[interleaving::current().self()] = stores_.size() - 1;
    }
    [[nodiscard]] std::size_t oldest_allowed() const {
        std::size_t oldest = stores_.size() - 1;
        while (oldest > last_read_[interleaving::current().self()] &&
               !execution::current().sees(stores_[oldest].when)) {
            --oldest;
        }
        return oldest;
    }

    std::vector<one_store> stores_;
    mutable std::array<std::size_t, execution::threads> last_read_{}; ///< by each thread
};

} // namespace tollgate::lock_test
