// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/topology.hpp>
#include <tollgate/guest/session.hpp>
#include <tollgate/measure/case_record.hpp>
#include <tollgate/report/pass_text.hpp>
#include <tollgate/run/case_list.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::run {

/// Of each axis that a guest may have: the numbers that the user chose.
using chosen_numbers = std::map<std::string, std::vector<std::uint64_t>>;

/// What the user chose of guests.
struct guest_choice {
    std::vector<std::string> names;    ///< of those that are built here, or "all" alone
    std::vector<std::string> commands; ///< that start others
    chosen_numbers numbers;
    std::chrono::milliseconds batch{10'000}; ///< how long one may take
};

/// A guest as the user asked for it.
struct chosen_guest {
    std::string option;   ///< "--guest: 'COMMAND'", or its name alone if it is one of all
    std::string command;  ///< empty: there is none
    std::string why_not;  ///< the reason
    bool required = true; ///< it was asked for, and is not one of all
    guest::greeting greeted{};
};

/// A guest, by its number among those that were met, on CPUs; on all if there are none.
using guest_place = std::pair<std::size_t, std::vector<int>>;

/// A case of a guest beside ours.
struct guest_offer {
    report::guest_case told;
    guest_place where;
};

/// The guests of a run. Each is started for its greeting, on one CPU. Its cases stand beside those
/// of ours that have their question as path, and are compared with the first of these. For those
/// that are to be measured it is started once more on each other set of CPUs. The process of a pass
/// talks to the same processes. They end with this and with the cases. One thread at a time.
class guests {
public:
    /// Starts the guests that were chosen. Throws usage_error for one that does not exist, is not
    /// built or does not greet; of all that are built here, such a one is left out with a note.
    guests(const guest_choice& chosen, const cpu::topology& machine,
           const std::function<bool()>& interrupted);

    /// Adds their cases, which cannot run yet. Throws usage_error if a case exists already.
    void add_cases(case_list& all, const cpu::topology& machine);
    /// Starts what the guests' cases among these need, and lets them run until what is compiled at
    /// run time is compiled. The batches of a case whose guest is lost by that are lost. All other
    /// guests end. An interrupt ends it early; the run sees that by itself. Of each guest that was
    /// started a line: its runtime, its notes, the cost of the protocol.
    [[nodiscard]] std::vector<std::string> start(case_list& selected,
                                                 const std::function<bool()>& interrupted);
    /// For the process of the next pass.
    void tell(report::ordered_pass& next) const;
    /// A guest that was lost in one of these records, or here, is lost for all of them, and for the
    /// processes to come.
    void lose_together(std::vector<measure::case_record>& records) const;

private:
    void refuse(const chosen_guest& refused, const std::string& why);
    /// Is lost where the guest could not be started.
    std::shared_ptr<guest::session> session_at(const guest_place& where,
                                               const std::function<bool()>& interrupted);

    chosen_numbers numbers_;
    guest::limits most_;
    std::vector<chosen_guest> met_;
    std::vector<std::string> left_out_; ///< and why
    std::vector<guest_offer> offers_;   ///< in the order of the cases
    std::map<guest_place, std::shared_ptr<guest::session>> started_;
};

/// In the process of a pass: adds the cases of the guests of its run.
void add_cases_of_guests(const report::ordered_pass& told, case_list& all);

/// Those of ours that are wanted, and of the guests' those that stand beside them.
[[nodiscard]] std::function<bool(const measure::case_key&)>
and_guests_beside(std::function<bool(const measure::case_key&)> wanted, const case_list& all);

} // namespace tollgate::run
