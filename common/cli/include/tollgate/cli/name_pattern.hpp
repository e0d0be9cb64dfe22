// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tollgate::cli {

/// A predicate for names of cases: whether the regular expression of `--only` matches somewhere in
/// the name. The syntax is that of RE2.
///
///     std::vector<std::string> names{"fiber/yield/fibers:2", "fiber/yield/fibers:8"};
///     const cli::name_pattern wanted = cli::names_matching("yield/fibers:(2|4)$");
///     std::erase_if(names, std::not_fn(wanted));
///
/// - *Threads*: any number of threads may call a pattern.
/// - *Cost*: linear in the length of the name.
using name_pattern = std::function<bool(const std::string& name)>;

/// Compiles the regular expression. Throws usage_error if `text` is no regular expression of RE2
/// (which has no back references), or needs more than 256 KiB.
[[nodiscard]] name_pattern names_matching(const std::string& text);

} // namespace tollgate::cli
