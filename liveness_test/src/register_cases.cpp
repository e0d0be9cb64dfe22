// SPDX-License-Identifier: BSL-1.0
//
// What it costs to begin to be watched, and to end.
#include "listing_cases.hpp"

#include "case_names.hpp"
#include "crew_cases.hpp"
#include "deadline_setting.hpp"
#include "listing.hpp"
#include "registering.hpp"
#include "stamped_history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace tollgate::liveness_test {

void add_registrations(case_listing& to) {
    const crew_question asked{"register", "registering, with a first checkpoint, and deregistering",
                              "tollgate"};
    add_crews<registering>(to, asked, "tollgate", asked_of_crews::everything);
    const std::vector<std::uint64_t> threads = chosen_threads(to.chosen);
    if (std::find(threads.begin(), threads.end(), 1U) != threads.end()) {
        const std::string alone = with_threads("register", "tollgate", 1);
        to.add_block<registering_nested>(alone + "/nested", "the same within another scope", alone);
    }
    add_crews<deadline_setting>(to, asked, "deadline_scope", asked_of_crews::cost_of_small_ones);
    add_crews<listing<single_stamp>>(to, asked, "locked_list", asked_of_crews::cost_of_small_ones);
}

void add_full_cycles(case_listing& to) {
    for (const std::uint64_t checkpoints : {100, 1'000, 10'000}) {
        const std::string unit =
            fmt::format("registering, {} checkpoints, and deregistering", checkpoints);
        const setup how{liveness::stamps::coarse, checkpoints};
        const std::string ours = full_cycle_name("tollgate", checkpoints);
        to.add_block<cycling, 1>(ours, unit, ours, how);
        to.add_block<listing<stamped_history>, 1>(full_cycle_name("clock_stamp", checkpoints), unit,
                                                  ours, how);
    }
}

} // namespace tollgate::liveness_test
