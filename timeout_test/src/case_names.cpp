// SPDX-License-Identifier: BSL-1.0
#include "case_names.hpp"

#include <fmt/format.h>

namespace tollgate::timeout_test {

std::string receive_name::str() const {
    return fmt::format(
        "timeout/{}/impl:{}/clock:{}/between:{}", to_string(of), impl, to_string(clock),
        where ? fmt::format("threads/placement:{}", cpu::to_string(*where)) : "fibers");
}

std::string late_name(std::string_view impl, clock_kind clock, std::string_view load,
                      std::chrono::microseconds after) {
    return fmt::format("timeout/fires/late/impl:{}/clock:{}/between:fibers/load:{}/after_us:{}",
                       impl, to_string(clock), load, after.count());
}

std::string armed_name(std::string_view what, std::string_view impl, std::uint64_t timers) {
    return fmt::format("timeout/armed/{}/impl:{}/timers:{}", what, impl, timers);
}

} // namespace tollgate::timeout_test
