// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/measured_case.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tollgate::testing {

/// A number of batches that no check reaches.
inline constexpr int plenty = 1'000'000;

/// Returns a case that measures its own time with a fake clock. By this clock, an operation takes
/// 100 ns. The case does `left` batches. If a run wants more batches, the case does not complete
/// the batch, and `given_up` of the case returns the reason "it has ended".
///
///     const measure::measured_case fake = testing::self_timed_case("queue/pingpong/impl:go");
inline measure::measured_case self_timed_case(const std::string& name, std::shared_ptr<int> left) {
    measure::measured_case result;
    result.key = name;
    result.unit = "one operation";
    result.valued_by = measure::method::self_timed;
    result.given_up = [left](const measure::case_record&) {
        return *left < 0 ? std::optional<std::string>("it has ended") : std::nullopt;
    };
    result.run = [left = std::move(left)](const measure::schedule& schedule, clock::source) {
        measure::batch done;
        if (schedule.interrupted && schedule.interrupted()) {
            return done;
        }
        if (--*left < 0) {
            return done;
        }
        for (const measure::segment& part : schedule.segments) {
            for (std::uint64_t group = 0; group < part.groups; ++group) {
                done.intervals.push_back(static_cast<std::int64_t>(part.size * 100));
            }
        }
        done.complete = true;
        done.report.probe_calls = {schedule.operations() + 1};
        done.report.cpus = {0};
        done.report.counted = {{"batches of a run", schedule.groups()}};
        return done;
    };
    return result;
}

/// Returns a case like the case of the function above, with this number of batches.
inline measure::measured_case self_timed_case(const std::string& name, int batches = plenty) {
    return self_timed_case(name, std::make_shared<int>(batches));
}

} // namespace tollgate::testing
