// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace tollgate::report {

/// A case of format version 2 as version 1 had it: a round, a bucket and a sample by names.
inline nlohmann::json old_form_of_case(nlohmann::json one, const nlohmann::json& columns) {
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

inline nlohmann::json old_form_of(nlohmann::json whole) {
    nlohmann::json& own = whole.at("tollgate");
    for (nlohmann::json& one : own.at("cases")) {
        one = old_form_of_case(one, own.at("round_columns"));
    }
    own.at("twin") = old_form_of_case(own.at("twin"), own.at("round_columns"));
    own.erase("round_columns");
    own["format_version"] = 1;
    return whole;
}

} // namespace tollgate::report
