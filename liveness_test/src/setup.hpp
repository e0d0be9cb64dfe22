// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/settings.hpp>

#include <cstdint>
#include <string_view>

namespace tollgate::liveness_test {

/// What a subject is made with; each looks at what concerns it.
struct setup {
    liveness::stamps stamp = liveness::stamps::coarse;
    std::uint64_t checkpoints = 0; ///< between registering and deregistering
};

/// Of every scope: 8 to 16 bytes.
inline constexpr std::string_view scope_name = "worker thread";

inline constexpr std::uint32_t first_checkpoint = 1;
inline constexpr std::uint32_t next_checkpoint = 2;

} // namespace tollgate::liveness_test
