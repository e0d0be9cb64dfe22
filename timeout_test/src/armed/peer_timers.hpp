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

/// std::multimap by deadline: what comes to mind first. Moving a timer keeps its node.
class map_timers {
public:
    static constexpr bool in_order = false;
    static constexpr moment resolution{0};

    explicit map_timers(std::size_t timers) : places_(timers) {}

    void arm(std::size_t which, moment deadline) { places_[which] = map_.emplace(deadline, which); }
    void rearm(std::size_t which, moment deadline) {
        auto node = map_.extract(places_[which]);
        node.key() = deadline;
        places_[which] = map_.insert(std::move(node));
    }
    void cancel(std::size_t which) { map_.erase(places_[which]); }

    template <class With>
    void pass(moment now, With with) {
        while (!map_.empty() && map_.begin()->first <= now) {
            const std::size_t due = map_.begin()->second;
            map_.erase(map_.begin());
            with(due);
        }
    }

private:
    std::multimap<moment, std::size_t> map_;
    std::vector<std::multimap<moment, std::size_t>::iterator> places_;
};

/// boost::intrusive::multiset by deadline: what Boost.Fiber keeps its sleeping fibers in.
class tree_timers {
public:
    static constexpr bool in_order = false;
    static constexpr moment resolution{0};

    explicit tree_timers(std::size_t timers) : all_(std::make_unique<node[]>(timers)) {}
    ~tree_timers() { set_.clear(); }
    tree_timers(const tree_timers&) = delete;
    tree_timers& operator=(const tree_timers&) = delete;

    void arm(std::size_t which, moment deadline) {
        all_[which].deadline = deadline;
        set_.insert(all_[which]);
    }
    void rearm(std::size_t which, moment deadline) {
        cancel(which);
        arm(which, deadline);
    }
    void cancel(std::size_t which) { set_.erase(set_.iterator_to(all_[which])); }

    template <class With>
    void pass(moment now, With with) {
        while (!set_.empty() && set_.begin()->deadline <= now) {
            node& due = *set_.begin();
            set_.erase(set_.begin());
            with(static_cast<std::size_t>(&due - all_.get()));
        }
    }

private:
    struct node : boost::intrusive::set_base_hook<
                      boost::intrusive::link_mode<boost::intrusive::safe_link>> {
        moment deadline{0};
        friend bool operator<(const node& one, const node& other) {
            return one.deadline < other.deadline;
        }
    };

    std::unique_ptr<node[]> all_;
    boost::intrusive::multiset<node, boost::intrusive::constant_time_size<false>> set_;
};

} // namespace tollgate::timeout_test
