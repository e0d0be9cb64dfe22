// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/short_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace tollgate::report {
namespace {

using measure::case_key;

/// "queue/" if every path has more behind it; else empty.
std::string shared_program(const std::vector<case_key>& keys) {
    const std::string first = std::string(keys.front().program()) + "/";
    const auto has_more = [&](const case_key& one) {
        return one.path().starts_with(first) && one.path().size() > first.size();
    };
    return std::ranges::all_of(keys, has_more) ? first : std::string();
}

case_key without(case_key key, const std::vector<std::string>& parameters) {
    for (const std::string& name : parameters) {
        key = key.without(name);
    }
    return key;
}

bool told_apart_without(const std::vector<case_key>& keys,
                        const std::vector<std::string>& parameters) {
    std::set<std::string> names;
    return std::ranges::all_of(keys, [&](const case_key& one) {
        return names.insert(without(one, parameters).name()).second;
    });
}

} // namespace

short_names::short_names(const std::vector<case_key>& keys) {
    std::vector<case_key> all; // files may have cases in common
    std::set<std::string> names;
    std::ranges::copy_if(keys, std::back_inserter(all),
                         [&](const auto& one) { return names.insert(one.name()).second; });
    if (all.size() < 2) { // what one case shares with none is all of its name
        return;
    }
    program_ = left_out_ = shared_program(all);
    constexpr std::size_t most = 24; // a stranger's name may have any number of them
    std::set<std::string> known;
    for (const case_key& key : all) {
        for (const measure::parameter& parameter : key.parameters()) {
            const std::string& name = parameter.name;
            if (name.empty() || known.size() == most || !known.insert(name).second) {
                continue;
            }
            const std::string text = key.text(name);
            const bool shared = std::all_of(all.begin(), all.end(), [&](const case_key& other) {
                return !other.has(name) || other.text(name) == text;
            });
            parameters_.push_back(name);
            if (shared && told_apart_without(all, parameters_)) {
                left_out_ += fmt::format("{}{}:{}", left_out_.empty() ? "" : ", ", name, text);
            } else {
                parameters_.pop_back();
            }
        }
    }
}

case_key short_names::without_shared(const case_key& key) const {
    return without(key, parameters_);
}

std::string short_names::operator()(const case_key& key) const {
    const std::string shown = without_shared(key).name();
    return shown.starts_with(program_) ? shown.substr(program_.size()) : shown;
}

} // namespace tollgate::report
