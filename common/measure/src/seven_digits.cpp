// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/seven_digits.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace tollgate::measure {

double seven_digits(double figure) {
    if (!std::isfinite(figure)) {
        return figure;
    }
    // Digits, not powers of ten: those are not exact, and the result would not be the double that
    // is nearest to its seven digits.
    std::array<char, 32> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), figure,
                                       std::chars_format::scientific, 6);
    double rounded = figure;
    const auto read = std::from_chars(text.data(), written.ptr, rounded);
    return read.ec == std::errc{} ? rounded : figure;
}

} // namespace tollgate::measure
