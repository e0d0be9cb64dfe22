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

/// The numbers that the user chose for each axis, by the name of the axis. An axis is a parameter
/// of the cases whose values the user can choose.
using chosen_numbers = std::map<std::string, std::vector<std::uint64_t>>;

/// The other runtimes that the user chose.
struct choice {
    std::vector<std::string> names;    ///< names of runtimes that are built here, or only "all"
    std::vector<std::string> commands; ///< shell commands that start further runtimes
    timeout_set timeouts{};            ///< the longest times for each runtime
};

/// Identifies a process of a runtime: the index of the runtime among the known runtimes, and the
/// CPUs of the process. An empty list of CPUs means all CPUs.
using place = std::pair<std::size_t, std::vector<int>>;

/// A case of a runtime that is compared with one of our cases.
struct offer {
    measure::measured_case listed; ///< the case, without the function that runs it
    measure::case_key work;        ///< the work that the request names, see work_of
    place where;                   ///< the process that does the work
};

/// The other runtimes of a run. Their cases become cases of the run.
///
///     run::case_list cases;
///     const cpu::topology machine = cpu::read_topology();
///     runtime::runtimes runtimes({{"all"}, {}}, {}, machine, {});
///     runtimes.add_cases(cases, machine);
///     runtimes.start(cases, {});
///
/// - *Threads*: one thread at a time.
/// - *Lifetime*: the processes of the runtimes end when this object and the cases are destroyed.
///
/// Each runtime is first started on one CPU, where it sends its greeting: its version and its
/// cases. Each case of the runtime is compared with one of our cases: the first that has the same
/// path and placement. A case with the same number of members (the threads or tasks of a case) is
/// preferred. If the selected cases need other sets of CPUs, the runtime is started once more for
/// each of these sets. All passes use the same processes of the runtimes.
class runtimes {
public:
    /// Starts the chosen runtimes. Throws usage_error if a runtime that the user named does not
    /// exist, is not built, or sends no greeting. If the user chose "all", such a runtime is left
    /// out with a note instead.
    runtimes(const choice& chosen, chosen_numbers numbers, const cpu::topology& machine,
             const std::function<bool()>& interrupted);
    /// The constructor for the process of a pass. The object uses the runtimes that the process of
    /// the run has started. `handed_on` is the text of hand_on().
    runtimes(const std::string& handed_on, chosen_numbers numbers);

    /// Adds the cases of the runtimes to `all`. These cases cannot run before start(). Throws
    /// usage_error if a case exists already.
    void add_cases(run::case_list& all, const cpu::topology& machine);
    /// Starts the processes for the selected cases, and ends all other processes. Warms each
    /// process up, so that its runtime has compiled the code of the cases. Adds a note for each
    /// runtime: its version, its notes and the cost of the protocol. Returns early after an
    /// interrupt.
    void start(run::case_list& selected, const std::function<bool()>& interrupted);
    /// Connects the selected cases with the processes that were started.
    void connect(run::case_list& selected) const;
    /// Stores a text and file descriptors in `to`. With these, the process of a pass can use the
    /// runtimes that are already started.
    void hand_on(run::pass_processes& to) const;

private:
    /// A runtime that the user asked for.
    struct known_runtime {
        std::string option;   ///< "--runtime: 'COMMAND'", or only the name of the runtime for "all"
        std::string command;  ///< empty: the runtime cannot be started
        std::string reason;   ///< why the runtime cannot be started
        bool required = true; ///< whether the user named this runtime
        greeting greeted{};
    };
    static known_runtime built(const std::string& name, std::string option, bool required);
    static std::vector<known_runtime> wanted(const choice& chosen);
    void refuse(const known_runtime& refused, const std::string& why);
    /// Returns the session with the process at this place, and starts the process if necessary. If
    /// the process cannot be started, the runtime counts as lost in this session.
    std::shared_ptr<session> session_at(const place& where,
                                        const std::function<bool()>& interrupted);

    chosen_numbers numbers_;
    timeout_set timeouts_;
    std::vector<known_runtime> known_;
    std::vector<std::string> left_out_; ///< the runtimes that are left out, with the reason
    std::vector<offer> offers_;         ///< in the order of the cases
    std::map<place, std::shared_ptr<session>> started_;
};

/// Returns a function that selects two kinds of case: our cases that `wanted` selects, and the
/// cases of runtimes that are comparable with one of these. If `wanted` is empty, the result is
/// empty.
[[nodiscard]] std::function<bool(const measure::case_key&)>
with_runtime_cases(std::function<bool(const measure::case_key&)> wanted, const run::case_list& all);

} // namespace tollgate::runtime
