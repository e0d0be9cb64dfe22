// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <string>

namespace tollgate::cli {

/// Whether a case's name matches the regular expression of `--only`, anywhere in the name, by the
/// rules of `grep -E`.
///
///     const cli::name_pattern wanted = cli::names_matching("yield/fibers:(2|4)$");
///     std::erase_if(names, std::not_fn(wanted));
using name_pattern = std::function<bool(const std::string& name)>;

/// Throws usage_error if the text is no regular expression, or one that may take much memory or
/// time: it has more than 1,000 characters, refers to what it matched before, or repeats a part
/// very often. A name of more than 1,000 characters never matches.
[[nodiscard]] name_pattern names_matching(const std::string& text);

} // namespace tollgate::cli
