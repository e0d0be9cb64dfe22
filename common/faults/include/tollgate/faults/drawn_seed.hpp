// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

namespace tollgate::faults {

/// The seed of a stress check: TOLLGATE_SEED of the environment, and drawn without it. Printed, so
/// that what was seen once can be tried again.
inline std::uint32_t drawn_seed() {
    const char* const given = std::getenv("TOLLGATE_SEED");
    const std::uint32_t seed = given != nullptr
                                   ? static_cast<std::uint32_t>(std::stoul(given))
                                   : static_cast<std::uint32_t>(std::random_device{}());
    std::cout << "TOLLGATE_SEED=" << seed << '\n';
    return seed;
}

} // namespace tollgate::faults
