// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
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

/// Returns the text of a number, with commas: "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t number);

/// Converts a text to a whole number.
///
///     const std::uint64_t rounds = cli::parse_whole("--rounds", "20", {1, 100'000});
///
/// The whole `text` must be the number. The locale has no influence.
/// - *Exceptions*: usage_error if `text` is no number, or is outside of the range. The message
///   contains `option`, `text` and the range.
[[nodiscard]] std::uint64_t parse_whole(std::string_view option, std::string_view text,
                                        whole_range allowed);

/// Converts a text to a decimal number. The rules and exceptions are the same as for parse_whole.
[[nodiscard]] double parse_decimal(std::string_view option, std::string_view text,
                                   decimal_range allowed);

/// The numbers for which `a..b` stands in a list.
enum class list_steps {
    doubling,    ///< those of the numbers a, 2a, 4a … that are at most b
    one_two_five ///< a, b, and those of the numbers 1, 2, 5, 10, 20, 50 … that are between them
};

/// Converts a text to whole numbers. Commas separate the numbers. `a..b` stands for several
/// numbers, as `steps` describes. Returns each number once, in ascending order. The rules and
/// exceptions of parse_whole apply to each number in the text. Also throws usage_error if b is
/// below a.
[[nodiscard]] std::vector<std::uint64_t> parse_whole_list(std::string_view option,
                                                          std::string_view text,
                                                          whole_range allowed,
                                                          list_steps steps = list_steps::doubling);

} // namespace tollgate::cli
