// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/testing/execution.hpp>

#include <atomic>
#include <cstddef>
#include <vector>

namespace tollgate::liveness {

/// All sequences of decisions, one after the other, the first alternatives first.
class choices {
public:
    [[nodiscard]] std::size_t choose(std::size_t alternatives) {
        if (depth_ == path_.size()) {
            path_.push_back({0, alternatives});
        }
        return path_[depth_++].taken;
    }

    /// Begins the next sequence. Returns false if there is none.
    [[nodiscard]] bool turn_to_next() {
        while (!path_.empty() && path_.back().taken + 1 == path_.back().alternatives) {
            path_.pop_back();
        }
        depth_ = 0;
        ++sequence_;
        if (path_.empty()) {
            return false;
        }
        ++path_.back().taken;
        return true;
    }

    /// The number of the present sequence.
    [[nodiscard]] std::size_t sequence() const { return sequence_; }

private:
    struct decision {
        std::size_t taken;
        std::size_t alternatives;
    };
    std::vector<decision> path_;
    std::size_t depth_ = 0;
    std::size_t sequence_ = 0;
};

/// A std::atomic of the current testing::execution that keeps all its stores. A load may return any
/// store that the memory model of C++ allows, and `present` chooses it. It returns no older store
/// than this thread has read here before, or than its memory orders make visible.
///
/// All stores to the word must be ordered by "happens before": their order is then the only
/// modification order. So the writers may run first, if they read no words of the readers. The
/// readers then get every value that they could get in any interleaving.
template <class T>
class remembering_word {
public:
    static inline choices* present = nullptr;

    remembering_word(T value = {}) // NOLINT(google-explicit-constructor)
        : stores_{{value, {0, 0}, {}}} {}
    remembering_word(const remembering_word&) = delete;
    remembering_word& operator=(const remembering_word&) = delete;

    T load(std::memory_order asked, const char* file = __builtin_FILE(),
           int line = __builtin_LINE()) const {
        auto& in = testing::execution::current();
        const std::memory_order order = in.begin(asked, file, line);
        const std::size_t oldest = oldest_allowed(in);
        const std::size_t newest = stores_.size() - 1;
        if (newest == oldest) {
            return read(newest, order);
        }
        last_read_ = newest - present->choose(newest - oldest + 1);
        last_read_in_ = present->sequence();
        return read(last_read_, order);
    }
    void store(T value, std::memory_order asked, const char* file = __builtin_FILE(),
               int line = __builtin_LINE()) {
        auto& in = testing::execution::current();
        const std::memory_order order = in.begin(asked, file, line);
        const auto now = in.now();
        stores_.push_back(
            {value, now, order == std::memory_order_release ? in.release() : released_clock{}});
    }

    /// The last store, for the check itself.
    [[nodiscard]] T newest() const { return stores_.back().value; }

private:
    using released_clock = testing::execution::vector_clock;
    struct one_store {
        T value;
        testing::execution::moment when;
        released_clock released;
    };

    T read(std::size_t which, std::memory_order order) const {
        if (order == std::memory_order_acquire) {
            testing::execution::current().acquire(stores_[which].released);
        }
        return stores_[which].value;
    }
    [[nodiscard]] std::size_t oldest_allowed(const testing::execution& in) const {
        const std::size_t read = last_read_in_ == present->sequence() ? last_read_ : 0;
        std::size_t oldest = stores_.size() - 1;
        while (oldest > read && !in.sees(stores_[oldest].when)) {
            --oldest;
        }
        return oldest;
    }

    std::vector<one_store> stores_;
    mutable std::size_t last_read_ = 0; ///< by the only thread that reads stores of other threads
    mutable std::size_t last_read_in_ = 0;
};

} // namespace tollgate::liveness
