// SPDX-License-Identifier: BSL-1.0
// The cases that need a channel, which Boost.Asio has since Boost 1.79.
#pragma once

#include "serve.hpp"

#include <vector>

namespace runtime {

/// Those cases; none where Boost is older.
[[nodiscard]] std::vector<offer> channel_offers();

} // namespace runtime
