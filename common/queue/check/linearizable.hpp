// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "history.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tollgate::queue::orders {

/// A bounded queue for one thread. It tells whether it would have answered the same.
///
/// A call that was cancelled or timed out had to wait: otherwise an element that is there is
/// popped, and a closed queue says so, whatever else holds (see status).
class sequential_queue {
public:
    explicit sequential_queue(std::size_t capacity) : capacity_(capacity) {}

    [[nodiscard]] bool answers_alike(const call& ended) {
        if (ended.kind == operation::close) {
            closed_ = true;
            return ended.result == status::done;
        }
        return is_push(ended.kind) ? push(ended) : pop(ended);
    }

private:
    [[nodiscard]] bool push(const call& ended) {
        const bool has_room = elements_.size() < capacity_;
        switch (ended.result) {
        case status::done:
            elements_.push_back(ended.value);
            return !closed_ && has_room;
        case status::closed:
            return closed_;
        case status::full:
            return ended.kind == operation::try_push && !closed_ && !has_room;
        case status::cancelled:
        case status::timeout:
            return ended.kind == operation::push && !closed_ && !has_room;
        case status::empty:
            break;
        }
        return false;
    }

    [[nodiscard]] bool pop(const call& ended) {
        switch (ended.result) {
        case status::done:
            if (elements_.empty() || elements_.front() != ended.value) {
                return false;
            }
            elements_.erase(elements_.begin());
            return true;
        case status::closed:
            return closed_ && elements_.empty();
        case status::empty:
            return ended.kind == operation::try_pop && !closed_ && elements_.empty();
        case status::cancelled:
        case status::timeout:
            return ended.kind == operation::pop && !closed_ && elements_.empty();
        case status::full:
            break;
        }
        return false;
    }

    std::size_t capacity_;
    std::vector<int> elements_;
    bool closed_ = false;
};

/// Whether the ended calls of a history have an order in which a sequential queue answers the same.
/// A call that was invoked after another had responded must come after it (Wing and Gong, 1993),
/// and the calls of one thread, such as those of a batch, come in their order. Tries all orders:
/// for a dozen calls, not for more.
class linearization {
public:
    explicit linearization(const history& calls) : calls_(calls), placed_(calls.size(), false) {}

    [[nodiscard]] bool exists(std::size_t capacity) {
        return can_be_completed(sequential_queue(capacity), calls_.size());
    }

private:
    [[nodiscard]] bool can_be_completed(const sequential_queue& queue, std::size_t left) {
        if (left == 0) {
            return true;
        }
        const std::uint64_t first_response = next_response();
        for (std::size_t each = 0; each < calls_.size(); ++each) {
            if (placed_[each] || calls_[each].invoked > first_response || !is_next(each)) {
                continue;
            }
            sequential_queue next = queue;
            if (next.answers_alike(calls_[each])) {
                placed_[each] = true;
                if (can_be_completed(next, left - 1)) {
                    return true;
                }
                placed_[each] = false;
            }
        }
        return false;
    }

    /// Whether the earlier calls of its thread have been placed.
    [[nodiscard]] bool is_next(std::size_t index) const noexcept {
        for (std::size_t each = 0; each < index; ++each) {
            if (!placed_[each] && calls_[each].thread == calls_[index].thread) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] std::uint64_t next_response() const noexcept {
        std::uint64_t first = ~std::uint64_t{0};
        for (std::size_t each = 0; each < calls_.size(); ++each) {
            if (!placed_[each]) {
                first = std::min(first, calls_[each].responded);
            }
        }
        return first;
    }

    const history& calls_;
    std::vector<bool> placed_;
};

[[nodiscard]] inline bool is_linearizable(const history& calls, std::size_t capacity) {
    return linearization(calls).exists(capacity);
}

} // namespace tollgate::queue::orders
