// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/measured_case.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace tollgate::faults {

inline constexpr int plenty = 1'000'000;

/// A runtime whose operations take 100 ns, and each batch 40 ns besides. It is lost once `left` is
/// 0.
inline measure::measured_case simulated_runtime(const std::string& name,
                                                std::shared_ptr<int> left) {
    measure::measured_case made;
    made.key = name;
    made.unit = "one operation";
    made.valued_by = measure::method::self_timed;
    made.run = [left = std::move(left)](const measure::schedule& asked, clock::source) {
        measure::batch done;
        if (asked.interrupted && asked.interrupted()) {
            return done;
        }
        if (--*left < 0) {
            done.lost = "it has ended";
            return done;
        }
        for (const measure::segment& part : asked.segments) {
            for (std::uint64_t group = 0; group < part.groups; ++group) {
                done.intervals.push_back(static_cast<std::int64_t>(part.size * 100 + 40));
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

inline measure::measured_case simulated_runtime(const std::string& name, int batches = plenty) {
    return simulated_runtime(name, std::make_shared<int>(batches));
}

} // namespace tollgate::faults
