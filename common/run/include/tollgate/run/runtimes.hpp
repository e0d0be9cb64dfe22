// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/case_record.hpp>
#include <tollgate/report/pass_text.hpp>
#include <tollgate/run/case_list.hpp>
#include <tollgate/runtime/session.hpp>

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

/// Of each axis that a runtime may have: the numbers that the user chose.
using chosen_numbers = std::map<std::string, std::vector<std::uint64_t>>;

/// What the user chose of runtimes.
struct runtime_choice {
    std::vector<std::string> names;    ///< of those that are built here, or "all" alone
    std::vector<std::string> commands; ///< that start others
    chosen_numbers numbers;
    std::chrono::milliseconds batch{10'000}; ///< how long one may take
};

/// A runtime as the user asked for it.
struct chosen_runtime {
    std::string option;   ///< "--runtime: 'COMMAND'", or its name alone if it is one of all
    std::string command;  ///< empty: there is none
    std::string why_not;  ///< the reason
    bool required = true; ///< it was asked for, and is not one of all
    runtime::greeting greeted{};
};

/// A runtime, by its number among those that were met, on CPUs; on all if there are none.
using runtime_place = std::pair<std::size_t, std::vector<int>>;

/// A case of a runtime beside ours.
struct runtime_offer {
    report::runtime_case told;
    runtime_place where;
};

/// The runtimes of a run. Each is started for its greeting, on one CPU. Its cases stand beside
/// those of ours that have their question as path, and are compared with the first of these. For
/// those that are to be measured it is started once more on each other set of CPUs. The process of
/// a pass talks to the same processes. They end with this and with the cases. One thread at a time.
class runtimes {
public:
    /// Starts the runtimes that were chosen. Throws usage_error for one that does not exist, is not
    /// built or does not greet; of all that are built here, such a one is left out with a note.
    runtimes(const runtime_choice& chosen, const cpu::topology& machine,
             const std::function<bool()>& interrupted);

    /// Adds their cases, which cannot run yet. Throws usage_error if a case exists already.
    void add_cases(case_list& all, const cpu::topology& machine);
    /// Starts what the runtimes' cases among these need, and lets them run until what is compiled
    /// at run time is compiled. The batches of a case whose runtime is lost by that are lost. All
    /// other runtimes end. An interrupt ends it early; the run sees that by itself. Of each runtime
    /// that was started a line: its runtime, its notes, the cost of the protocol.
    [[nodiscard]] std::vector<std::string> start(case_list& selected,
                                                 const std::function<bool()>& interrupted);
    /// For the process of the next pass.
    void tell(report::ordered_pass& next) const;
    /// A runtime that was lost in one of these records, or here, is lost for all of them, and for
    /// the processes to come.
    void lose_together(std::vector<measure::case_record>& records) const;

private:
    void refuse(const chosen_runtime& refused, const std::string& why);
    /// Is lost where the runtime could not be started.
    std::shared_ptr<runtime::session> session_at(const runtime_place& where,
                                                 const std::function<bool()>& interrupted);

    chosen_numbers numbers_;
    runtime::limits most_;
    std::vector<chosen_runtime> met_;
    std::vector<std::string> left_out_; ///< and why
    std::vector<runtime_offer> offers_; ///< in the order of the cases
    std::map<runtime_place, std::shared_ptr<runtime::session>> started_;
};

/// In the process of a pass: adds the cases of the runtimes of its run.
void add_cases_of_runtimes(const report::ordered_pass& told, case_list& all);

/// Those of ours that are wanted, and of the runtimes' those that stand beside them.
[[nodiscard]] std::function<bool(const measure::case_key&)>
and_runtimes_beside(std::function<bool(const measure::case_key&)> wanted, const case_list& all);

} // namespace tollgate::run
