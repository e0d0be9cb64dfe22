// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/digits.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace tollgate::measure {
namespace {

double rounded_to(int digits, double figure) {
    if (!std::isfinite(figure)) {
        return figure;
    }
    // Digits, not powers of ten: those are not exact, and the result would not be the double that
    // is nearest to its digits.
    std::array<char, 32> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), figure,
                                       std::chars_format::scientific, digits - 1);
    double rounded = figure;
    const auto read = std::from_chars(text.data(), written.ptr, rounded);
    return read.ec == std::errc{} ? rounded : figure;
}

} // namespace

double seven_digits(double figure) {
    return rounded_to(7, figure);
}

double ten_digits(double figure) {
    return rounded_to(10, figure);
}

} // namespace tollgate::measure
