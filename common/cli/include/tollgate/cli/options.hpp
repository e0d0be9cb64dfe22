// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/source.hpp>
#include <tollgate/cpu/placement.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/plan.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::cli {

/// The format of the result on stdout.
enum class output_format {
    table, ///< text for people
    json,  ///< the full result
    csv    ///< a row for each statistic of each case
};

/// A sweep: the program measures the cases for each of these numbers. An axis is a parameter of the
/// cases whose values the user can choose.
struct sweep {
    std::string axis;                   ///< the name of the axis
    std::vector<std::uint64_t> numbers; ///< in ascending order
};

/// The checked command line of a program: every value is in its range.
struct options {
    /// The work of this process.
    enum class action {
        measure,
        list,        ///< print the cases
        environment, ///< print the properties of this machine that disturb measurements
        selftest,    ///< measure the first case against itself
        help,
        version,
        own ///< an action that only this program has
    };

    action wanted = action::measure;     ///< the only action of this process
    std::string own_action;              ///< the name of the action, if `wanted` is action::own
    std::optional<std::string> only;     ///< a regular expression, see name_pattern
    std::optional<std::string> explain;  ///< the name of the case to explain
    std::vector<std::string> under;      ///< the interventions to try; empty: all that are possible
    std::optional<double> time_s;        ///< the time budget for the whole program, if given
    std::optional<std::uint64_t> rounds; ///< the exact number of rounds, if given
    double precision_pct = 0.5; ///< stop when every ± is at most this percentage of its cost
    bool quick = false;         ///< use a small time budget
    /// Selects the cases to measure if the user chose no cases. Empty: all cases.
    std::function<bool(const measure::case_key&)> headline;
    std::vector<cpu::placement> placements;        ///< in the order of cpu::all_placements
    std::vector<int> cpus;                         ///< empty: all allowed CPUs
    clock::source clock = clock::source::realtime; ///< realtime, monotonic or tsc
    output_format format = output_format::table;   ///< the format of stdout
    bool wide = false; ///< print all columns and remarks, in lines of any length
    /// The files to write: the option without dashes, and the name of the file.
    std::list<std::pair<std::string, std::string>> files;
    std::vector<std::string> runtimes;              ///< other runtimes: names, or "all"
    std::vector<std::string> runtime_commands;      ///< commands that start further runtimes
    std::uint64_t seed = 1;                         ///< the seed for the order of the rounds
    std::uint64_t passes = measure::default_passes; ///< the number of passes; each is a process
    /// Two descriptors. With these descriptors, this program and other programs take turns: they
    /// measure alternately. See run::interleaving.
    std::optional<std::pair<int, int>> interleaved;
    /// If true, another process has started this process for one pass. The other process writes its
    /// request to the standard input of this process.
    bool one_pass = false;
    bool progress = true; ///< print a progress line on a terminal

    std::uint64_t members = 0; ///< the number of fibers or threads: the first positional argument
    std::optional<std::uint64_t> iterations; ///< the second positional argument, if given
    std::optional<cli::sweep> sweep;         ///< the sweep over one of the axes, if given
    /// The numbers of each axis, by the name of the axis. The numbers come from the option of the
    /// axis, from the sweep, or from the default. The number of members is an axis, too.
    std::map<std::string, std::vector<std::uint64_t>> numbers;
    /// The words of each axis whose values are words, by the name of the axis. The words come from
    /// the option of the axis, or from the default.
    std::map<std::string, std::vector<std::string>> words;
    std::map<std::string, std::string> own; ///< the values of the program's own options, by name
    std::set<std::string> given;            ///< the options that the user gave, without dashes

    /// Returns whether the sweep goes over this axis.
    [[nodiscard]] bool is_swept(const std::string& axis) const {
        return sweep && sweep->axis == axis;
    }
    /// Returns whether the user chose the values of this axis, by its option or by a sweep.
    [[nodiscard]] bool is_given(const std::string& axis) const {
        return is_swept(axis) || given.contains(axis);
    }

    /// The arguments as given, without the option from which `interleaved` is set.
    std::vector<std::string> arguments;
    /// The arguments for the process of a pass: the arguments as given, without the options for
    /// outputs, passes, rounds, seed, progress and `interleaved`. The time stays, because the
    /// number of cases may depend on it.
    std::vector<std::string> for_one_pass;
};

} // namespace tollgate::cli
