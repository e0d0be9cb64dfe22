// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/case_words.hpp>
#include <tollgate/report/short_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace tollgate::report {
namespace {

using measure::case_key;
using keys_with_words = std::map<std::string, std::vector<case_key>>;

bool differs(const measure::parameter& own, const std::vector<case_key>& others) {
    return std::ranges::any_of(others, [&](const case_key& other) {
        return !other.has(own.name) || other.text(own.name) != measure::to_string(own.value);
    });
}

/// The parameters of the key that are not the same in all of these keys: ", fibers:8".
std::string differing_parameters(const case_key& key, const std::vector<case_key>& all) {
    std::string text;
    for (const measure::parameter& parameter : key.parameters()) {
        const std::string& name = parameter.name;
        if (differs(parameter, all)) {
            text += fmt::format(", {}{}{}", name, name.empty() ? "" : ":",
                                measure::to_string(parameter.value));
        }
    }
    return text;
}

/// The first entry for the key, or null. A case of another implementation, such as another runtime,
/// has the words of a pattern that names its `impl`, and no others.
const case_words* entry_for(const case_key& key, const std::vector<case_words>& words) {
    const auto found = std::ranges::find_if(words, [&](const case_words& each) {
        return each.pattern.matches(key) && (!key.has("impl") || each.pattern.names("impl"));
    });
    return found == words.end() ? nullptr : &*found;
}

/// The values of parameters that are not in the names of rows.
using left_out_values = std::vector<std::pair<std::string, std::vector<std::string>>>;

void leave_out(const measure::parameter& parameter, left_out_values& all) {
    auto entry = std::ranges::find(all, parameter.name, &left_out_values::value_type::first);
    if (entry == all.end()) {
        entry = all.insert(entry, {parameter.name, {}});
    }
    const std::string value = measure::to_string(parameter.value);
    if (std::ranges::count(entry->second, value) == 0) {
        entry->second.push_back(value);
    }
}

/// "fibers:1000, capacity:64 or 1024"
std::string listed_values(const left_out_values& all) {
    std::string text;
    for (const auto& [name, values] : all) {
        text += fmt::format("{}{}:{}", text.empty() ? "" : ", ", name, fmt::join(values, " or "));
    }
    return text;
}

} // namespace

bool case_pattern::matches(const case_key& key) const {
    const auto has = [&](const auto& text) { return key.text(text.first) == text.second; };
    return key.path() == path && std::ranges::all_of(texts, has);
}

bool case_pattern::names(std::string_view parameter) const {
    return std::ranges::any_of(texts, [&](const auto& text) { return text.first == parameter; });
}

std::string words_of(const case_key& key, const std::vector<case_words>& words) {
    const case_words* entry = entry_for(key, words);
    return entry == nullptr ? std::string{} : entry->words;
}

row_names::row_names(const std::vector<case_key>& keys, const std::vector<case_words>& words) {
    const short_names short_name(keys);
    keys_with_words by_words;
    for (const case_key& key : keys) {
        by_words[words_of(key, words)].push_back(key);
    }
    std::set<std::string> used;
    for (const auto& [common_words, same] : by_words) {
        for (const case_key& key : same) {
            const std::string name = common_words.empty()
                                         ? short_name(key)
                                         : common_words + differing_parameters(key, same);
            names_[key.name()] = used.insert(name).second ? name : key.name();
        }
    }
    if (by_words.contains("")) {
        left_out_lines_ = short_name.common_parts_line();
    }
    left_out_values numbers;
    for (const case_key& key : keys) {
        const case_words* entry = entry_for(key, words);
        for (const measure::parameter& parameter : key.parameters()) {
            const std::string& name = parameter.name;
            if (entry != nullptr && key.number(name) && !entry->pattern.names(name) &&
                !differs(parameter, by_words.at(entry->words))) {
                leave_out(parameter, numbers);
            }
        }
    }
    if (!numbers.empty()) {
        left_out_lines_ += "Left out of the names: " + listed_values(numbers) + "\n\n";
    }
}

std::string row_names::operator()(const case_key& key) const {
    const auto found = names_.find(key.name());
    return found == names_.end() ? key.name() : found->second;
}

} // namespace tollgate::report
