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

/// Where, when and by what a result was measured.
struct context {
    std::string program;
    std::string version;
    std::string date; ///< local time with offset, RFC 3339
    std::string host_name;
    std::string executable;
    std::vector<std::string> arguments;
    int cpus = 0; ///< that may be used
    std::string cpu_model;
    std::string topology;
    std::string kernel;
    std::string compiler;
    bool release_build = true;
    int mhz_per_cpu = 0; ///< metadata only; 0: not known
    std::optional<bool> cpu_scaling_enabled;
    std::optional<bool> aslr_enabled;
    std::vector<double> load_average;
};

/// The result of a classical run: sums over all switches, and over as many empty pairs of readings.
struct classical_figure {
    std::string kind;           ///< "Fiber", "Thread": what is switched
    std::string reading;        ///< what reads the clock, "clock_gettime"
    std::string reference_case; ///< the case whose unobserved cost it should have found
    std::int64_t switches_total_ns = 0;
    std::int64_t calls_total_ns = 0;
    std::uint64_t switches = 0;

    /// Mean of a switch less mean of a pair of readings, ns. Zero switches give zero.
    [[nodiscard]] double compensated_ns() const;
};

/// A case that this machine cannot measure, and why.
struct unavailable_case {
    measure::case_key key; ///< of several, with `*` for what they do not share
    std::string reason;
    bool failed = false; ///< it was given up: its work was wrong, or did not end

    [[nodiscard]] std::string text() const { return key.name() + ": " + reason; }
};

/// Conclusions that need the rounds of several cases.
struct paired_conclusions {
    std::vector<measure::noise_floor> noise_floors;
    std::vector<measure::comparison> comparisons;
    std::vector<double> reference_loops_ns{};
};

/// A whole run as a value: what was measured, and of each case what is concluded from it.
struct result {
    context about;
    measure::calibration clock;
    std::vector<environment::verdict> environment;
    std::vector<measure::case_result> cases;
    std::vector<measure::case_result> twins; ///< the first case of each kind under its second name
    measure::machine_speed speed;
    std::vector<unavailable_case> unavailable;
    std::optional<classical_figure> classical;
    /// Present if this run explained a case; its cases are then the variants.
    std::optional<explain::explanation> explanation;
    measure::stop_reason stopped = measure::stop_reason::budget;
    std::uint64_t rounds = 0;
    std::uint64_t passes = 1; ///< of which each was a process, if there was more than one
    double took_s = 0;
    double budget_s = 0;
    double spread_over_s = 0; ///< from the first pass to the last, what ran in between included
    std::uint64_t stops = 0;  ///< how often it was stopped, as by Ctrl-Z, and went on
    std::vector<std::string> notes;
    std::vector<std::string> failures; ///< proofs of the run as a whole that failed
    /// There if this is a digest: no case has its rounds and samples any more.
    std::optional<paired_conclusions> digest;

    /// The first case of each kind against itself.
    [[nodiscard]] std::vector<measure::noise_floor> noise_floors() const;
    /// Each case against the one that it is to be compared with.
    [[nodiscard]] std::vector<measure::comparison> comparisons() const;
    /// What the loops beside the batches of its cases took, the mean of each pass that has some:
    /// how fast the machine was. Of a digest as it is in the file, which may have none.
    [[nodiscard]] std::vector<double> reference_loops_ns() const;
    /// The case of that name, or null.
    [[nodiscard]] const measure::case_result* find(std::string_view name) const;
    /// It was interrupted, or a pass was lost: fewer rounds than were asked for.
    [[nodiscard]] bool partial() const {
        return stopped == measure::stop_reason::interrupted ||
               stopped == measure::stop_reason::lost_pass;
    }
    /// Every proof of work held, of our own cases.
    [[nodiscard]] bool proven() const;
    /// A case was given up.
    [[nodiscard]] bool lost_any() const;
};

} // namespace tollgate::report
