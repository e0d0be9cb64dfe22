// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tollgate::cli {

/// A predicate for the names of cases. It returns true if the regular expression of `--only`
/// matches a part of the name. The regular expression has the syntax of RE2.
///
///     std::vector<std::string> names{"fiber/yield/fibers:2", "fiber/yield/fibers:8"};
///     const cli::name_pattern wanted = cli::names_matching("yield/fibers:(2|4)$");
///     std::erase_if(names, std::not_fn(wanted));
///
/// - *Threads*: any number of threads may call a pattern.
/// - *Cost*: the time of a call is linear in the length of the name.
using name_pattern = std::function<bool(const std::string& name)>;

/// Compiles the regular expression. Throws usage_error if `text` is no regular expression of RE2,
/// or if its compiled form needs more than 256 KiB. RE2 has no back references.
[[nodiscard]] name_pattern names_matching(const std::string& text);

} // namespace tollgate::cli
