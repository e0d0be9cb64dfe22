// SPDX-License-Identifier: BSL-1.0
#include "thread_sample.hpp"

namespace tollgate::liveness::detail {

std::optional<thread_sample> sample_thread(std::int64_t /*thread_id*/) {
    return std::nullopt;
}

} // namespace tollgate::liveness::detail
