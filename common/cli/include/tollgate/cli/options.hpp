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

enum class output_format { table, json, csv };

/// A sweep over the numbers of an axis.
struct sweep {
    std::string axis;
    std::vector<std::uint64_t> numbers;
};

/// What the user asked for, checked: every value is in its range.
struct options {
    enum class action { measure, list, environment, selftest, help, version, own };

    action wanted = action::measure;
    std::string own_action;             ///< whose name, if that is wanted
    std::optional<std::string> only;    ///< a regular expression of `grep -E`
    std::optional<std::string> explain; ///< the name of the case that is to be explained
    std::vector<std::string> under;     ///< the interventions to try; empty: all that are possible
    std::optional<double> time_s;
    std::optional<std::uint64_t> rounds;
    double precision_pct = 0.5;
    bool quick = false;
    /// Which cases are wanted, where the user chose none; empty: all.
    std::function<bool(const measure::case_key&)> headline;
    std::vector<cpu::placement> placements; ///< in the order of cpu::all_placements
    std::vector<int> cpus;                  ///< empty: all that are allowed
    clock::source clock = clock::source::realtime;
    output_format format = output_format::table;
    /// Those to write, each by the option that names it, without dashes.
    std::list<std::pair<std::string, std::string>> files;
    /// The runtimes that are built here and wanted, "all" or names; and commands that start others.
    std::vector<std::string> runtimes;
    std::vector<std::string> runtime_commands;
    std::uint64_t seed = 1;
    std::uint64_t passes = measure::usual_passes;
    /// Two descriptors by which it measures among other programs; see run::interleaving.
    std::optional<std::pair<int, int>> interleaved;
    /// This process does one pass for another one, which says on standard input which.
    bool one_pass = false;
    bool progress = true;

    std::uint64_t members = 0;               ///< first positional argument
    std::optional<std::uint64_t> iterations; ///< second one, if given
    std::optional<cli::sweep> sweep;         ///< over one of the axes
    /// The values of each axis, by its name: those given, those swept over, or the usual ones. The
    /// number of members is an axis, too.
    std::map<std::string, std::vector<std::uint64_t>> numbers;
    std::map<std::string, std::vector<std::string>> words;
    std::map<std::string, std::string> own; ///< the program's own texts, defaults filled in
    std::set<std::string> given;            ///< the options that the user gave, without dashes

    [[nodiscard]] bool is_swept(const std::string& axis) const {
        return sweep && sweep->axis == axis;
    }
    /// By its own option or by a sweep.
    [[nodiscard]] bool is_given(const std::string& axis) const {
        return is_swept(axis) || given.contains(axis);
    }

    /// Everything that was given, but for what one program tells another.
    std::vector<std::string> arguments;
    /// Everything that was given, as it was given, but for what the process of a pass must not
    /// repeat (outputs, passes, time, seed, progress).
    std::vector<std::string> for_one_pass;
};

} // namespace tollgate::cli
