// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "clock_kind.hpp"
#include "group.hpp"

#include <tollgate/cpu/placement.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tollgate::timeout_test {

/// timeout/GROUP/impl:WHO/clock:C/between:fibers, or between:threads/placement:P.
struct receive_name {
    group of;
    std::string_view impl;
    clock_kind clock;
    std::optional<cpu::placement> where; ///< of threads

    [[nodiscard]] std::string str() const;
};

/// timeout/fires/late/impl:WHO/clock:C/between:fibers/load:L/after_us:N
[[nodiscard]] std::string late_name(std::string_view impl, clock_kind clock, std::string_view load,
                                    std::chrono::microseconds after);

/// timeout/armed/WHAT/impl:WHO/timers:N
[[nodiscard]] std::string armed_name(std::string_view what, std::string_view impl,
                                     std::uint64_t timers);

} // namespace tollgate::timeout_test
