// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "moment.hpp"

#include <boost/intrusive/set.hpp>

#include <cstddef>
#include <memory>

namespace tollgate::timeout_test {

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
