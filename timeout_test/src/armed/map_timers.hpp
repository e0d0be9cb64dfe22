// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "moment.hpp"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace tollgate::timeout_test {

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

} // namespace tollgate::timeout_test
