// SPDX-License-Identifier: BSL-1.0
#include "utc_text.hpp"

#include <array>
#include <cstdio>

namespace tollgate::liveness::detail {

std::string utc_text(std::chrono::system_clock::time_point when) {
    namespace chr = std::chrono;
    const auto midnight = chr::floor<chr::days>(when);
    const chr::year_month_day date(midnight);
    const chr::hh_mm_ss time(chr::floor<chr::microseconds>(when - midnight));
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u %02d:%02d:%02d.%06d",
                  static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                  static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()),
                  static_cast<int>(time.subseconds().count()));
    return text.data();
}

} // namespace tollgate::liveness::detail
