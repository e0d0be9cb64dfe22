// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "timer_draft.hpp"

#include <boost/intrusive/set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace tollgate::timeout_test {

/// A binary heap from index entries leave only at the top. A timer that is cancelled or moved
/// leaves an obsolete entry, index a pass skips. When more than half of the entries are obsolete,
/// the heap is built anew.
class heap_timers {
public:
    static constexpr bool in_order = false;
    static constexpr moment resolution{0};

    explicit heap_timers(std::size_t timers) : current_(timers, 0) {}

    void arm(std::size_t index, moment deadline) {
        heap_.push_back({deadline, index, current_[index]});
        std::push_heap(heap_.begin(), heap_.end(), later());
        ++armed_;
    }
    void rearm(std::size_t index, moment deadline) {
        cancel(index);
        arm(index, deadline);
    }
    void cancel(std::size_t index) {
        ++current_[index];
        --armed_;
        if (heap_.size() > 2 * armed_ + least_for_cleaning) {
            clean();
        }
    }

    template <class Handler>
    void pass(moment now, Handler handler) {
        while (!heap_.empty() && (heap_.front().deadline <= now || !is_current(heap_.front()))) {
            std::pop_heap(heap_.begin(), heap_.end(), later());
            const entry due = heap_.back();
            heap_.pop_back();
            if (is_current(due)) {
                ++current_[due.index];
                --armed_;
                handler(due.index);
            }
        }
    }

private:
    struct entry {
        moment deadline;
        std::size_t index;
        std::uint32_t generation;
    };
    struct later {
        bool operator()(const entry& left, const entry& right) const {
            return left.deadline > right.deadline;
        }
    };
    static constexpr std::size_t least_for_cleaning = 64;

    [[nodiscard]] bool is_current(const entry& candidate) const {
        return candidate.generation == current_[candidate.index];
    }
    void clean() {
        std::erase_if(heap_, [this](const entry& candidate) { return !is_current(candidate); });
        std::make_heap(heap_.begin(), heap_.end(), later());
    }

    std::vector<entry> heap_;
    std::vector<std::uint32_t> current_;
    std::size_t armed_ = 0;
};

/// A std::multimap by deadline. Moving a timer keeps its node.
class map_timers {
public:
    static constexpr bool in_order = false;
    static constexpr moment resolution{0};

    explicit map_timers(std::size_t timers) : places_(timers) {}

    void arm(std::size_t index, moment deadline) { places_[index] = map_.emplace(deadline, index); }
    void rearm(std::size_t index, moment deadline) {
        auto node = map_.extract(places_[index]);
        node.key() = deadline;
        places_[index] = map_.insert(std::move(node));
    }
    void cancel(std::size_t index) { map_.erase(places_[index]); }

    template <class Handler>
    void pass(moment now, Handler handler) {
        while (!map_.empty() && map_.begin()->first <= now) {
            const std::size_t due = map_.begin()->second;
            map_.erase(map_.begin());
            handler(due);
        }
    }

private:
    std::multimap<moment, std::size_t> map_;
    std::vector<std::multimap<moment, std::size_t>::iterator> places_;
};

/// A boost::intrusive::multiset by deadline, in which Boost.Fiber keeps its sleeping fibers.
class tree_timers {
public:
    static constexpr bool in_order = false;
    static constexpr moment resolution{0};

    explicit tree_timers(std::size_t timers) : all_(std::make_unique<node[]>(timers)) {}
    ~tree_timers() { set_.clear(); }
    tree_timers(const tree_timers&) = delete;
    tree_timers& operator=(const tree_timers&) = delete;

    void arm(std::size_t index, moment deadline) {
        all_[index].deadline = deadline;
        set_.insert(all_[index]);
    }
    void rearm(std::size_t index, moment deadline) {
        cancel(index);
        arm(index, deadline);
    }
    void cancel(std::size_t index) { set_.erase(set_.iterator_to(all_[index])); }

    template <class Handler>
    void pass(moment now, Handler handler) {
        while (!set_.empty() && set_.begin()->deadline <= now) {
            node& due = *set_.begin();
            set_.erase(set_.begin());
            handler(static_cast<std::size_t>(&due - all_.get()));
        }
    }

private:
    struct node : boost::intrusive::set_base_hook<
                      boost::intrusive::link_mode<boost::intrusive::safe_link>> {
        moment deadline{0};
        friend bool operator<(const node& left, const node& right) {
            return left.deadline < right.deadline;
        }
    };

    std::unique_ptr<node[]> all_;
    boost::intrusive::multiset<node, boost::intrusive::constant_time_size<false>> set_;
};

} // namespace tollgate::timeout_test
