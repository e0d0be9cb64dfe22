// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/exit_code.hpp>
#include <tollgate/cli/number.hpp>
#include <tollgate/cli/options.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/environment/build_facts.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/report/result.hpp>

#include <functional>
#include <string>
#include <vector>

namespace tollgate::cli {

/// An option that only one program has. Its value is a text; `check` throws usage_error if what was
/// given will not do.
struct own_option {
    std::string name;     ///< without dashes
    std::string argument; ///< how help names the value
    std::string fallback; ///< the value when it is not given; may be empty
    std::string help;
    std::function<void(const std::string&)> check;
};

/// Something that one program does instead of measuring, when it is asked for by a flag. Beside it
/// nothing else may be given but --help and --version, which go first.
struct own_action {
    std::string name; ///< without dashes
    std::string help;
    /// May throw what a measurement may; returns how the program ends.
    std::function<exit_code()> run;
};

/// Something that --sweep can go over, besides the number of members.
struct sweep_axis {
    std::string name; ///< "slack_ns"
    whole_range range;
    std::string example; ///< "1,1000,50000"
    std::string help;    ///< "cost over the timer slack"
};

/// What a program can measure with these options on this machine. Making it starts nothing.
struct case_list {
    std::vector<measure::measured_case> cases;
    std::vector<report::unavailable_case> unavailable;
    std::vector<std::string> notes; ///< for the report
};

/// A measuring program as a value; `run_program` is the rest.
struct program {
    std::string name;     ///< "testFiber"
    std::string question; ///< one line for help

    /// "fibers": what the first positional argument counts. Empty: the program takes none, and has
    /// no classical run.
    std::string members;
    whole_range members_range; ///< and what it may be
    std::uint64_t members_default = 4;

    std::string kind; ///< "Fiber", in the classical block
    std::uint64_t iterations_default = 1'000'000;

    double budget_s = 4; ///< for the whole program by default
    double quick_budget_s = 1;
    /// What --quick measures, as a regular expression over names, unless the user chooses: too many
    /// cases share too little time for anything to be said of one. Empty: all of them.
    std::string quick_only;
    bool has_placements = false;
    std::string placements_by_default = "all"; ///< for help: what the cases make of none given
    std::vector<own_option> own;
    std::vector<own_action> actions;
    std::vector<sweep_axis> sweeps;
    environment::build_facts build;

    /// May throw usage_error or machine_refused.
    std::function<case_list(const options&, const cpu::topology&)> cases;
    /// The name of the case that the classical run observes, for these options.
    std::function<std::string(const options&)> reference;
    /// Printed before the table of cases, if the program has more to show than that.
    std::function<std::string(const report::result&)> overview;
    /// Proofs that take the whole run to see: what is wrong with it, a line each.
    std::function<std::vector<std::string>(const report::result&)> failed_proofs;
};

inline constexpr whole_range iterations_range{3, 500'000'000};

/// The whole program: reads the command line, measures, prints, writes. Returns the exit code.
/// To be called once, from main.
int run_program(int argc, const char* const* argv, const program& what);

} // namespace tollgate::cli
