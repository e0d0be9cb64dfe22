// SPDX-License-Identifier: BSL-1.0
#pragma once

// Each record is described once, for writing and for reading:
//
//     void describe(auto& file, is_a<measure::estimate> auto& estimate) {
//         file.field("value", estimate.value);
//         file.field("range", estimate.range);
//     }
//
// `describe` names the members of an object. `row` returns the cells of a compact row, which is an
// array, as a tuple of references; a list of texts at its end takes all further cells. An archive
// writes each as JSON, or reads it from there. Reading is strict: if a member is missing, of
// another type, or too large for its field, an unreadable_result names the key.

#include <tollgate/report/json.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tollgate::report {

/// A record, which is constant while it is written.
template <class T, class Record>
concept is_a = std::same_as<std::remove_const_t<T>, Record>;

/// Whether this archive reads. Members that follow from others are computed then.
template <class Archive>
inline constexpr bool is_reader = std::remove_reference_t<Archive>::reads;

/// Selects the overloads of `row`.
struct as_row {};

/// For writing: it keeps the order of its keys.
using json = nlohmann::ordered_json;
/// For reading: its objects are trees, so that a million keys take no quadratic time.
using read_value = nlohmann::json;

[[noreturn]] inline void refuse(std::string_view key, std::string_view why) {
    throw unreadable_result("\"" + std::string(key) + "\" " + std::string(why));
}

/// A check returns the reason why a value is wrong, or null. This one accepts all.
struct unchecked {
    constexpr const char* operator()(const auto& /*value*/) const { return nullptr; }
};

/// Limits a list, for work that grows faster than the length of the list.
template <std::size_t Most>
struct at_most {
    const char* operator()(const auto& list) const {
        static const std::string why = "holds more than " + std::to_string(Most) + " entries";
        return list.size() > Most ? why.c_str() : nullptr;
    }
};

template <class T>
concept scalar = std::is_arithmetic_v<T> || std::same_as<T, std::string>;

class writer;
template <class T>
[[nodiscard]] json written(const T& value);

/// Writes whole numbers without ".0": most numbers of a round are 0.
inline json short_number(double value) {
    constexpr double exact = 9'007'199'254'740'992.0; // 2^53
    const bool whole = value == std::trunc(value) && std::abs(value) < exact;
    return whole ? json(static_cast<std::int64_t>(value)) : json(value);
}

template <class Record>
json written_row(const Record& record) {
    json cells = json::array();
    const auto add = [&]<class Cell>(const Cell& cell) {
        if constexpr (std::same_as<Cell, std::vector<std::string>>) {
            for (const std::string& text : cell) {
                cells.push_back(text);
            }
        } else if constexpr (std::same_as<Cell, double>) {
            cells.push_back(short_number(cell));
        } else {
            cells.push_back(written(cell));
        }
    };
    std::apply([&](const auto&... cell) { (add(cell), ...); }, row(as_row{}, record));
    return cells;
}

/// Writes the members of an object.
class writer {
public:
    static constexpr bool reads = false;
    json object = json::object();

    void field(const char* key, const auto& value, auto... /*check*/) {
        object[key] = written(value);
    }
    /// Keys and values alternate.
    void fields(const char* key, const auto& value, const auto&... more) {
        field(key, value);
        if constexpr (sizeof...(more) != 0) {
            fields(more...);
        }
    }
    /// A member that has another form in the file. When it is read, `accept` converts it, or
    /// returns the reason why not.
    void field_as(const char* key, const auto& value, auto /*accept*/) { field(key, value); }
    /// A member for other programs: it follows from the others, and is not read.
    void note(const char* key, const auto& value) { object[key] = written(value); }
    /// A member that is absent if it is empty.
    void if_any(const char* key, const auto& value, auto... /*check*/) {
        if (is_any(value)) {
            object[key] = written(value);
        }
    }
    void inner(const char* key, auto describe_inner) {
        writer in;
        describe_inner(in);
        object[key] = std::move(in.object);
    }
    /// A list with an object for each element.
    void list(const char* key, const auto& elements, auto describe_element) {
        json all = json::array();
        for (const auto& element : elements) {
            writer in;
            describe_element(in, element);
            all.push_back(std::move(in.object));
        }
        object[key] = std::move(all);
    }
    void resize(const char* /*key*/, const auto& /*elements*/, auto... /*check*/) {}
    void entries(const char* key, const auto& map, auto describe_entry, auto... /*check*/) {
        list(key, map,
             [&](auto& in, const auto& entry) { describe_entry(in, entry.first, entry.second); });
    }
    void require(bool /*held*/, const char* /*why*/) {}

private:
    static bool is_any(const auto& value) {
        if constexpr (requires { value.has_value(); }) {
            return value.has_value();
        } else if constexpr (requires { value.empty(); }) {
            return !value.empty();
        } else {
            return value != 0;
        }
    }
};

template <class T>
json written(const T& value) {
    if constexpr (scalar<T>) {
        return value;
    } else if constexpr (requires { value.has_value(); }) {
        return value ? written(*value) : json(nullptr);
    } else if constexpr (requires { value.back(); }) {
        json all = json::array();
        for (const auto& element : value) {
            all.push_back(written(element));
        }
        return all;
    } else if constexpr (requires { typename T::mapped_type; }) {
        return json(value);
    } else if constexpr (requires { value.index(); }) {
        return std::visit([](const auto& held) { return json(held); }, value);
    } else if constexpr (requires { row(as_row{}, value); }) {
        return written_row(value);
    } else {
        writer in;
        describe(in, value);
        return std::move(in.object);
    }
}

} // namespace tollgate::report
