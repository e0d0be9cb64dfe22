// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "timer_draft.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::timeout_test {

/// An operation on timers.
enum class act { arm, rearm, cancel, arm_cancel, expire };

inline constexpr std::array all_acts{act::arm, act::rearm, act::cancel, act::arm_cancel,
                                     act::expire};

[[nodiscard]] constexpr std::string_view to_string(act operation) {
    constexpr std::array<std::string_view, all_acts.size()> names{"arm", "rearm", "cancel",
                                                                  "arm_cancel", "expire"};
    return names[static_cast<std::size_t>(operation)];
}

/// A crowd of armed timers. The operation arms, moves, cancels or expires a sample of them. Only
/// `act_on` is timed; `prepare` and `finish` restore the crowd. The crowd moves a clock of its own.
///
/// Timers has `arm(index, deadline)`, `rearm`, `cancel(index)` and `pass(now, handler)`. A pass
/// calls `handler(index)` for each timer that is due by then, and disarms it. `in_order` says
/// whether deadlines must ascend; `resolution` is by how much a timer may be late.
///
/// Self-checks: each timer expires exactly once, not before its deadline, and not later than the
/// resolution allows, as far as passes before, between and after all deadlines show.
template <class Timers>
class crowd {
public:
    crowd(std::size_t timers, std::uint64_t seed)
        : draft_(timers, Timers::in_order, seed), all_(timers) {
        expired_.reserve(2 * draft_.sample_size());
        for (std::size_t index = 0; index < timers; ++index) {
            draft_.set_deadline(index, draft_.far());
            all_.arm(index, draft_.deadline(index));
        }
        expect_nothing();
    }

    [[nodiscard]] std::size_t sample_size() const { return draft_.sample_size(); }

    void prepare(act operation) {
        draft_.choose();
        if (operation == act::arm || operation == act::arm_cancel) {
            cancel_sample();
            draft_.new_deadlines();
        } else if (operation == act::rearm) {
            draft_.later_deadlines();
        } else if (operation == act::expire) {
            prepare_expiry();
        }
    }

    void act_on(act operation) {
        switch (operation) {
        case act::arm:
            arm_and_file_sample();
            break;
        case act::arm_cancel:
            arm_and_file_sample();
            cancel_sample();
            break;
        case act::rearm:
            for (const std::size_t index : draft_.sample()) {
                all_.rearm(index, draft_.deadline(index));
            }
            break;
        case act::cancel:
            cancel_sample();
            break;
        case act::expire:
            for (step_ = 0; step_ < steps_.size(); ++step_) {
                pass(steps_[step_]);
            }
            break;
        }
    }

    void finish(act operation) {
        if (operation == act::expire) {
            judge_expiry();
        } else {
            expect_nothing();
        }
        if (!failure_.empty()) {
            return;
        }
        if (operation == act::rearm) {
            cancel_sample(); // So that each timer gets the place of its deadline.
        }
        if (operation != act::arm) {
            if (operation != act::rearm) {
                draft_.new_deadlines();
            }
            arm_sample();
            expect_nothing();
        }
    }

    /// The last failure; empty if there was none.
    [[nodiscard]] const std::string& failure() const { return failure_; }

private:
    struct expired {
        std::size_t index;
        std::size_t step;
    };

    void arm_sample() {
        for (const std::size_t index : draft_.sample()) {
            all_.arm(index, draft_.deadline(index));
        }
    }
    void arm_and_file_sample() {
        arm_sample();
        pass(draft_.now());
    }
    void cancel_sample() {
        for (const std::size_t index : draft_.sample()) {
            all_.cancel(index);
        }
    }

    void pass(moment now) {
        all_.pass(now, [this](std::size_t index) { expired_.push_back({index, step_}); });
    }

    /// Makes the whole sample due, step by step.
    void prepare_expiry() {
        if (!Timers::in_order) {
            cancel_sample();
            draft_.near_deadlines();
            arm_sample();
            expect_nothing();
        }
        steps_ = draft_.expiry(Timers::resolution);
    }

    void expect_nothing() {
        pass(draft_.now());
        if (!expired_.empty()) {
            failure_ = "a timer expired that was not due";
        }
        expired_.clear();
    }

    void judge_expiry() {
        for (const auto& [index, step] : expired_) {
            if (const char* const failure = draft_.judge(index, steps_, step, Timers::resolution)) {
                failure_ = failure;
            }
        }
        if (expired_.size() < draft_.sample_size()) {
            failure_ = "a timer did not expire";
        }
        expired_.clear();
        draft_.move_to(steps_.back());
        step_ = 0;
    }

    timer_draft draft_;
    Timers all_;
    std::vector<moment> steps_;
    std::size_t step_ = 0;
    std::vector<expired> expired_;
    std::string failure_;
};

} // namespace tollgate::timeout_test
