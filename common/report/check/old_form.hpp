// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace tollgate::report {

/// A conclusion as format version 2 had it: over rounds, and by processes.
inline void make_version_2_of_conclusion(nlohmann::json& one) {
    for (const char* key :
         {"over", "passes", "quiet", "quiet_rounds", "as_it_is_ns", "as_it_is_range_ns",
          "explained_by_references", "interrupts_share", "closure_unexplained", "referenced_rounds",
          "fast_reference_ns", "figure_passes"}) {
        one.erase(key);
    }
    if (one.contains("pass_figures_ns")) {
        one["process_medians_ns"] = one.at("pass_figures_ns");
        one["first_half_ns"] = one.at("value_ns");
        one["second_half_ns"] = one.at("value_ns");
        one["drifted"] = false;
        one.erase("pass_figures_ns");
    }
    one["between_processes_ns"] = 0.5;
    one["within_processes_ns"] = 0.25;
    one["layout_dominates"] = false;
}

/// What was paired, as format version 2 had it.
inline void make_version_2_of_comparison(nlohmann::json& one) {
    one["rounds"] = one.at("pairs");
    one["ties"] = 0;
    one.erase("over");
    one.erase("pairs");
}

/// A file or a digest of format version 3 as version 2 had it: without reference loops, with
/// processes instead of passes, and with the first twin alone.
inline nlohmann::json version_2_of(nlohmann::json whole) {
    using nlohmann::json;
    json& own = whole.at("tollgate");
    own["format_version"] = 2;
    own["processes"] = own.at("passes");
    own["twin"] = own.at("twins").at(0);
    const json& floors = own.at("noise_floors");
    own["noise_floor"] = floors.empty() ? json(nullptr) : floors.at(0);
    for (const char* key : {"passes", "twins", "noise_floors", "speed", "spread_over_s"}) {
        own.erase(key);
    }
    for (json& one : own.at("conclusions")) {
        make_version_2_of_conclusion(one);
    }
    if (own.contains("comparisons")) {
        for (json& one : own.at("comparisons")) {
            make_version_2_of_comparison(one);
        }
        return whole;
    }
    const auto shorten = [](json& row) { row.erase(row.begin() + 12, row.end()); };
    shorten(own.at("round_columns"));
    for (json& one : own.at("cases")) {
        for (json& row : one.at("rounds")) {
            shorten(row);
        }
    }
    for (json& row : own.at("twin").at("rounds")) {
        shorten(row);
    }
    return whole;
}

/// A case of format version 2 as version 1 had it: a round, a bucket and a sample by names.
inline nlohmann::json version_1_of_case(nlohmann::json one, const nlohmann::json& columns) {
    using nlohmann::json;
    json rounds = json::array();
    for (const json& row : one.at("rounds")) {
        json round;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            round[columns.at(i).get<std::string>()] = row.at(i);
        }
        rounds.push_back(round);
    }
    for (json reasons : one.at("disturbed")) {
        const std::size_t index = reasons.at(0);
        reasons.erase(0);
        rounds.at(index)["disturbances"] = reasons;
    }
    for (json& sample : one.at("worst")) {
        json reasons = sample;
        reasons.erase(reasons.begin(), reasons.begin() + 4);
        sample = {{"raw_ns", sample.at(0)},
                  {"process", sample.at(1)},
                  {"round", sample.at(2)},
                  {"index", sample.at(3)},
                  {"disturbances", reasons}};
    }
    for (json& bucket : one.at("samples").at("buckets")) {
        const std::int64_t low = bucket.at(0);
        // Of the octave from 2^7 on, two values share a bucket; from 2^8 on four.
        const std::int64_t width = low < 128 ? 1 : low < 256 ? 2 : 4;
        bucket = {low, low + width - 1, bucket.at(1)};
    }
    one["rounds"] = rounds;
    one.erase("disturbed");
    return one;
}

inline nlohmann::json version_1_of(const nlohmann::json& of_version_3) {
    nlohmann::json whole = version_2_of(of_version_3);
    nlohmann::json& own = whole.at("tollgate");
    for (nlohmann::json& one : own.at("cases")) {
        one = version_1_of_case(one, own.at("round_columns"));
    }
    own.at("twin") = version_1_of_case(own.at("twin"), own.at("round_columns"));
    own.erase("round_columns");
    own["format_version"] = 1;
    return whole;
}

} // namespace tollgate::report
