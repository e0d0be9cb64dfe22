// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "moment.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::timeout_test {

/// A binary heap from which nothing is removed but from its top: what is called off or moved leaves
/// an entry that is passed over when it comes up. When more than half are such, the heap is made
/// anew.
class heap_timers {
public:
    static constexpr bool in_order = false;
    static constexpr moment resolution{0};

    explicit heap_timers(std::size_t timers) : current_(timers, 0) {}

    void arm(std::size_t which, moment deadline) {
        heap_.push_back({deadline, which, current_[which]});
        std::push_heap(heap_.begin(), heap_.end(), later());
        ++armed_;
    }
    void rearm(std::size_t which, moment deadline) {
        cancel(which);
        arm(which, deadline);
    }
    void cancel(std::size_t which) {
        ++current_[which];
        --armed_;
        if (heap_.size() > 2 * armed_ + least_for_cleaning) {
            clean();
        }
    }

    template <class With>
    void pass(moment now, With with) {
        while (!heap_.empty() && (heap_.front().deadline <= now || !is_current(heap_.front()))) {
            std::pop_heap(heap_.begin(), heap_.end(), later());
            const entry due = heap_.back();
            heap_.pop_back();
            if (is_current(due)) {
                ++current_[due.which];
                --armed_;
                with(due.which);
            }
        }
    }

private:
    struct entry {
        moment deadline;
        std::size_t which;
        std::uint32_t generation;
    };
    struct later {
        bool operator()(const entry& one, const entry& other) const {
            return one.deadline > other.deadline;
        }
    };
    static constexpr std::size_t least_for_cleaning = 64;

    [[nodiscard]] bool is_current(const entry& one) const {
        return one.generation == current_[one.which];
    }
    void clean() {
        std::erase_if(heap_, [this](const entry& one) { return !is_current(one); });
        std::make_heap(heap_.begin(), heap_.end(), later());
    }

    std::vector<entry> heap_;
    std::vector<std::uint32_t> current_;
    std::size_t armed_ = 0;
};

} // namespace tollgate::timeout_test
