// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <concepts>

namespace tollgate::sleep {

/// A source of the time, in time points of std::chrono::steady_clock. The source is steady_clock
/// itself, or a fake clock of a check.
template <class Source>
concept time_source = requires {
    { Source::now() }
    noexcept->std::same_as<std::chrono::steady_clock::time_point>;
};

} // namespace tollgate::sleep
