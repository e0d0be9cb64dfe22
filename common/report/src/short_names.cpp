// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/short_names.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tollgate::report {
namespace {

using measure::case_key;

/// "queue/" if every path has more behind it; else empty.
std::string shared_program(const std::vector<case_key>& keys) {
    const std::string first = std::string(keys.front().program()) + "/";
    const bool shared = std::all_of(keys.begin(), keys.end(), [&](const case_key& one) {
        return one.path().starts_with(first) && one.path().size() > first.size();
    });
    return shared ? first : std::string();
}

struct known_parameter {
    std::string name;
    std::set<std::string> values;
};

/// In the order of the cases. A stranger's name may have any number of them.
std::vector<known_parameter> parameters_of(const std::vector<case_key>& keys) {
    constexpr std::size_t most = 24;
    std::vector<known_parameter> found;
    std::map<std::string, std::size_t> known;
    for (const case_key& key : keys) {
        for (const measure::parameter& each : key.parameters()) {
            if (each.name.empty() || (found.size() == most && !known.contains(each.name))) {
                continue;
            }
            const auto [at, is_new] = known.try_emplace(each.name, found.size());
            if (is_new) {
                found.push_back({each.name, {}});
            }
            found[at->second].values.insert(measure::to_string(each.value));
        }
    }
    return found;
}

/// Files may have cases in common.
std::vector<case_key> one_of_each(const std::vector<case_key>& keys) {
    std::vector<case_key> found;
    std::set<std::string> names;
    for (const case_key& one : keys) {
        if (names.insert(one.name()).second) {
            found.push_back(one);
        }
    }
    return found;
}

case_key without(const case_key& key, const std::vector<std::string>& parameters) {
    std::vector<measure::parameter> left;
    for (const measure::parameter& each : key.parameters()) {
        if (std::find(parameters.begin(), parameters.end(), each.name) == parameters.end()) {
            left.push_back(each);
        }
    }
    return {key.path(), std::move(left)};
}

bool told_apart_without(const std::vector<case_key>& keys,
                        const std::vector<std::string>& parameters) {
    std::set<std::string> names;
    return std::all_of(keys.begin(), keys.end(), [&](const case_key& one) {
        return names.insert(without(one, parameters).name()).second;
    });
}

} // namespace

short_names::short_names(const std::vector<case_key>& keys) {
    const std::vector<case_key> all = one_of_each(keys);
    if (all.size() < 2) { // what one case shares with none is all of its name
        return;
    }
    program_ = left_out_ = shared_program(all);
    for (const known_parameter& each : parameters_of(all)) {
        if (each.values.size() != 1) {
            continue;
        }
        parameters_.push_back(each.name);
        if (!told_apart_without(all, parameters_)) {
            parameters_.pop_back();
            continue;
        }
        left_out_ += (left_out_.empty() ? "" : ", ") + each.name + ":" + *each.values.begin();
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
