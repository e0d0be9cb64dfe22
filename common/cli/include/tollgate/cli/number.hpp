// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tollgate::cli {

/// The whole numbers that an option takes.
struct whole_range {
    std::uint64_t low = 0;  ///< the smallest
    std::uint64_t high = 0; ///< the largest
};

/// The decimal numbers that an option takes.
struct decimal_range {
    double low = 0;  ///< the smallest
    double high = 0; ///< the largest
};

/// Reads a whole number.
///
///     const std::uint64_t rounds = cli::parse_whole("--rounds", "20", {1, 100'000});
///
/// The number must be all of `text`. The locale has no influence.
/// - *Exceptions*: usage_error, which names `option`, `text` and the range.
[[nodiscard]] std::uint64_t parse_whole(std::string_view option, std::string_view text,
                                        whole_range allowed);

/// Reads a decimal number, like parse_whole.
[[nodiscard]] double parse_decimal(std::string_view option, std::string_view text,
                                   decimal_range allowed);

/// Reads whole numbers separated by commas, like parse_whole. `a..b` stands for a, 2a, 4a … up to
/// b. Returns each number once, ascending.
[[nodiscard]] std::vector<std::uint64_t>
parse_whole_list(std::string_view option, std::string_view text, whole_range allowed);

} // namespace tollgate::cli
