// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace tollgate::cost_sheet {

/// A logarithmic scale of whole decades that is drawn in a terminal, a character a column.
class log_scale {
public:
    /// From the decade that `least_ns` lies in to the end of that of `most_ns`. Where there is
    /// nothing above zero to draw, one decade from 1 ns on.
    log_scale(double least_ns, double most_ns, std::size_t columns);

    /// A bar that ends at the value, to an eighth of a column, and a `╎` at the tail where that is
    /// farther right. Values that are not above zero have no bar. Always `columns` wide.
    [[nodiscard]] std::string bar(double value_ns, std::optional<double> tail_ns = {}) const;

    /// A thin line instead of a bar, for what is a familiar mark.
    [[nodiscard]] std::string line(double value_ns) const;

    /// The decades, "1 ns", "10", "1 µs", each where its bar would begin.
    [[nodiscard]] std::string axis() const;

private:
    /// In columns from the left, limited to the scale.
    [[nodiscard]] double position(double ns) const;

    double first_; ///< decimal logarithms
    double last_;
    std::size_t columns_;
};

} // namespace tollgate::cost_sheet
