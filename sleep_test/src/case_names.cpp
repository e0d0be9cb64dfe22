// SPDX-License-Identifier: BSL-1.0
#include "case_names.hpp"

#include <fmt/format.h>

namespace tollgate::sleep_test {

std::string wake_latency_name(sleeper_kind who, std::uint64_t slice_ms, cpu::placement where) {
    return fmt::format("sleep/wake_latency/sleeper:{}/slice_ms:{}/placement:{}", to_string(who),
                       slice_ms, cpu::to_string(where));
}

std::string timeout_lateness_name(sleeper_kind who, std::uint64_t slice_ms) {
    return fmt::format("sleep/timeout_lateness/sleeper:{}/slice_ms:{}", to_string(who), slice_ms);
}

std::string wake_cost_name(sleeper_kind who, const std::string& what) {
    return fmt::format("sleep/wake_cost/sleeper:{}/found:{}", to_string(who), what);
}

} // namespace tollgate::sleep_test
