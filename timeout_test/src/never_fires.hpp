// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>

namespace tollgate::timeout_test {

/// The ancestor's timeout: much longer than any message takes.
inline constexpr std::chrono::seconds never_fires{10};

} // namespace tollgate::timeout_test
