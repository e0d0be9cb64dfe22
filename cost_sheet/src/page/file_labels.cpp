// SPDX-License-Identifier: BSL-1.0
#include "page/file_labels.hpp"

#include "page/markup.hpp"

#include <fmt/format.h>

#include <map>

namespace tollgate::cost_sheet {

file_labels::file_labels(const sheet& all) : all_(all) {
    std::map<std::string_view, std::size_t> first;
    for (const sheet_case& one : all.cases) {
        const auto [at, is_new] = first.try_emplace(one.key.name(), one.file);
        if (!is_new && at->second != one.file) {
            ambiguous_.insert(one.key.name());
        }
    }
}

std::string file_labels::after(const sheet_case& one) const {
    return ambiguous_.count(one.key.name()) == 0
               ? std::string()
               : fmt::format(" <small>{}</small>", markup(all_.files[one.file].label));
}

} // namespace tollgate::cost_sheet
