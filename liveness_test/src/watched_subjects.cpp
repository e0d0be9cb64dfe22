// SPDX-License-Identifier: BSL-1.0
#include "watched_subjects.hpp"

#include <fmt/format.h>

namespace tollgate::liveness_test {
namespace {

using namespace std::chrono_literals;

/// Each scan counts one period at most, and the first none.
constexpr int scans_until_all_are_frozen = 4;

liveness::settings by_hand(liveness::stamps stamp, liveness::sink receiver) {
    liveness::settings options;
    options.period = 1h;
    options.default_timeouts.timeout = 1h;
    options.stamp = stamp;
    options.diagnoses = false;
    options.sinks = {std::move(receiver)};
    options.driven = liveness::driver::by_hand;
    return options;
}

std::string error_in(const liveness::event& report, std::uint64_t checkpoints, std::uint32_t last) {
    if (report.type != liveness::event::kind::frozen) {
        return "a scope recovered without a checkpoint";
    }
    if (report.name != scope_name) {
        return fmt::format("a scope has the name '{}'", report.name);
    }
    if (report.checkpoints != checkpoints) {
        return fmt::format("checkpoints lost or invented: {} passed, {} due", report.checkpoints,
                           checkpoints);
    }
    if (report.history.empty() || report.history.back().id != last) {
        return "the last checkpoint in a report is wrong";
    }
    return {};
}

} // namespace

checked_registry::checked_registry(liveness::stamps stamp)
    : registry_(
          by_hand(stamp, [this](const liveness::event& report) { frozen_.push_back(report); })) {}

std::string checked_registry::wrong(std::size_t scopes, std::uint64_t checkpoints,
                                    std::uint32_t last) {
    constexpr std::size_t records_of_a_chunk = 64;
    if (const std::size_t records = registry_.so_far().records;
        records >= scopes + records_of_a_chunk) {
        return fmt::format("{} records for {} scopes: records were lost", records, scopes);
    }
    frozen_.reserve(scopes);
    auto now = std::chrono::steady_clock::now();
    for (int scan = 0; scan < scans_until_all_are_frozen; ++scan) {
        now += registry_.scan(now);
    }
    if (frozen_.size() != scopes) {
        return fmt::format("scopes lost or invented: {} found, {} due", frozen_.size(), scopes);
    }
    for (const liveness::event& report : frozen_) {
        if (std::string error = error_in(report, checkpoints, last); !error.empty()) {
            return error;
        }
    }
    return {};
}

} // namespace tollgate::liveness_test
