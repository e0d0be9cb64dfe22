// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/environment/verdict.hpp>
#include <tollgate/explain/explanation.hpp>
#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>
#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/measure/stop_reason.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::report {

/// Where, when and by which program a result was measured.
struct context {
    std::string program;                     ///< the name of the program: "testFiber"
    std::string version;                     ///< the version of the program
    std::string date;                        ///< local time with offset, RFC 3339
    std::string host_name;                   ///< the name of the machine
    std::string executable;                  ///< the path of the program
    std::vector<std::string> arguments;      ///< the command line, without the program
    int cpus = 0;                            ///< the number of CPUs that the program may use
    std::string cpu_model;                   ///< as the kernel names it
    std::string topology;                    ///< "1 package, 2 cores"
    std::string kernel;                      ///< "Linux 6.1"
    std::string compiler;                    ///< "g++ 12.2.0"
    bool release_build = true;               ///< false: a debug build
    int mhz_per_cpu = 0;                     ///< metadata only; 0: not known
    std::optional<bool> cpu_scaling_enabled; ///< whether the governor may change the frequency
    std::optional<bool> aslr_enabled;        ///< whether the address space layout is random
    std::vector<double> load_average;        ///< over 1, 5 and 15 minutes, at the start
};

/// The result of a clock-pair run, which reads the clock before and after each switch: the total
/// time of all switches, and the total time of the same number of empty pairs of clock readings.
struct clock_pair_average {
    /// The kind of switch: "Fiber", "Thread", or "Queue" (its switches are messages).
    std::string kind;
    std::string reading; ///< the function that reads the clock: "clock_gettime"
    /// The name of the measured case. Its untimed cost is right, unlike this average.
    std::string reference_case;
    std::int64_t switches_total_ns = 0; ///< the total time of all switches
    std::int64_t calls_total_ns = 0;    ///< the total time of all empty pairs of readings
    std::uint64_t switches = 0;         ///< the number of switches

    /// The mean time of a switch minus the mean time of an empty pair of readings, in ns. Zero if
    /// there are no switches.
    [[nodiscard]] double compensated_ns() const;
};

/// A result file has at most this number of cases, and of unavailable cases.
inline constexpr std::size_t most_cases = 10'000;

/// A case that this machine cannot measure, and the reason.
struct unavailable_case {
    measure::case_key key; ///< for several cases, `*` replaces the parts that differ
    std::string reason;    ///< why the case was not measured
    bool failed = false;   ///< whether the case was given up: its work was wrong, or did not end

    /// The name and the reason.
    [[nodiscard]] std::string text() const { return key.name() + ": " + reason; }
};

/// Conclusions that need the rounds of several cases.
struct paired_conclusions {
    std::vector<measure::noise_floor> noise_floors; ///< see result::noise_floors
    std::vector<measure::comparison> comparisons;   ///< see result::comparisons
    std::vector<double> reference_loops_ns{};       ///< see result::reference_loops_ns
};

/// A whole run as a value: its measurements, and the conclusions about each case.
struct result {
    context about;                                 ///< where, when and by which program
    measure::calibration clock;                    ///< the clock that was used
    std::vector<environment::verdict> environment; ///< the verdicts on the machine
    std::vector<measure::case_result> cases;       ///< in the order of the program
    /// The first case of each kind (see measure::kind_of), measured again under a second name.
    std::vector<measure::case_result> controls;
    measure::machine_speed speed;                 ///< from the reference loops
    std::vector<unavailable_case> unavailable;    ///< cases without a result
    std::optional<clock_pair_average> clock_pair; ///< present if there was a clock-pair run
    /// Present if this run explained a case; its cases are then the variants.
    std::optional<explain::explanation> explanation;
    measure::stop_reason stopped = measure::stop_reason::budget; ///< why the run ended
    std::uint64_t rounds = 0;                                    ///< the rounds of all passes
    std::uint64_t passes = 1; ///< if there are several, each pass is a process
    double took_s = 0;        ///< the time of the run
    double budget_s = 0;      ///< the time that the run was given
    double spread_over_s = 0; ///< from the first pass to the last, with the turns of other programs
    std::uint64_t stops = 0;  ///< how often the process was stopped, as by Ctrl-Z, and continued
    std::vector<std::string> notes;    ///< remarks for the report
    std::vector<std::string> failures; ///< self-checks of the whole run that failed
    /// Present if this is a digest: its cases have no rounds and samples.
    std::optional<paired_conclusions> digest;

    /// The noise floors: the first case of each kind compared with its control.
    [[nodiscard]] std::vector<measure::noise_floor> noise_floors() const;
    /// Each case compared with its comparison case (measure::case_record::compared_with).
    [[nodiscard]] std::vector<measure::comparison> comparisons() const;
    /// The comparisons by the CPU time of an operation. Empty for a digest.
    [[nodiscard]] std::vector<measure::comparison> cpu_comparisons() const;
    /// The speed of the machine: the mean time of the reference loops, for each pass that has
    /// reference loops. A digest has the values of its file. Empty if there are no values.
    [[nodiscard]] std::vector<double> reference_loops_ns() const;
    /// The case with this name, or null.
    [[nodiscard]] const measure::case_result* find(std::string_view name) const;
    /// Whether the run was interrupted or lost a pass, so that it has fewer rounds than requested.
    [[nodiscard]] bool partial() const {
        return stopped == measure::stop_reason::interrupted ||
               stopped == measure::stop_reason::lost_pass;
    }
    /// Whether every self-check of Tollgate's own cases passed.
    [[nodiscard]] bool self_checks_held() const;
    /// Whether any case was given up.
    [[nodiscard]] bool lost_any() const;
};

} // namespace tollgate::report
