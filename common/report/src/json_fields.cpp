// SPDX-License-Identifier: BSL-1.0
#include "json_fields.hpp"

#include <limits>
#include <stdexcept>

namespace tollgate::report {
namespace {

[[noreturn]] void refuse(const char* key, const char* what) {
    throw std::invalid_argument(std::string("\"") + key + "\" " + what);
}

} // namespace

const read_value& member(const read_value& from, const char* key) {
    if (!from.is_object()) {
        refuse(key, "is missing: what should hold it is no object");
    }
    const auto found = from.find(key);
    if (found == from.end()) {
        refuse(key, "is missing");
    }
    return *found;
}

const read_value& list(const read_value& from, const char* key) {
    const read_value& value = member(from, key);
    if (!value.is_array()) {
        refuse(key, "is not a list");
    }
    return value;
}

std::uint64_t as_whole(const read_value& value, const char* key) {
    if (!value.is_number_unsigned()) {
        refuse(key, "is not a whole number from 0 on");
    }
    return value.get<std::uint64_t>();
}

std::int64_t as_signed_whole(const read_value& value, const char* key) {
    if (value.is_number_unsigned() &&
        value.get<std::uint64_t>() >
            static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        refuse(key, "is too large");
    }
    if (!value.is_number_integer()) {
        refuse(key, "is not a whole number");
    }
    return value.get<std::int64_t>();
}

std::uint64_t whole(const read_value& from, const char* key) {
    return as_whole(member(from, key), key);
}

std::int64_t signed_whole(const read_value& from, const char* key) {
    return as_signed_whole(member(from, key), key);
}

int as_small_whole(const read_value& value, const char* key) {
    const std::int64_t wide = as_signed_whole(value, key);
    if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max()) {
        refuse(key, "is too large");
    }
    return static_cast<int>(wide);
}

int small_whole(const read_value& from, const char* key) {
    return as_small_whole(member(from, key), key);
}

double number(const read_value& from, const char* key) {
    const read_value& value = member(from, key);
    if (!value.is_number()) {
        refuse(key, "is not a number");
    }
    return value.get<double>();
}

bool flag(const read_value& from, const char* key) {
    const read_value& value = member(from, key);
    if (!value.is_boolean()) {
        refuse(key, "is neither true nor false");
    }
    return value.get<bool>();
}

std::string as_text(const read_value& value, const char* key) {
    if (!value.is_string()) {
        refuse(key, "is not a text");
    }
    return value.get<std::string>();
}

std::string text(const read_value& from, const char* key) {
    return as_text(member(from, key), key);
}

std::vector<std::string> texts(const read_value& from, const char* key) {
    std::vector<std::string> all;
    for (const read_value& one : list(from, key)) {
        if (!one.is_string()) {
            refuse(key, "holds what is not a text");
        }
        all.push_back(one.get<std::string>());
    }
    return all;
}

std::vector<int> small_wholes(const read_value& from, const char* key) {
    std::vector<int> all;
    for (const read_value& one : list(from, key)) {
        all.push_back(as_small_whole(one, key));
    }
    return all;
}

std::vector<double> numbers(const read_value& from, const char* key) {
    std::vector<double> all;
    for (const read_value& one : list(from, key)) {
        if (!one.is_number()) {
            refuse(key, "holds what is not a number");
        }
        all.push_back(one.get<double>());
    }
    return all;
}

std::pair<int, int> two_cpus(const read_value& from, const char* key) {
    const read_value& cpus = list(from, key);
    if (cpus.size() != 2) {
        refuse(key, "is not of two CPUs");
    }
    const std::pair both(as_small_whole(cpus[0], key), as_small_whole(cpus[1], key));
    if (both.first < 0 || both.first >= both.second) {
        refuse(key, "is not of two CPUs, the lower one first");
    }
    return both;
}

} // namespace tollgate::report
