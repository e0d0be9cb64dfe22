// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// A case's name taken apart: `fiber/yield/impl:tollgate/fibers:4` has the program `fiber`, the
/// words `yield` and the parameters impl and fibers. Any text is a name: what has no `/` or `:` is
/// one word.
struct case_name {
    struct parameter {
        std::string name;
        std::string value;
        [[nodiscard]] bool operator==(const parameter&) const = default;
    };

    std::string program;               ///< before the first `/`
    std::vector<std::string> words;    ///< the parts without `:`
    std::vector<parameter> parameters; ///< the parts with one, in their order

    [[nodiscard]] std::optional<std::string_view> value_of(std::string_view wanted) const;
};

[[nodiscard]] case_name parse_case_name(std::string_view name);

} // namespace tollgate::cost_sheet
