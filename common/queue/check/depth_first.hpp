// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

namespace tollgate::queue::orders {

[[nodiscard]] inline std::size_t first_of(std::uint64_t some) noexcept {
    return static_cast<std::size_t>(std::countr_zero(some));
}

/// The tree of all decisions, of which one path is gone at a time, from the root to a leaf or to a
/// state that has been seen.
class depth_first {
public:
    void begin_path() noexcept {
        depth_ = 0;
        is_known_ = false;
    }

    /// One of those who are ready (a bit each): on a new part of the path the one that is
    /// preferred.
    template <class State>
    [[nodiscard]] std::size_t decide(std::uint64_t ready, std::size_t preferred, State state) {
        if (depth_ < path_.size()) {
            return path_[depth_++].taken;
        }
        is_known_ = is_known_ || !states_.insert(state()).second;
        if (!is_known_) {
            path_.push_back({preferred, ready & ~(std::uint64_t{1} << preferred)});
            ++depth_;
        }
        return preferred;
    }

    /// False: there are no more paths.
    [[nodiscard]] bool turn_to_next() {
        while (!path_.empty() && path_.back().untried == 0) {
            path_.pop_back();
        }
        if (path_.empty()) {
            return false;
        }
        decision& last = path_.back();
        last.taken = first_of(last.untried);
        last.untried &= last.untried - 1;
        return true;
    }

    /// The path has come to a state that was seen before: from there on no decision counts.
    [[nodiscard]] bool is_known() const noexcept { return is_known_; }
    [[nodiscard]] std::size_t states() const noexcept { return states_.size(); }

private:
    struct decision {
        std::size_t taken;
        std::uint64_t untried;
    };

    std::unordered_set<std::uint64_t> states_;
    std::vector<decision> path_;
    std::size_t depth_ = 0;
    bool is_known_ = false;
};

} // namespace tollgate::queue::orders
