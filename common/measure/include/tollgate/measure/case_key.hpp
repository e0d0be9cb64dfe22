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

/// Returns the value as a case's name contains it: a number in decimal digits, a word unchanged.
[[nodiscard]] std::string to_string(const parameter_value& value);

/// An unsigned number type, except `char` and `bool`.
template <class Number>
concept whole_number =
    std::unsigned_integral<Number> && !std::same_as<Number, bool> && !std::same_as<Number, char>;

/// One parameter of a case, such as `fibers:4`. A case name from a file of another tool may contain
/// a word without a parameter's name. This word becomes the value of a parameter with an empty
/// name.
struct parameter {
    /// A parameter with a word or a number.
    parameter(std::string key, parameter_value word_or_number)
        : name(std::move(key)), value(std::move(word_or_number)) {}
    /// A parameter with a word.
    parameter(std::string key, std::string word) : name(std::move(key)), value(std::move(word)) {}
    /// A parameter with a word.
    parameter(std::string key, std::string_view word)
        : name(std::move(key)), value(std::string(word)) {}
    /// A parameter with a word.
    parameter(std::string key, const char* word) : name(std::move(key)), value(std::string(word)) {}
    /// A parameter with a number.
    parameter(std::string key, whole_number auto number)
        : name(std::move(key)), value(std::uint64_t{number}) {}
    /// Deleted, because a literal 0 would also be a null pointer to a word.
    parameter(std::string key, std::integral auto number) = delete;

    std::string name;      ///< empty for a word without a name
    parameter_value value; ///< a word or a number

    /// Returns whether the names and the values are the same.
    friend bool operator==(const parameter&, const parameter&) = default;
};

/// The identity of a case: a path, and parameters in an order that never changes.
///
///     using tollgate::measure::case_key;
///     const case_key key("queue/stream", {{"threads", 2u}, {"placement", "core"}});
///     const std::string& name = key.name(); // queue/stream/threads:2/placement:core
///     const std::optional<std::uint64_t> threads = key.number("threads");
///
/// Copies of a key share nothing. The name consists of the path and the parameters. Only this class
/// makes names.
class case_key {
public:
    /// Makes a key with an empty path and without parameters.
    case_key() = default;
    /// Makes a key. The parameters have different names, but several names may be empty.
    case_key(std::string path, std::vector<parameter> parameters = {});
    /// Makes a key with a path and without parameters.
    case_key(const char* path) : case_key(std::string(path)) {}

    /// The words before the parameters, such as "queue/stream".
    [[nodiscard]] const std::string& path() const { return path_; }
    /// The parameters in their order.
    [[nodiscard]] const std::vector<parameter>& parameters() const { return parameters_; }
    /// The name: path/parameter:value/…
    [[nodiscard]] const std::string& name() const { return name_; }

    /// The first word of the path, such as "queue".
    [[nodiscard]] std::string_view program() const;
    /// The path after its first word, such as "stream"; the whole path if the path has one word.
    [[nodiscard]] std::string_view within_program() const;
    /// Returns the value of this parameter; null if the key does not have the parameter.
    [[nodiscard]] const parameter_value* find(std::string_view parameter) const;
    /// Returns whether the key has this parameter.
    [[nodiscard]] bool has(std::string_view parameter) const { return find(parameter) != nullptr; }
    /// Returns the value as the name contains it; empty if the key does not have the parameter.
    [[nodiscard]] std::string text(std::string_view parameter) const;
    /// Returns the value if it is a number; nothing if the value is a word, or if the key does not
    /// have the parameter.
    [[nodiscard]] std::optional<std::uint64_t> number(std::string_view parameter) const;
    /// Returns whether this parameter has one of these values.
    [[nodiscard]] bool is(std::string_view parameter,
                          std::initializer_list<std::string_view> one_of) const;

    /// Returns the same key with this value of the parameter. A new parameter becomes the last one.
    [[nodiscard]] case_key with(std::string_view parameter, parameter_value value) const;
    /// Returns the same key without this parameter.
    [[nodiscard]] case_key without(std::string_view parameter) const;
    /// Returns the same path with only these parameters, in the order of this key.
    [[nodiscard]] case_key only(std::initializer_list<std::string_view> parameters) const;

    /// Returns whether the paths and the parameters are the same.
    friend bool operator==(const case_key& left, const case_key& right) {
        return left.path_ == right.path_ && left.parameters_ == right.parameters_;
    }

private:
    std::string path_;
    std::vector<parameter> parameters_;
    std::string name_;
};

} // namespace tollgate::measure
