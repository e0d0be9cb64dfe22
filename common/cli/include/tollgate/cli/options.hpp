// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/source.hpp>
#include <tollgate/cpu/placement.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::cli {

enum class output_format { table, json, csv };

/// What the user asked for, checked: every value is in its range.
struct options {
    enum class action { measure, list, environment, selftest, help, version, own };

    action wanted = action::measure;
    std::string own_action;          ///< whose name, if that is wanted
    std::optional<std::string> only; ///< a valid ECMAScript regular expression
    std::optional<double> time_s;
    std::optional<std::uint64_t> rounds;
    double precision = 0.005;
    bool quick = false;
    std::string quick_only; ///< the cases that --quick leaves, as a regular expression; empty: all
    std::vector<cpu::placement> placements; ///< in the order of cpu::all_placements
    bool placements_given = false;          ///< otherwise they are all of them
    std::vector<int> cpus;                  ///< empty: all that are allowed
    clock::source clock = clock::source::realtime;
    output_format format = output_format::table;
    std::optional<std::filesystem::path> json;
    std::optional<std::filesystem::path> json_ci;
    std::optional<std::filesystem::path> bmf;
    std::optional<std::filesystem::path> csv;
    std::uint64_t seed = 1;
    std::uint64_t processes = 1;
    bool progress = true;

    std::uint64_t members = 0;               ///< first positional argument
    std::optional<std::uint64_t> iterations; ///< second one, if given
    std::vector<std::uint64_t> sweep;        ///< values to sweep over; may be empty
    std::string sweep_axis;                  ///< and what they are of
    std::map<std::string, std::string> own;  ///< the program's own options, defaults filled in

    /// Everything that was given, as it was given, but for what one of several processes must not
    /// repeat (outputs, processes, time, seed, progress).
    std::vector<std::string> for_one_process;
};

} // namespace tollgate::cli
