// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/await/work.hpp>

#include <cassert>

namespace tollgate::await {

/// The list in which an executor keeps its posted units, first in, first out.
///
///     tollgate::await::work_list posted; // a member of an executor, guarded by a mutex
///     if (tollgate::await::work* const next = posted.pop_front()) {
///         next->run(); // without the mutex
///     }
///
/// - *Threads*: one thread at a time.
/// - *Lifetime*: the list must be empty when it is destroyed.
/// - *Cost*: a few loads and stores for each function. No allocation.
class work_list {
public:
    work_list() = default;
    work_list(const work_list&) = delete;
    work_list& operator=(const work_list&) = delete;
    ~work_list() { assert(is_empty() && "a coroutine still waits for this executor"); }

    /// Returns whether there is no unit.
    [[nodiscard]] bool is_empty() const noexcept { return first_ == nullptr; }

    /// Appends a unit that is in no list.
    void push_back(work& added) noexcept {
        assert(added.previous_ == nullptr && "a unit is posted twice");
        added.next_ = nullptr;
        added.previous_ = first_ == nullptr ? &added : last_;
        (first_ == nullptr ? first_ : last_->next_) = &added;
        last_ = &added;
    }

    /// Takes the first unit out of the list. Returns null if the list is empty.
    [[nodiscard]] work* pop_front() noexcept {
        work* const first = first_;
        if (first != nullptr) {
            static_cast<void>(remove(*first));
        }
        return first;
    }

    /// Takes a unit out of the list. Returns false if the unit is in no list.
    [[nodiscard]] bool remove(work& removed) noexcept {
        if (removed.previous_ == nullptr) {
            return false;
        }
        const bool is_first = first_ == &removed;
        (is_first ? first_ : removed.previous_->next_) = removed.next_;
        if (removed.next_ == nullptr) {
            last_ = removed.previous_;
        } else {
            removed.next_->previous_ = is_first ? removed.next_ : removed.previous_;
        }
        removed.previous_ = nullptr;
        return true;
    }

private:
    work* first_ = nullptr;
    work* last_ = nullptr; ///< only meaningful if the list is not empty
};

} // namespace tollgate::await
