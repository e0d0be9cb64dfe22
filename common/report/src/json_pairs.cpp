// SPDX-License-Identifier: BSL-1.0
#include "json_pairs.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace tollgate::report {
namespace {

measure::case_key case_named(const read_value& from, const char* member_name, const char* list_name,
                             const result& seen) {
    const measure::case_result* found = seen.find(text(from, member_name));
    if (found == nullptr) {
        throw std::invalid_argument(
            fmt::format("\"{}\": \"{}\" is none of the cases", list_name, member_name));
    }
    return found->record.key;
}

/// What every version has of a comparison.
measure::comparison read_common(const read_value& from, const result& seen) {
    measure::comparison one;
    one.of = case_named(from, "name", "comparisons", seen);
    one.reference = case_named(from, "reference", "comparisons", seen);
    one.ratio = number(from, "ratio");
    one.range = read_interval(from, "range");
    one.resolved = flag(from, "resolved");
    return one;
}

} // namespace

json write_noise_floor(const measure::noise_floor& floor) {
    json out{{"case", floor.of.name()},
             {"ratio", floor.ratio},
             {"range", write_interval(floor.range)},
             {"claims_difference", floor.claims_difference}};
    if (const auto smallest = floor.smallest_difference()) {
        out["smallest_difference"] = *smallest;
    }
    return out;
}

measure::noise_floor read_noise_floor(const read_value& from, const result& seen) {
    return {case_named(from, "case", "noise_floors", seen), number(from, "ratio"),
            read_interval(from, "range"), flag(from, "claims_difference")};
}

json write_comparison(const measure::comparison& one) {
    return {{"name", one.of.name()},
            {"reference", one.reference.name()},
            {"ratio", one.ratio},
            {"range", write_interval(one.range)},
            {"over", measure::to_string(one.over)},
            {"pairs", one.pairs},
            {"resolved", one.resolved}};
}

measure::comparison read_comparison(const read_value& from, const result& seen) {
    measure::comparison one = read_common(from, seen);
    const auto over = measure::parse_basis(text(from, "over"));
    if (!over) {
        throw std::invalid_argument("\"over\" is neither passes nor rounds");
    }
    one.over = *over;
    one.pairs = whole(from, "pairs");
    return one;
}

measure::comparison read_comparison_over_rounds(const read_value& from, const result& seen) {
    measure::comparison one = read_common(from, seen);
    one.over = measure::basis::rounds;
    one.pairs = whole(from, "rounds");
    return one;
}

} // namespace tollgate::report
