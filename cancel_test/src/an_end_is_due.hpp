// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>

namespace tollgate::cancel_test {

/// A wait gives up after so long: its end was lost. Nothing but a process that was stopped takes
/// that long otherwise.
inline constexpr std::chrono::seconds an_end_is_due{10};

} // namespace tollgate::cancel_test
