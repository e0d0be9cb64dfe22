// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <string>

namespace tollgate::cli {

/// Whether a case's name matches the regular expression of `--only`, anywhere in the name, in the
/// syntax of RE2. The time grows with the length of the name, and no more.
///
///     const cli::name_pattern wanted = cli::names_matching("yield/fibers:(2|4)$");
///     std::erase_if(names, std::not_fn(wanted));
using name_pattern = std::function<bool(const std::string& name)>;

/// Throws usage_error if the text is no regular expression, refers to what it matched before, which
/// RE2 does not know, or takes more than 256 KiB.
[[nodiscard]] name_pattern names_matching(const std::string& text);

} // namespace tollgate::cli
