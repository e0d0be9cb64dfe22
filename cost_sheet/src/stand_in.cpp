// SPDX-License-Identifier: BSL-1.0
// Holds the places of what is on its way, so that the rest links.
#include "across/across_command.hpp"
#include "compare/compare_command.hpp"
#include "page.hpp"

namespace tollgate::cost_sheet {

[[gnu::weak]] std::string page(const sheet& /*all*/) {
    return {};
}
[[gnu::weak]] cli::exit_code compare_files(const options& /*wanted*/) {
    return cli::exit_code::refused;
}
[[gnu::weak]] cli::exit_code lay_across(const options& /*wanted*/) {
    return cli::exit_code::refused;
}

} // namespace tollgate::cost_sheet
