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

/// The value as names contain it: a number in decimal digits, a word unchanged.
[[nodiscard]] std::string to_string(const parameter_value& value);

/// An unsigned number type, except `char` and `bool`.
template <class Number>
concept whole_number =
    std::unsigned_integral<Number> && !std::same_as<Number, bool> && !std::same_as<Number, char>;

/// One parameter of a case, `fibers:4`. The file of another tool may have a word in place of a
/// parameter. Such a word is the value of a parameter with an empty name.
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
    /// Deleted, because a literal 0 would be the null pointer of a word.
    parameter(std::string key, std::integral auto number) = delete;

    std::string name;      ///< empty for a word alone
    parameter_value value; ///< a word or a number

    /// Whether name and value are the same.
    friend bool operator==(const parameter&, const parameter&) = default;
};

/// The identity of a case: its path, and its parameters in an order that never changes.
///
///     using tollgate::measure::case_key;
///     const case_key key("queue/stream", {{"threads", 2u}, {"placement", "cores"}});
///     const std::string& name = key.name(); // queue/stream/threads:2/placement:cores
///     const std::optional<std::uint64_t> threads = key.number("threads");
///
/// A value; nothing in it is shared. The name is made of the path and the parameters, and by this
/// class alone.
class case_key {
public:
    /// An empty path.
    case_key() = default;
    /// `parameters` have different names, except that several may have the empty name.
    case_key(std::string path, std::vector<parameter> parameters = {});
    /// A path without parameters.
    case_key(const char* path) : case_key(std::string(path)) {}

    /// The words before the parameters, "queue/stream".
    [[nodiscard]] const std::string& path() const { return path_; }
    /// The parameters in their order.
    [[nodiscard]] const std::vector<parameter>& parameters() const { return parameters_; }
    /// path/parameter:value/…
    [[nodiscard]] const std::string& name() const { return name_; }

    /// The first word of the path, "queue".
    [[nodiscard]] std::string_view program() const;
    /// The path after its first word, "stream"; the whole path if it has one word.
    [[nodiscard]] std::string_view within_program() const;
    /// The value of this parameter; null if there is no such parameter.
    [[nodiscard]] const parameter_value* find(std::string_view parameter) const;
    /// Whether there is such a parameter.
    [[nodiscard]] bool has(std::string_view parameter) const { return find(parameter) != nullptr; }
    /// The value as the name contains it; empty if there is no such parameter.
    [[nodiscard]] std::string text(std::string_view parameter) const;
    /// The value if it is a number; nothing if it is a word, or if there is no such parameter.
    [[nodiscard]] std::optional<std::uint64_t> number(std::string_view parameter) const;
    /// Whether this parameter has one of these values.
    [[nodiscard]] bool is(std::string_view parameter,
                          std::initializer_list<std::string_view> one_of) const;

    /// The same key with this value, in the parameter's place, or last if the parameter is new.
    [[nodiscard]] case_key with(std::string_view parameter, parameter_value value) const;
    /// The same key without this parameter.
    [[nodiscard]] case_key without(std::string_view parameter) const;
    /// The same path with these parameters alone, in this key's order.
    [[nodiscard]] case_key only(std::initializer_list<std::string_view> parameters) const;

    /// Whether path and parameters are the same.
    friend bool operator==(const case_key& left, const case_key& right) {
        return left.path_ == right.path_ && left.parameters_ == right.parameters_;
    }

private:
    std::string path_;
    std::vector<parameter> parameters_;
    std::string name_;
};

} // namespace tollgate::measure
