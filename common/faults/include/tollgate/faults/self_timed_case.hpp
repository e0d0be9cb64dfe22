// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/measured_case.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tollgate::faults {

inline constexpr int plenty = 1'000'000;

/// A case with a clock of its own, by which an operation takes 100 ns. It is given up once `left`
/// is 0.
inline measure::measured_case self_timed_case(const std::string& name, std::shared_ptr<int> left) {
    measure::measured_case made;
    made.key = name;
    made.unit = "one operation";
    made.valued_by = measure::method::self_timed;
    made.given_up = [left](const measure::case_record&) {
        return *left < 0 ? std::optional<std::string>("it has ended") : std::nullopt;
    };
    made.run = [left = std::move(left)](const measure::schedule& asked, clock::source) {
        measure::batch done;
        if (asked.interrupted && asked.interrupted()) {
            return done;
        }
        if (--*left < 0) {
            return done;
        }
        for (const measure::segment& part : asked.segments) {
            for (std::uint64_t group = 0; group < part.groups; ++group) {
                done.intervals.push_back(static_cast<std::int64_t>(part.size * 100));
            }
        }
        done.complete = true;
        done.report.turns = {asked.operations() + 1};
        done.report.cpus = {0};
        done.report.counted = {{"batches of a run", asked.groups()}};
        return done;
    };
    return made;
}

inline measure::measured_case self_timed_case(const std::string& name, int batches = plenty) {
    return self_timed_case(name, std::make_shared<int>(batches));
}

} // namespace tollgate::faults
