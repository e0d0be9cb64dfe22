// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/run/case_list.hpp>
#include <tollgate/run/run.hpp>
#include <tollgate/runtime/session.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::runtime {

/// Of each axis that a case may have: the numbers that the user chose.
using chosen_numbers = std::map<std::string, std::vector<std::uint64_t>>;

/// What the user chose of other runtimes.
struct choice {
    std::vector<std::string> names;    ///< of those that are built here, or "all" alone
    std::vector<std::string> commands; ///< that start others
    limits most{};
};

/// A runtime, by its number among those that were met, on CPUs; on all if there are none.
using place = std::pair<std::size_t, std::vector<int>>;

/// A case of a runtime beside ours.
struct offer {
    measure::measured_case listed; ///< without what runs it
    measure::case_key work;        ///< as which the runtime knows it
    place where;
};

/// The other runtimes of a run: their cases become cases of ours.
///
///     runtimes others(chosen, numbers, machine, interrupted);
///     others.add_cases(all, machine);
///     others.start(selected, interrupted);
///     others.hand_on(*asked.processes);
///     run::measured(selected.cases, asked);
///
/// Each is started for its greeting, on one CPU. Its cases stand beside those of ours that have
/// their question as path, and are compared with the first of these. For those that are to be
/// measured it is started once more on each other set of CPUs. The process of a pass talks to the
/// same processes. They end with this and with the cases. *Threads*: one at a time.
class runtimes {
public:
    /// Starts the runtimes that were chosen. Throws usage_error for one that does not exist, is not
    /// built or does not greet; of all that are built here, such a one is left out with a note.
    runtimes(const choice& chosen, chosen_numbers numbers, const cpu::topology& machine,
             const std::function<bool()>& interrupted);
    /// In the process of a pass: those that its run has handed on.
    runtimes(const std::string& handed_on, chosen_numbers numbers);

    /// Adds their cases, which cannot run yet. Throws usage_error if a case exists already.
    void add_cases(run::case_list& all, const cpu::topology& machine);
    /// Starts what their cases among these need, lets them run until what is compiled at run time
    /// is compiled, and ends all others. Of each that was started it adds a note: its runtime, what
    /// it says of itself, the cost of the protocol. An interrupt ends it early.
    void start(run::case_list& selected, const std::function<bool()>& interrupted);
    /// Lets these cases run by the processes that were started.
    void connect(run::case_list& selected) const;
    void hand_on(run::pass_processes& to) const;

private:
    /// A runtime as the user asked for it.
    struct met {
        std::string option;   ///< "--runtime: 'COMMAND'", or its name alone if it is one of all
        std::string command;  ///< empty: there is none
        std::string why_not;  ///< the reason
        bool required = true; ///< it was asked for, and is not one of all
        greeting greeted{};
    };
    static met built(const std::string& name, std::string option, bool required);
    static std::vector<met> wanted(const choice& chosen);
    void refuse(const met& refused, const std::string& why);
    /// Is lost where the runtime could not be started.
    std::shared_ptr<session> session_at(const place& where,
                                        const std::function<bool()>& interrupted);

    chosen_numbers numbers_;
    limits most_;
    std::vector<met> met_;
    std::vector<std::string> left_out_; ///< and why
    std::vector<offer> offers_;         ///< in the order of the cases
    std::map<place, std::shared_ptr<session>> started_;
};

/// Those of ours that are wanted, and of the runtimes' those that stand beside them.
[[nodiscard]] std::function<bool(const measure::case_key&)>
and_beside(std::function<bool(const measure::case_key&)> wanted, const run::case_list& all);

} // namespace tollgate::runtime
