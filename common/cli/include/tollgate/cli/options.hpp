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
    csv    ///< a row per case and statistic
};

/// A sweep: the cases are measured for each of these numbers of an axis.
struct sweep {
    std::string axis;                   ///< its name
    std::vector<std::uint64_t> numbers; ///< ascending
};

/// The checked command line of a program: every value is in its range.
struct options {
    /// The work of this process.
    enum class action {
        measure,
        list,        ///< print the cases
        environment, ///< print what disturbs in this machine
        selftest,    ///< measure the first case against itself
        help,
        version,
        own ///< an action of this program alone
    };

    action wanted = action::measure;     ///< exactly one
    std::string own_action;              ///< its name, for action::own
    std::optional<std::string> only;     ///< a regular expression, see name_pattern
    std::optional<std::string> explain;  ///< the name of the case to explain
    std::vector<std::string> under;      ///< the interventions to try; empty: all that are possible
    std::optional<double> time_s;        ///< budget for the whole program, if given
    std::optional<std::uint64_t> rounds; ///< exactly that many, if given
    double precision_pct = 0.5;          ///< stop when every ± is below this share of its value
    bool quick = false;                  ///< a small budget
    /// Selects the cases to measure if the user chose none. Empty: all.
    std::function<bool(const measure::case_key&)> headline;
    std::vector<cpu::placement> placements;        ///< in the order of cpu::all_placements
    std::vector<int> cpus;                         ///< empty: all that are allowed
    clock::source clock = clock::source::realtime; ///< realtime, monotonic or tsc
    output_format format = output_format::table;   ///< of stdout
    /// The files to write: the option without dashes, and the name of the file.
    std::list<std::pair<std::string, std::string>> files;
    std::vector<std::string> runtimes;              ///< other runtimes: names, or "all"
    std::vector<std::string> runtime_commands;      ///< commands that start further runtimes
    std::uint64_t seed = 1;                         ///< for the order of the rounds
    std::uint64_t passes = measure::default_passes; ///< processes over which the time is spread
    /// Two descriptors by which the program takes turns with others; see run::interleaving.
    std::optional<std::pair<int, int>> interleaved;
    /// This process does one pass for another process, which sends the order on standard input.
    bool one_pass = false;
    bool progress = true; ///< a progress line on a terminal

    std::uint64_t members = 0;               ///< the first positional argument
    std::optional<std::uint64_t> iterations; ///< the second positional argument, if given
    std::optional<cli::sweep> sweep;         ///< over one of the axes, if given
    /// The values of each axis, by its name: given, swept over, or the default. The number of
    /// members is an axis, too.
    std::map<std::string, std::vector<std::uint64_t>> numbers;
    /// The words of each axis, by its name: given, or the default.
    std::map<std::string, std::vector<std::string>> words;
    std::map<std::string, std::string> own; ///< the program's own texts, with their defaults
    std::set<std::string> given;            ///< the options that the user gave, without dashes

    /// Whether the sweep goes over this axis.
    [[nodiscard]] bool is_swept(const std::string& axis) const {
        return sweep && sweep->axis == axis;
    }
    /// Whether the user chose the values of this axis, with its option or with a sweep.
    [[nodiscard]] bool is_given(const std::string& axis) const {
        return is_swept(axis) || given.contains(axis);
    }

    /// The arguments as given, without those that one program gives another.
    std::vector<std::string> arguments;
    /// The arguments as given, without those that the process of a pass must not repeat: outputs,
    /// passes, time, seed, progress.
    std::vector<std::string> for_one_pass;
};

} // namespace tollgate::cli
