// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::fiber_test {

/// Observes a loop without any clock: lets it do so many operations and notes whether it told the
/// number of those done at each turn, one by one.
class counting_probe {
public:
    explicit counting_probe(std::uint64_t operations) : operations_(operations) {}

    bool turn(std::uint64_t done) {
        in_order_ = in_order_ && done == turns_;
        ++turns_;
        return done < operations_;
    }

    [[nodiscard]] std::uint64_t turns() const { return turns_; }
    [[nodiscard]] bool in_order() const { return in_order_; }

private:
    std::uint64_t operations_;
    std::uint64_t turns_ = 0;
    bool in_order_ = true;
};

} // namespace tollgate::fiber_test
