// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/settings.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::liveness {

using namespace std::chrono_literals;

/// A registry whose time a scene moves, with a period of 10 ms and a timeout of 50 ms.
class directed {
public:
    directed() : in(by_hand()) { planned_ = in.look(now_); }
    directed(const directed&) = delete;
    directed& operator=(const directed&) = delete;

    void look_after(std::chrono::nanoseconds time) { planned_ = in.look(now_ += time); }
    /// With looks when they are planned.
    void let_pass(std::chrono::nanoseconds time) {
        const auto end = now_ + time;
        while (now_ < end) {
            look_after(std::clamp<std::chrono::nanoseconds>(end - now_, 1ns, planned_));
        }
    }

    /// Since the last call: "frozen worker".
    [[nodiscard]] std::vector<std::string> said() {
        std::vector<std::string> all;
        for (const event& one : std::exchange(told_, {})) {
            all.push_back(std::string(to_string(one.what)) + " " + one.name);
            last_ = one;
        }
        return all;
    }
    /// What `said` came to last.
    [[nodiscard]] const event& last() const { return last_; }
    [[nodiscard]] std::vector<std::uint32_t> last_ids() const {
        std::vector<std::uint32_t> ids;
        for (const passed_checkpoint& passed : last_.history) {
            ids.push_back(passed.id);
        }
        return ids;
    }
    [[nodiscard]] std::chrono::nanoseconds planned() const { return planned_; }
    [[nodiscard]] sink ear() {
        return [this](const event& what) { told_.push_back(what); };
    }

private:
    settings by_hand() {
        settings how;
        how.driven = driver::by_hand;
        how.of_scopes.timeout = 50ms;
        how.diagnoses = false;
        how.sinks.push_back(ear());
        return how;
    }

    std::vector<event> told_;
    event last_;
    std::chrono::steady_clock::time_point now_{1h};
    std::chrono::nanoseconds planned_{0};

public:
    registry in;
};

} // namespace tollgate::liveness
