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

/// The CPUs on which that many threads of our programs run at this placement: each CPU once,
/// ascending. For a single thread, or without a placement, it is one CPU. An empty list means all
/// CPUs, nullopt that the machine has no such placement. Pure.
[[nodiscard]] std::optional<std::vector<int>>
cpus_of(const std::string& placement, std::size_t threads, const cpu::topology& machine);

/// The offers of a runtime. Pure.
struct offers {
    std::vector<offer> comparable;
    std::vector<std::string> unmatched; ///< "CASE of RUNTIME (QUESTION)" without a case of ours
    std::string refusal; ///< the reason if the runtime cannot be used; empty otherwise
};
/// The cases of a runtime that have a question of ours: at each placement of our cases of that
/// question, and for each chosen number of members. If none was chosen, our first case gives the
/// number.
[[nodiscard]] offers offers_of(const greeting& greeted, const run::case_list& all,
                               const chosen_numbers& numbers, const cpu::topology& machine);

/// Compares the offer with a case of ours of the same question and placement: with the first of
/// those that have the most parameters in common with it. Cases with different numbers, such as
/// `sources:4` and `sources:1000`, are not compared.
void compare_with_ours(offer& runtime_offer, const run::case_list& all);

/// The case, done by this session. The runtime does two batches for each batch of the schedule: one
/// of a quarter of the operations, and then the timed batch.
[[nodiscard]] measure::measured_case done_by(std::shared_ptr<session> connection,
                                             const offer& runtime_offer);

/// Lets a runtime do batches of this work for 0.1 s, so that code that is compiled at run time is
/// compiled.
void warm_up(session& connection, const offer& runtime_offer,
             const std::function<bool()>& interrupted);

/// The cost of an empty batch of this work, as a text: the part that the runtime's clock shows is
/// in the time of each batch, the rest passes between batches. Empty if the runtime is lost.
[[nodiscard]] std::string cost_of_a_batch(session& connection, const measure::case_key& work,
                                          const std::function<bool()>& interrupted);

} // namespace tollgate::runtime
