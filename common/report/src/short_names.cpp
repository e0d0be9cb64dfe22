// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/short_names.hpp>

#include <algorithm>
#include <iterator>
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
    std::string value;
    bool is_shared = true;
};

/// In the order of the cases. A stranger's name may have any number of them.
std::vector<known_parameter> parameters_of(const std::vector<case_key>& keys) {
    constexpr std::size_t most = 24;
    std::vector<known_parameter> found;
    for (const case_key& key : keys) {
        for (const measure::parameter& each : key.parameters()) {
            const auto known = std::find_if(found.begin(), found.end(),
                                            [&](const auto& one) { return one.name == each.name; });
            const std::string value = measure::to_string(each.value);
            if (known != found.end()) {
                known->is_shared = known->is_shared && known->value == value;
            } else if (!each.name.empty() && found.size() < most) {
                found.push_back({each.name, value});
            }
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
    std::vector<case_key> all; // files may have cases in common
    std::set<std::string> names;
    std::copy_if(keys.begin(), keys.end(), std::back_inserter(all),
                 [&](const case_key& one) { return names.insert(one.name()).second; });
    if (all.size() < 2) { // what one case shares with none is all of its name
        return;
    }
    program_ = left_out_ = shared_program(all);
    for (const known_parameter& each : parameters_of(all)) {
        if (!each.is_shared) {
            continue;
        }
        parameters_.push_back(each.name);
        if (told_apart_without(all, parameters_)) {
            left_out_ += (left_out_.empty() ? "" : ", ") + each.name + ":" + each.value;
        } else {
            parameters_.pop_back();
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
