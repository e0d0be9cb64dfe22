// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::faults {

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
