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

/// Of the checkpoints in a report, the oldest first.
inline std::vector<std::uint32_t> ids(const event& of) {
    std::vector<std::uint32_t> all;
    for (const passed_checkpoint& passed : of.history) {
        all.push_back(passed.id);
    }
    return all;
}

/// A registry whose time a check moves, and what it has told. The first look has been taken.
class by_hand {
public:
    using nanoseconds = std::chrono::nanoseconds;

    explicit by_hand(settings how = {}) : in(driven(std::move(how))) { look(); }
    by_hand(const by_hand&) = delete;
    by_hand& operator=(const by_hand&) = delete;

    void look() { gap_ = in.look(now); }

    /// Looks once, so much later, as if that had been planned or not.
    void look_after(nanoseconds time) {
        now += time;
        look();
    }

    /// Looks as often as is planned.
    void pass_time(nanoseconds time) {
        while (time > nanoseconds(0)) {
            const nanoseconds step = std::min(gap_, time);
            time -= step;
            look_after(step);
        }
    }

    /// "frozen reader", one for each event since the last call.
    std::vector<std::string> said() {
        std::vector<std::string> all;
        for (const event& what : std::exchange(told, {})) {
            all.push_back(std::string(to_string(what.what)) + ' ' + what.name);
        }
        return all;
    }

    /// The only event so far.
    event only_event() {
        EXPECT_EQ(told.size(), 1u);
        return told.empty() ? event{} : told.front();
    }

    [[nodiscard]] nanoseconds planned() const { return gap_; }

    std::vector<event> told;
    std::chrono::steady_clock::time_point now{std::chrono::hours(1000)};
    registry in;

private:
    settings driven(settings how) {
        how.driven = driver::by_hand;
        how.diagnoses = false;
        how.sinks.emplace_back([this](const event& what) { told.push_back(what); });
        return how;
    }

    nanoseconds gap_{0};
};

} // namespace tollgate::liveness
