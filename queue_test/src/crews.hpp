// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_crew.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace tollgate::queue_test {

/// What one member of a loop does, and which place of the assignment it takes. Producers have even
/// places, consumers odd ones: neighbours in pairs.
struct job {
    std::function<void(measure::loop_member&)> work;
    std::size_t place;
};

/// How jobs are run side by side, as a value, so that what runs them is compiled once.
struct crew {
    measure::loop_report (*run)(const cpu::assignment& where, const std::vector<job>& jobs,
                                const measure::crew_watch& watch);
    /// What a job does between two looks at something that the others are about to change.
    std::function<void()> (*make_pause)();
};

/// Each on a thread of its own.
struct as_threads {
    static measure::loop_report run(const cpu::assignment& where, const std::vector<job>& jobs,
                                    const measure::crew_watch& watch);
    static std::function<void()> make_pause();
};

template <class Kind>
inline constexpr crew crew_of{&Kind::run, &Kind::make_pause};

/// A token for one thread of a loop. Nobody cancels it, but a queue must check it all the same.
/// Its constructor and destructor are compiled once, outside of the loops.
class never_cancelled {
public:
    never_cancelled();
    ~never_cancelled();

    [[nodiscard]] const cancel::token& token() const { return token_; }

private:
    cancel::standalone_token token_;
};

} // namespace tollgate::queue_test
