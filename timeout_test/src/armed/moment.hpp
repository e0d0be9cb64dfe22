// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>

namespace tollgate::timeout_test {

/// Of a clock that is moved by hand.
using moment = std::chrono::nanoseconds;

} // namespace tollgate::timeout_test
