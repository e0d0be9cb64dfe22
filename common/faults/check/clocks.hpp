// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/source.hpp>

#include <cstddef>

namespace tollgate::faults {

/// With so many a rehearsal tries each loop.
inline constexpr std::size_t clocks = clock::all_sources.size();

} // namespace tollgate::faults
