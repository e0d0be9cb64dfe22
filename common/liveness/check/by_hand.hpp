// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/settings.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::liveness {

/// The ids of the checkpoints in a report, the oldest first.
inline std::vector<std::uint32_t> ids(const event& of) {
    std::vector<std::uint32_t> all;
    for (const passed_checkpoint& passed : of.history) {
        all.push_back(passed.id);
    }
    return all;
}

/// A registry whose time a check moves, and its reports. The constructor makes the first scan.
class by_hand {
public:
    using nanoseconds = std::chrono::nanoseconds;

    explicit by_hand(settings options = {}) : watcher(driven(std::move(options))) { scan(); }
    by_hand(const by_hand&) = delete;
    by_hand& operator=(const by_hand&) = delete;

    void scan() { gap_ = watcher.scan(now); }

    /// Scans once, after this time, whether the plan says so or not.
    void scan_after(nanoseconds time) {
        now += time;
        scan();
    }

    /// Scans as often as planned.
    void pass_time(nanoseconds time) {
        while (time > nanoseconds(0)) {
            const nanoseconds step = std::min(gap_, time);
            time -= step;
            scan_after(step);
        }
    }

    /// Texts like "frozen reader", one for each event since the last call.
    std::vector<std::string> new_reports() {
        std::vector<std::string> all;
        for (const event& report : std::exchange(reported, {})) {
            all.push_back(std::string(to_string(report.type)) + ' ' + report.name);
        }
        return all;
    }

    /// The only event up to now.
    event only_event() {
        EXPECT_EQ(reported.size(), 1u);
        return reported.empty() ? event{} : reported.front();
    }

    [[nodiscard]] nanoseconds planned() const { return gap_; }

    std::vector<event> reported;
    std::chrono::steady_clock::time_point now{std::chrono::hours(1000)};
    registry watcher;

private:
    settings driven(settings options) {
        options.driven = driver::by_hand;
        options.diagnoses = false;
        options.sinks.emplace_back([this](const event& report) { reported.push_back(report); });
        return options;
    }

    nanoseconds gap_{0};
};

} // namespace tollgate::liveness
