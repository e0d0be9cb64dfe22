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

/// The numbers that the user chose for each axis, by the name of the axis.
using chosen_numbers = std::map<std::string, std::vector<std::uint64_t>>;

/// The other runtimes that the user chose.
struct choice {
    std::vector<std::string> names;    ///< runtimes that are built here, or "all" alone
    std::vector<std::string> commands; ///< shell commands that start further runtimes
    timeout_set timeouts{};            ///< for each runtime
};

/// A runtime, by its index among the known runtimes, and its CPUs; empty: all.
using place = std::pair<std::size_t, std::vector<int>>;

/// A case of a runtime that is compared with ours.
struct offer {
    measure::measured_case listed; ///< without the function that runs it
    measure::case_key work;        ///< the request of the runtime
    place where;                   ///< the process that does it
};

/// The other runtimes of a run. Their cases become cases of the run.
///
///     run::case_list cases;
///     const cpu::topology machine = cpu::read_topology();
///     runtime::runtimes runtimes({{"all"}, {}}, {}, machine, {});
///     runtimes.add_cases(cases, machine);
///     runtimes.start(cases, {});
///
/// - *Threads*: one at a time.
/// - *Lifetime*: the processes end when this object and the cases are destroyed.
///
/// Each runtime is started on one CPU for its greeting. Its cases are compared with the first of
/// our cases whose path is their question. For selected cases the runtime is started again on each
/// other set of CPUs. The process of a pass talks to the same processes.
class runtimes {
public:
    /// Starts the chosen runtimes. Throws usage_error if a chosen runtime does not exist, is not
    /// built or does not greet. For "all", such runtimes are left out with a note.
    runtimes(const choice& chosen, chosen_numbers numbers, const cpu::topology& machine,
             const std::function<bool()>& interrupted);
    /// For the process of a pass: uses the runtimes that the run has handed on.
    runtimes(const std::string& handed_on, chosen_numbers numbers);

    /// Adds the cases of the runtimes, which cannot run yet. Throws usage_error if a case exists
    /// already.
    void add_cases(run::case_list& all, const cpu::topology& machine);
    /// Starts the processes for the selected cases, warms them up until code is compiled, and ends
    /// all other processes. Adds a note for each runtime: its version, its notes and the cost of
    /// the protocol. Returns early after an interrupt.
    void start(run::case_list& selected, const std::function<bool()>& interrupted);
    /// Connects the cases with the processes that were started.
    void connect(run::case_list& selected) const;
    /// Hands the started processes on to the processes of passes.
    void hand_on(run::pass_processes& to) const;

private:
    /// A runtime that the user asked for.
    struct known_runtime {
        std::string option;   ///< "--runtime: 'COMMAND'", or only its name for "all"
        std::string command;  ///< empty: it cannot be started
        std::string reason;   ///< why it cannot be started
        bool required = true; ///< the user named it
        greeting greeted{};
    };
    static known_runtime built(const std::string& name, std::string option, bool required);
    static std::vector<known_runtime> wanted(const choice& chosen);
    void refuse(const known_runtime& refused, const std::string& why);
    /// The session is lost if the runtime could not be started.
    std::shared_ptr<session> session_at(const place& where,
                                        const std::function<bool()>& interrupted);

    chosen_numbers numbers_;
    timeout_set timeouts_;
    std::vector<known_runtime> known_;
    std::vector<std::string> left_out_; ///< with the reason
    std::vector<offer> offers_;         ///< in the order of the cases
    std::map<place, std::shared_ptr<session>> started_;
};

/// Selects our wanted cases, and the cases of runtimes that are compared with them. An empty
/// `wanted` stays empty.
[[nodiscard]] std::function<bool(const measure::case_key&)>
with_runtime_cases(std::function<bool(const measure::case_key&)> wanted, const run::case_list& all);

} // namespace tollgate::runtime
