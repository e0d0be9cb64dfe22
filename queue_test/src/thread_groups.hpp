// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_thread_group.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace tollgate::queue_test {

/// The work of one member of a loop, and its place in the assignment. Producers have even places,
/// consumers odd ones, so neighbours are pairs.
struct job {
    std::function<void(measure::loop_member&)> work;
    std::size_t place;
};

/// The functions that run jobs concurrently, as a value: so their caller is compiled once.
struct group {
    measure::loop_report (*run)(const cpu::assignment& assignment, const std::vector<job>& jobs,
                                const measure::group_watch& watch);
    /// Makes the pause of a job between two checks of something that other jobs will change.
    std::function<void()> (*make_pause)();
};

/// Runs each job on a thread of its own.
struct as_threads {
    static measure::loop_report run(const cpu::assignment& assignment, const std::vector<job>& jobs,
                                    const measure::group_watch& watch);
    static std::function<void()> make_pause();
};

template <class Kind>
inline constexpr group group_of{&Kind::run, &Kind::make_pause};

/// A token for one thread of a loop. It is never cancelled, but a queue has to check it. Its
/// constructor and destructor are compiled once, outside of the loops.
class never_cancelled {
public:
    never_cancelled();
    ~never_cancelled();

    [[nodiscard]] const cancel::token& token() const { return token_; }

private:
    cancel::standalone_token token_;
};

} // namespace tollgate::queue_test
