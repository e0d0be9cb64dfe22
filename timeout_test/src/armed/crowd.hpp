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

[[nodiscard]] constexpr std::string_view to_string(act which) {
    constexpr std::array<std::string_view, all_acts.size()> names{"arm", "rearm", "cancel",
                                                                  "arm_cancel", "expire"};
    return names[static_cast<std::size_t>(which)];
}

/// Timers that are all armed, of which a sample at a time is armed, moved, called off or left to
/// expire: what is timed is `act_on`, and `prepare` and `finish` make the crowd what it was. A
/// clock of its own is moved by hand.
///
/// Timers has `arm(which, deadline)`, `rearm`, `cancel(which)` and `pass(now, with)`, which calls
/// `with(which)` for each that is due by then and forgets it; whether deadlines have to come
/// `in_order`; and by how much it may be late, its `resolution`.
///
/// Proofs: nothing expires before its deadline, nor later than by the resolution, as far as looks
/// before, between and after all deadlines tell; nor twice, nor not at all.
template <class Timers>
class crowd {
public:
    crowd(std::size_t timers, std::uint64_t seed)
        : draft_(timers, Timers::in_order, seed), all_(timers) {
        found_.reserve(2 * draft_.sample_size());
        for (std::size_t which = 0; which < timers; ++which) {
            draft_.set_deadline(which, draft_.far());
            all_.arm(which, draft_.deadline(which));
        }
        expect_nothing();
    }

    [[nodiscard]] std::size_t sample_size() const { return draft_.sample_size(); }

    void prepare(act what) {
        draft_.choose();
        if (what == act::arm || what == act::arm_cancel) {
            cancel_sample();
            draft_.new_deadlines();
        } else if (what == act::rearm) {
            draft_.later_deadlines();
        } else if (what == act::expire) {
            prepare_expiry();
        }
    }

    void act_on(act what) {
        switch (what) {
        case act::arm:
            arm_and_file_sample();
            break;
        case act::arm_cancel:
            arm_and_file_sample();
            cancel_sample();
            break;
        case act::rearm:
            for (const std::size_t which : draft_.sample()) {
                all_.rearm(which, draft_.deadline(which));
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

    void finish(act what) {
        if (what == act::expire) {
            judge_expiry();
        } else {
            expect_nothing();
        }
        if (!wrong_.empty()) {
            return;
        }
        if (what == act::rearm) {
            cancel_sample(); // So that it has the place that it is due in.
        }
        if (what != act::arm) {
            if (what != act::rearm) {
                draft_.new_deadlines();
            }
            arm_sample();
            expect_nothing();
        }
    }

    /// What was wrong so far; empty if nothing was.
    [[nodiscard]] const std::string& wrong() const { return wrong_; }

private:
    struct expired {
        std::size_t which;
        std::size_t step;
    };

    void arm_sample() {
        for (const std::size_t which : draft_.sample()) {
            all_.arm(which, draft_.deadline(which));
        }
    }
    void arm_and_file_sample() {
        arm_sample();
        pass(draft_.now());
    }
    void cancel_sample() {
        for (const std::size_t which : draft_.sample()) {
            all_.cancel(which);
        }
    }

    void pass(moment now) {
        all_.pass(now, [this](std::size_t which) { found_.push_back({which, step_}); });
    }

    /// All of it will be due, step by step.
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
        if (!found_.empty()) {
            wrong_ = "a timer expired that was not due";
        }
        found_.clear();
    }

    void judge_expiry() {
        for (const auto& [which, step] : found_) {
            if (const char* const what = draft_.judge(which, steps_, step, Timers::resolution)) {
                wrong_ = what;
            }
        }
        if (found_.size() < draft_.sample_size()) {
            wrong_ = "a timer did not expire";
        }
        found_.clear();
        draft_.move_to(steps_.back());
        step_ = 0;
    }

    timer_draft draft_;
    Timers all_;
    std::vector<moment> steps_;
    std::size_t step_ = 0;
    std::vector<expired> found_;
    std::string wrong_;
};

} // namespace tollgate::timeout_test
