// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::faults {

/// Observes a loop without any clock: lets it do that many operations and notes whether each turn
/// told the number of those done, one by one.
///
/// Threads: one at a time, as with every probe. Plain data on purpose: a hand-off that synchronizes
/// too little is a data race here, which ThreadSanitizer sees.
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

/// Turns of each member when `turns` go round a ring, beginning with member 0. At least one member.
[[nodiscard]] inline std::vector<std::uint64_t> turns_in_a_ring(std::uint64_t turns,
                                                                std::size_t members) {
    std::vector<std::uint64_t> each(members, turns / members);
    for (std::size_t i = 0; i < turns % members; ++i) {
        ++each[i];
    }
    return each;
}

} // namespace tollgate::faults
