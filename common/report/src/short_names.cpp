// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/short_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <span>

namespace tollgate::report {
namespace {

using measure::case_key;

/// "queue/" if every path begins with it and continues; else empty.
std::string shared_program(const std::vector<case_key>& keys) {
    const std::string first = std::string(keys.front().program()) + "/";
    const auto has_more = [&](const case_key& key) {
        return key.path().starts_with(first) && key.path().size() > first.size();
    };
    return std::ranges::all_of(keys, has_more) ? first : std::string();
}

case_key without(case_key key, const std::vector<std::string>& parameters) {
    for (const std::string& name : parameters) {
        key = key.without(name);
    }
    return key;
}

bool differ_without(const std::vector<case_key>& keys, const std::vector<std::string>& parameters) {
    std::set<std::string> names;
    return std::ranges::all_of(keys, [&](const case_key& key) {
        return names.insert(without(key, parameters).name()).second;
    });
}

} // namespace

short_names::short_names(const std::vector<case_key>& keys) {
    std::vector<case_key> all; // files may have cases in common
    std::set<std::string> names;
    std::ranges::copy_if(keys, std::back_inserter(all),
                         [&](const auto& key) { return names.insert(key.name()).second; });
    if (all.size() < 2) { // a single case keeps its name
        return;
    }
    program_ = left_out_ = shared_program(all);
    constexpr std::size_t most = 24; // a name in a file of another tool may have any number
    const std::span parameters(all.front().parameters());
    for (const measure::parameter& parameter :
         parameters.first(std::min(most, parameters.size()))) {
        const std::string& name = parameter.name;
        const std::string text = all.front().text(name);
        const auto has_this = [&](const case_key& key) {
            return key.has(name) && key.text(name) == text;
        };
        if (!name.empty() && std::ranges::all_of(all, has_this)) {
            parameters_.push_back(name);
        }
    }
    if (!differ_without(all, parameters_)) { // names that differ only in the order of parameters
        parameters_.clear();
    }
    for (const std::string& name : parameters_) {
        left_out_ +=
            fmt::format("{}{}:{}", left_out_.empty() ? "" : ", ", name, all.front().text(name));
    }
}

std::string short_names::operator()(const case_key& key) const {
    const std::string shown = without(key, parameters_).name();
    return shown.starts_with(program_) ? shown.substr(program_.size()) : shown;
}

} // namespace tollgate::report
