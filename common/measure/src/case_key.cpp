// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_key.hpp>

#include <algorithm>

namespace tollgate::measure {
namespace {

std::string name_of(const std::string& path, const std::vector<parameter>& parameters) {
    std::string name = path;
    for (const parameter& entry : parameters) {
        name += '/';
        if (!entry.name.empty()) {
            name.append(entry.name).append(":");
        }
        name += to_string(entry.value);
    }
    return name;
}

} // namespace

std::string to_string(const parameter_value& value) {
    const auto* word = std::get_if<std::string>(&value);
    return word != nullptr ? *word : std::to_string(std::get<std::uint64_t>(value));
}

case_key::case_key(std::string path, std::vector<parameter> parameters)
    : path_(std::move(path)),
      parameters_(std::move(parameters)),
      name_(name_of(path_, parameters_)) {}

std::string_view case_key::program() const {
    return std::string_view(path_).substr(0, path_.find('/'));
}

std::string_view case_key::within_program() const {
    return std::string_view(path_).substr(path_.find('/') + 1); // npos + 1 is 0
}

const parameter_value* case_key::find(std::string_view parameter) const {
    const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                    [&](const auto& entry) { return entry.name == parameter; });
    return found == parameters_.end() ? nullptr : &found->value;
}

std::string case_key::text(std::string_view parameter) const {
    const parameter_value* value = find(parameter);
    return value != nullptr ? to_string(*value) : std::string{};
}

std::optional<std::uint64_t> case_key::number(std::string_view parameter) const {
    const parameter_value* value = find(parameter);
    const auto* number = value != nullptr ? std::get_if<std::uint64_t>(value) : nullptr;
    return number != nullptr ? std::optional(*number) : std::nullopt;
}

bool case_key::is(std::string_view parameter,
                  std::initializer_list<std::string_view> one_of) const {
    return has(parameter) &&
           std::find(one_of.begin(), one_of.end(), text(parameter)) != one_of.end();
}

case_key case_key::with(std::string_view parameter, parameter_value value) const {
    std::vector<measure::parameter> changed = parameters_;
    const auto found = std::find_if(changed.begin(), changed.end(),
                                    [&](const auto& entry) { return entry.name == parameter; });
    if (found != changed.end()) {
        found->value = std::move(value);
    } else {
        changed.emplace_back(std::string(parameter), std::move(value));
    }
    return {path_, std::move(changed)};
}

case_key case_key::without(std::string_view parameter) const {
    std::vector<measure::parameter> left = parameters_;
    std::erase_if(left, [&](const auto& entry) { return entry.name == parameter; });
    return {path_, std::move(left)};
}

case_key case_key::only(std::initializer_list<std::string_view> parameters) const {
    std::vector<measure::parameter> left = parameters_;
    std::erase_if(left, [&](const auto& entry) {
        return std::find(parameters.begin(), parameters.end(), entry.name) == parameters.end();
    });
    return {path_, std::move(left)};
}

} // namespace tollgate::measure
