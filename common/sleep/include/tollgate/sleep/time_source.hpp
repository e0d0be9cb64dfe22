// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <concepts>

namespace tollgate::sleep {

/// Who says what time it is: steady_clock, or something that speaks in its time points, such as a
/// clock moved by hand.
template <class Source>
concept time_source = requires {
    { Source::now() }
    noexcept->std::same_as<std::chrono::steady_clock::time_point>;
};

} // namespace tollgate::sleep
