// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tollgate::cli {

/// What a whole number may be, both ends included.
struct whole_range {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
};

/// What a decimal number may be, both ends included.
struct decimal_range {
    double low = 0;
    double high = 0;
};

/// The number that `text` is, all of it, whatever the locale. Throws usage_error that names
/// `option`, the text and the range.
[[nodiscard]] std::uint64_t parse_whole(std::string_view option, std::string_view text,
                                        whole_range allowed);
[[nodiscard]] double parse_decimal(std::string_view option, std::string_view text,
                                   decimal_range allowed);

/// Numbers separated by commas; `a..b` stands for a, 2a, 4a … up to b. Ascending, without repeats.
[[nodiscard]] std::vector<std::uint64_t>
parse_whole_list(std::string_view option, std::string_view text, whole_range allowed);

} // namespace tollgate::cli
