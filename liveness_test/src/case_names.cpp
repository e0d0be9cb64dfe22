// SPDX-License-Identifier: BSL-1.0
#include "case_names.hpp"

#include <fmt/format.h>

#include <charconv>

namespace tollgate::liveness_test {

std::string with_threads(std::string_view what, std::string_view who, std::uint64_t threads) {
    return fmt::format("liveness/{}/impl:{}/threads:{}", what, who, threads);
}

std::string full_cycle_name(std::string_view who, std::uint64_t checkpoints) {
    return fmt::format("liveness/full_cycle/impl:{}/checkpoints:{}", who, checkpoints);
}

std::string scan_name(std::string_view what, std::uint64_t records) {
    return fmt::format("liveness/{}/records:{}", what, records);
}

std::string delay_name(const detection& of) {
    return fmt::format("liveness/detection_delay/timeout_ms:{}/period_ms:{}", of.timeout.count(),
                       of.period.count());
}

std::uint64_t number_in(std::string_view name, std::string_view word) {
    const std::string before = fmt::format("/{}:", word);
    const std::size_t at = name.find(before);
    std::uint64_t number = 0;
    if (at != std::string_view::npos) {
        name.remove_prefix(at + before.size());
        std::from_chars(name.data(), name.data() + name.size(), number);
    }
    return number;
}

} // namespace tollgate::liveness_test
