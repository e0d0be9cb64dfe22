// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "archive.hpp"

namespace tollgate::report {

/// Texts are limited because a text may be a name: names are compared, matched and shown.
inline constexpr std::size_t longest_text = 65'536;

/// Why this is not a number, text or truth value of this type; null: it is.
template <scalar T>
const char* why_not(const read_value& from) {
    if constexpr (std::same_as<T, bool>) {
        return from.is_boolean() ? nullptr : "is or holds a value that is neither true nor false";
    } else if constexpr (std::same_as<T, std::string>) {
        return !from.is_string() ? "is or holds a value that is not text"
               : from.get_ref<const std::string&>().size() > longest_text
                   ? "is or holds a text of more than 64 KiB"
                   : nullptr;
    } else if constexpr (std::floating_point<T>) {
        return from.is_number() ? nullptr : "is or holds a value that is not a number";
    } else if constexpr (std::unsigned_integral<T>) {
        return from.is_number_unsigned()
                   ? nullptr
                   : "is or holds a value that is not a whole number from 0 on";
    } else {
        if (!from.is_number_integer()) {
            return "is or holds a value that is not a whole number";
        }
        const bool fits = from.is_number_unsigned() ? std::in_range<T>(from.get<std::uint64_t>())
                                                    : std::in_range<T>(from.get<std::int64_t>());
        return fits ? nullptr : "is or holds a number that is too large";
    }
}

inline void expect(std::string_view key, const char* why) {
    if (why != nullptr) {
        refuse(key, why);
    }
}

/// Limits texts and records: each takes many times the memory that it takes in the file.
using few_entries = at_most<10'000>;

template <class T>
void take(std::string_view key, const read_value& from, T& to);

template <class Record>
void take_row(std::string_view key, const read_value& from, Record& to) {
    std::size_t next = 0;
    const auto take_cell = [&]<class Cell>(Cell& cell) {
        if constexpr (std::same_as<Cell, std::vector<std::string>>) {
            expect(key, few_entries{}(from));
            while (next < from.size()) {
                take(key, from[next++], cell.emplace_back());
            }
        } else if (next < from.size()) {
            take(key, from[next++], cell);
        } else {
            next = from.size() + 1;
        }
    };
    if (from.is_array()) {
        std::apply([&](auto&... cell) { (take_cell(cell), ...); }, row(as_row{}, to));
    }
    if (!from.is_array() || next != from.size()) {
        refuse(key, "holds a value that is not a row, or a row of another length");
    }
}

/// Reads the members of an object. See writer for the functions.
class reader {
public:
    static constexpr bool reads = true;

    /// If `all_optional`, a field that is missing keeps its value.
    reader(std::string_view key, const read_value& object, bool all_optional = false)
        : object_(object), all_optional_(all_optional) {
        expect(key, object.is_object() ? nullptr : "is not an object");
    }
    [[nodiscard]] bool has(const char* key) const { return object_.contains(key); }
    [[nodiscard]] const read_value& member(const char* key) const {
        expect(key, has(key) ? nullptr : "is missing");
        return *object_.find(key);
    }
    template <class Check = unchecked>
    void field(const char* key, auto& value, Check check = {}) const {
        if (!all_optional_ || has(key)) {
            take(key, member(key), value);
            expect(key, check(value));
        }
    }
    void fields(const char* key, auto& value, auto&... more) const {
        field(key, value);
        if constexpr (sizeof...(more) != 0) {
            fields(more...);
        }
    }
    template <class Written>
    void field_as(const char* key, const Written& /*value*/, auto accept) const {
        if (!all_optional_ || has(key)) {
            Written value{};
            take(key, member(key), value);
            expect(key, accept(value));
        }
    }
    void note(const char* /*key*/, const auto& /*value*/) const {}
    template <class Check = unchecked>
    void if_any(const char* key, auto& value, Check check = {}) const {
        if (has(key)) {
            field(key, value, check);
        }
    }
    void inner(const char* key, auto describe_inner) const {
        const reader in(key, member(key));
        describe_inner(in);
    }
    /// Precondition: `elements` has the right size already.
    void list(const char* key, auto& elements, auto describe_element) const {
        const read_value& all = array(key);
        expect(key, all.size() == elements.size() ? nullptr : "and \"cases\" do not agree");
        for (std::size_t i = 0; i < all.size(); ++i) {
            const reader in(key, all[i]);
            describe_element(in, elements[i]);
        }
    }
    template <class Check = unchecked>
    void resize(const char* key, auto& elements, Check check = {}) const {
        const read_value& all = array(key);
        expect(key, check(all));
        elements.resize(all.size());
    }
    template <class Map, class Check = unchecked>
    void entries(const char* key, Map& map, auto describe_entry, Check check = {}) const {
        expect(key, check(array(key)));
        for (const read_value& element : array(key)) {
            const reader in(key, element);
            std::remove_const_t<typename Map::key_type> name{};
            typename Map::mapped_type value{};
            describe_entry(in, name, value);
            map[name] = std::move(value);
        }
    }
    void require(bool held, const char* why) const {
        if (!held) {
            throw unreadable_result(why);
        }
    }

private:
    [[nodiscard]] const read_value& array(const char* key) const {
        const read_value& all = member(key);
        expect(key, all.is_array() ? nullptr : "is not a list");
        return all;
    }

    const read_value& object_;
    bool all_optional_;
};

template <class T>
void take(std::string_view key, const read_value& from, T& to) {
    if constexpr (scalar<T>) {
        expect(key, why_not<T>(from));
        to = from.get<T>();
    } else if constexpr (requires { to.has_value(); }) {
        if (!from.is_null()) {
            take(key, from, to.emplace());
        }
    } else if constexpr (requires { to.back(); }) {
        expect(key, from.is_array() ? nullptr : "is not a list");
        using element_type = typename T::value_type;
        if constexpr (!std::is_arithmetic_v<element_type> &&
                      !requires(element_type value) { row(as_row{}, value); }) {
            expect(key, few_entries{}(from));
        }
        for (const read_value& element : from) {
            take(key, element, to.emplace_back());
        }
    } else if constexpr (requires { typename T::mapped_type; }) {
        expect(key, from.is_object() ? few_entries{}(from) : "is not an object");
        for (const auto& [name, value] : from.items()) {
            take(key, value, to[name]);
        }
    } else if constexpr (requires { to.index(); }) {
        if (from.is_string()) {
            take(key, from, to.template emplace<std::string>());
        } else {
            take(key, from, to.template emplace<std::uint64_t>());
        }
    } else if constexpr (requires { row(as_row{}, to); }) {
        take_row(key, from, to);
    } else {
        const reader in(key, from);
        describe(in, to);
    }
}

/// Reads the record in a text. Throws unreadable_result with a short message.
template <class Read>
auto read_text(std::string_view text, Read read) {
    try {
        return read(read_value::parse(text));
    } catch (const read_value::parse_error& error) {
        throw unreadable_result(error.byte > text.size()
                                    ? "it ends in the middle: it was cut off"
                                    : "it is no JSON at byte " + std::to_string(error.byte));
    } catch (const read_value::exception&) { // like 1e999
        throw unreadable_result("it holds a number that is too large");
    } catch (const std::invalid_argument& error) { // an impossible histogram
        throw unreadable_result(error.what());
    }
}

} // namespace tollgate::report
