// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/topology.hpp>
#include <tollgate/guest/protocol.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/run/case_list.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::run {

/// Which of a guest's cases stand where among ours. All pure.

/// Of each axis, by its name.
using chosen_numbers = std::map<std::string, std::vector<std::uint64_t>>;

/// A case of a guest, at a placement and with a number of members.
struct guest_offer {
    measure::case_key key;
    std::vector<int> cpus;   ///< of the placement; empty: all
    std::size_t offered = 0; ///< its place in the greeting
    std::uint64_t members = 1;
};

/// Where the first thread of a program of ours runs; anywhere if it cannot be pinned.
[[nodiscard]] std::vector<int> one_cpu(const cpu::topology& machine);

/// Those with a question of ours, at each placement that our cases of it have, for all numbers of
/// members that were chosen, or else the number that the first of these cases has.
[[nodiscard]] std::vector<guest_offer> offers_of(const guest::greeting& greeted,
                                                 const case_list& ours,
                                                 const chosen_numbers& numbers,
                                                 const cpu::topology& machine);

/// Those with a question of ours, of which nothing is offered: "CASE of RUNTIME (QUESTION)".
[[nodiscard]] std::vector<std::string> offered_alone(const guest::greeting& greeted,
                                                     const std::vector<guest_offer>& offers,
                                                     const case_list& ours);

/// Why such a guest cannot stand beside these cases; nothing if it can.
[[nodiscard]] std::optional<std::string> taken_name(const case_list& all,
                                                    const std::string& runtime,
                                                    const std::vector<guest_offer>& offers);

/// The first of ours that answers the same: of as many `members` where there is one. Null: none
/// does.
[[nodiscard]] const measure::measured_case*
first_beside(const case_list& all, const measure::case_key& key, const std::string& members);

/// The parameters of a batch.
[[nodiscard]] std::vector<measure::parameter> chosen_parameters(const guest::offered_case& of,
                                                                std::uint64_t members);

} // namespace tollgate::run
