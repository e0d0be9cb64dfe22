// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <vector>

namespace tollgate::liveness {

/// Every sequence of decisions, one after the other, the first alternatives first.
class choices {
public:
    [[nodiscard]] std::size_t choose(std::size_t alternatives) {
        if (depth_ == path_.size()) {
            path_.push_back({0, alternatives});
        }
        return path_[depth_++].taken;
    }

    /// False: that was all. Otherwise the next sequence begins.
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

    /// The number of the present one.
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

} // namespace tollgate::liveness
