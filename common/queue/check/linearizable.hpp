// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "history.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tollgate::queue::orders {

/// A bounded queue for one thread, which says whether it would have answered the same.
///
/// A wait that was cancelled or timed out is one that had to wait: an element that is there is
/// popped, and a closed queue says so, whatever else is true (see status).
class sequential_queue {
public:
    explicit sequential_queue(std::size_t capacity) : capacity_(capacity) {}

    [[nodiscard]] bool answers_alike(const call& made) {
        if (made.what == operation::close) {
            closed_ = true;
            return made.result == status::done;
        }
        return is_push(made.what) ? push(made) : pop(made);
    }

private:
    [[nodiscard]] bool push(const call& made) {
        const bool has_room = inside_.size() < capacity_;
        switch (made.result) {
        case status::done:
            inside_.push_back(made.value);
            return !closed_ && has_room;
        case status::closed:
            return closed_;
        case status::full:
            return made.what == operation::try_push && !closed_ && !has_room;
        case status::cancelled:
        case status::timeout:
            return made.what == operation::push && !closed_ && !has_room;
        case status::empty:
            break;
        }
        return false;
    }

    [[nodiscard]] bool pop(const call& made) {
        switch (made.result) {
        case status::done:
            if (inside_.empty() || inside_.front() != made.value) {
                return false;
            }
            inside_.erase(inside_.begin());
            return true;
        case status::closed:
            return closed_ && inside_.empty();
        case status::empty:
            return made.what == operation::try_pop && !closed_ && inside_.empty();
        case status::cancelled:
        case status::timeout:
            return made.what == operation::pop && !closed_ && inside_.empty();
        case status::full:
            break;
        }
        return false;
    }

    std::size_t capacity_;
    std::vector<int> inside_;
    bool closed_ = false;
};

/// Whether the calls of a history, each of which has ended, can be put into an order in which a
/// sequential queue answers the same, and in which no call comes after one that was invoked only
/// when it had responded (Wing and Gong, 1993). Tries all orders: for a dozen calls, not for more.
class linearization {
public:
    explicit linearization(const history& made) : made_(made), taken_(made.size(), false) {}

    [[nodiscard]] bool exists(std::size_t capacity) {
        return goes_on(sequential_queue(capacity), made_.size());
    }

private:
    [[nodiscard]] bool goes_on(const sequential_queue& from, std::size_t left) {
        if (left == 0) {
            return true;
        }
        const std::uint64_t first_response = next_response();
        for (std::size_t each = 0; each < made_.size(); ++each) {
            if (taken_[each] || made_[each].invoked > first_response) {
                continue;
            }
            sequential_queue to = from;
            if (to.answers_alike(made_[each])) {
                taken_[each] = true;
                if (goes_on(to, left - 1)) {
                    return true;
                }
                taken_[each] = false;
            }
        }
        return false;
    }

    [[nodiscard]] std::uint64_t next_response() const noexcept {
        std::uint64_t first = ~std::uint64_t{0};
        for (std::size_t each = 0; each < made_.size(); ++each) {
            if (!taken_[each]) {
                first = std::min(first, made_[each].responded);
            }
        }
        return first;
    }

    const history& made_;
    std::vector<bool> taken_;
};

[[nodiscard]] inline bool is_linearizable(const history& made, std::size_t capacity) {
    return linearization(made).exists(capacity);
}

} // namespace tollgate::queue::orders
