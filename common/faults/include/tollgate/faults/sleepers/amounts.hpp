// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::faults::sleepers {

/// How much the suites in this directory do with a sleeper. A check specialises it for the sleepers
/// that are to be tried more often.
template <class Sleeper>
struct amounts {
    static constexpr int random_sleeps = 20'000;
    static constexpr std::uint32_t duels = 50'000;
};

} // namespace tollgate::faults::sleepers
