// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tollgate::fiber_test {

/// Watches who has the turn in a ring: each member once a lap, in the order of the first lap.
///
/// Threads: whoever has the turn.
class ring_order {
public:
    explicit ring_order(std::size_t members) : members_(members) {}

    void turn_of(std::size_t member) {
        out_of_order_ += member == due_ ? 0 : 1;
        due_ = member + 1 == members_ ? 0 : member + 1;
    }

    /// Turns that somebody else had than was due after the turn before.
    [[nodiscard]] std::uint64_t out_of_order() const { return out_of_order_; }

private:
    std::size_t members_;
    std::size_t due_ = 0;
    std::uint64_t out_of_order_ = 0;
};

/// Nobody looks, in the loop that is timed.
struct order_unwatched {
    static void turn_of(std::size_t /*member*/) {}
};

} // namespace tollgate::fiber_test
