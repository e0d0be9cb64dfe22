// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tollgate::measure {

/// The value of a case's parameter: a word or a whole number.
using parameter_value = std::variant<std::string, std::uint64_t>;

/// As a name has it: a number in decimal digits, a word as it is.
[[nodiscard]] std::string to_string(const parameter_value& value);

/// A number without a sign, and no letter or truth value.
template <class Number>
concept whole_number =
    std::unsigned_integral<Number> && !std::same_as<Number, bool> && !std::same_as<Number, char>;

/// One parameter of a case, `fibers:4`. In the name of a foreign file a word may stand among the
/// parameters: it is the value of a parameter without a name.
struct parameter {
    parameter(std::string of, parameter_value is) : name(std::move(of)), value(std::move(is)) {}
    parameter(std::string of, std::string word) : name(std::move(of)), value(std::move(word)) {}
    parameter(std::string of, std::string_view word)
        : name(std::move(of)), value(std::string(word)) {}
    parameter(std::string of, const char* word) : name(std::move(of)), value(std::string(word)) {}
    parameter(std::string of, whole_number auto number)
        : name(std::move(of)), value(std::uint64_t{number}) {}
    /// A literal 0 would be the null pointer of a word.
    parameter(std::string of, std::integral auto number) = delete;

    std::string name;
    parameter_value value;

    friend bool operator==(const parameter&, const parameter&) = default;
};

/// The identity of a case: its path and its parameters, in an order that never changes. The name
/// follows from them, in this class alone: path/parameter:value/…
///
/// A value; nothing in it is shared.
class case_key {
public:
    case_key() = default;
    /// `parameters` hold each name at most once, but for the empty one.
    case_key(std::string path, std::vector<parameter> parameters = {});
    case_key(const char* path) : case_key(std::string(path)) {}

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const std::vector<parameter>& parameters() const { return parameters_; }
    [[nodiscard]] const std::string& name() const { return name_; }

    /// The path's first word, "queue".
    [[nodiscard]] std::string_view program() const;
    /// The path behind that, "stream"; the path itself if it is one word.
    [[nodiscard]] std::string_view within_program() const;
    /// Null if it has no such parameter.
    [[nodiscard]] const parameter_value* find(std::string_view parameter) const;
    [[nodiscard]] bool has(std::string_view parameter) const { return find(parameter) != nullptr; }
    /// As the name has it; empty if it has no such parameter.
    [[nodiscard]] std::string text(std::string_view parameter) const;
    /// Nothing if it has no such parameter, or a word for it.
    [[nodiscard]] std::optional<std::uint64_t> number(std::string_view parameter) const;
    /// Whether it has this parameter, with one of these values.
    [[nodiscard]] bool is(std::string_view parameter,
                          std::initializer_list<std::string_view> one_of) const;

    /// The same with this value: in its place, or behind the others if it had none.
    [[nodiscard]] case_key with(std::string_view parameter, parameter_value value) const;
    /// The same without this parameter.
    [[nodiscard]] case_key without(std::string_view parameter) const;
    /// The same path with these parameters alone, in their order here.
    [[nodiscard]] case_key only(std::initializer_list<std::string_view> parameters) const;

    friend bool operator==(const case_key& one, const case_key& other) {
        return one.path_ == other.path_ && one.parameters_ == other.parameters_;
    }

private:
    std::string path_;
    std::vector<parameter> parameters_;
    std::string name_;
};

} // namespace tollgate::measure
