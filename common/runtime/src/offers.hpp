// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/measured_case.hpp>
#include <tollgate/runtime/runtimes.hpp>
#include <tollgate/runtime/session.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::runtime {

/// Pure. Where that number of threads of a program of ours run, each CPU once and ascending: for
/// one thread and without a placement on one CPU. Empty: all; nothing: there is no such place.
[[nodiscard]] std::optional<std::vector<int>>
cpus_of(const std::string& placement, std::size_t threads, const cpu::topology& machine);

/// Pure. The cases of a runtime that have a question of ours, at each placement that our cases of
/// it have, for all numbers of members that were chosen, or else the number that the first of these
/// has.
struct offers {
    std::vector<offer> beside;
    std::vector<std::string> alone; ///< "CASE of RUNTIME (QUESTION)", beside which none of ours is
    std::string why_refused;        ///< if the runtime cannot stand beside these cases
};
[[nodiscard]] offers offers_of(const greeting& greeted, const run::case_list& all,
                               const chosen_numbers& numbers, const cpu::topology& machine);

/// Compares it with the first of ours beside it: of as many members where there is one.
void compare_with_ours(offer& one, const run::case_list& all);

/// The case, done by this session. A batch of its schedule is two: one of a quarter of the
/// operations, and then the one that is timed.
[[nodiscard]] measure::measured_case done_by(std::shared_ptr<session> with, const offer& one);

/// Lets a runtime do batches of this work for 0.1 s: what is compiled while it runs is compiled
/// then.
void warm_up(session& with, const offer& one, const std::function<bool()>& interrupted);

/// What an empty batch of this work costs: by the runtime's clock that is a part of the time of
/// each batch, and by ours it passes between batches. Empty if the runtime is lost.
[[nodiscard]] std::string cost_of_a_batch(session& with, const measure::case_key& work,
                                          const std::function<bool()>& interrupted);

} // namespace tollgate::runtime
