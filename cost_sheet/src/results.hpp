// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "costs_more.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/lost_time.hpp>
#include <tollgate/report/result.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

// What every command reads: files, and their cases as rows, without rounds and samples, so that a
// thousand files fit into memory. Every text came from a file and may hold any bytes.

/// A result without its cases, which are rows, and with their failures among its own.
struct result_file : report::result {
    std::string path;
    std::string label; ///< what rows call it, "testFiber" or, where that is ambiguous, its path
    /// Written by Google Benchmark of another program: context and values are all there is.
    bool foreign = false;
    bool digested = false; ///< rounds there were, but they were not kept
    /// It explains a case. Its cases are variants, and no rows. The explanation may be unwanted.
    bool explains = false;
    std::optional<double> noise_floor; ///< the largest of its kinds, a share; absent: not known
    /// The logarithm of what the reference loops beside its batches took, the mean of each pass.
    std::vector<double> reference_logs{};
    std::vector<report::lost_time> lost_times{}; ///< of the CPUs that its cases watched for gaps

    /// Two builds of another program often lie under two names.
    [[nodiscard]] std::string program() const {
        return foreign ? "another program" : about.program;
    }
};

/// A case that was measured. Of what is no number in its summary nothing is kept.
struct case_row : measure::case_result {
    std::size_t file = 0; ///< index into results::files
    measured_cost cost{};
    /// The case of its file that its run compared it with and did not tell from it; else empty.
    std::string not_told_from{};
    /// Why it is not compared with other files, our own words; empty: it is.
    std::string_view left_out{};
    std::string details{}; ///< its distribution and rounds for a page

    [[nodiscard]] const measure::case_key& key() const { return record.key; }
    [[nodiscard]] double ns() const { return cost.ns.value; }
    [[nodiscard]] const std::optional<double>& p99_ns() const {
        return summary.percentiles[2].corrected_ns;
    }
    [[nodiscard]] bool of_other_runtime() const {
        return record.valued_by == measure::method::self_timed;
    }
};

/// The files that could be read, in the order they were named, and their cases in that order.
struct results {
    std::vector<result_file> files;
    std::vector<case_row> cases;
    /// A line for each file that could not be read, and for what a reader must know (the same case
    /// in two files). Printable.
    std::vector<std::string> unreadable;
    std::vector<std::string> warnings;

    [[nodiscard]] const result_file& file_of(const case_row& row) const { return files[row.file]; }
    /// The proofs of work of the case and of its run held.
    [[nodiscard]] bool counts(const case_row& row) const;
    /// Every proof of work held, and no runtime failed.
    [[nodiscard]] bool proven() const;
    /// The files with an explanation that is wanted and holds, because their proofs of work held.
    [[nodiscard]] std::vector<const result_file*> explained() const;
    /// How many cases and explained ones there are.
    [[nodiscard]] std::size_t size() const { return cases.size() + explained().size(); }
    /// Keeps the cases and explanations whose name matches.
    void keep(const std::function<bool(const std::string&)>& wanted);
};

/// What the rows are for.
enum class purpose {
    terminal,
    page,      ///< with their details
    comparison ///< a cost has all its passes, also where they are too few to judge by
};

/// Reads the files of these operands one after the other. One that cannot be read costs a line in
/// `unreadable`, nothing else. Throws run::usage_error as files_of does.
[[nodiscard]] results load(const std::vector<std::string>& operands, purpose wanted);

/// Adds what was read of a file.
void add_file(report::result run, bool foreign, const std::string& path, purpose wanted,
              results& to);

/// Replaces labels that are empty or that several have by the whole name.
void tell_apart(std::vector<std::string>& labels, const std::vector<std::string>& whole_names);

/// "1 case", "2 cases".
[[nodiscard]] std::string count_of(std::size_t count, std::string_view what);

/// Prints these lines on stderr.
void say(const std::vector<std::string>& lines);

/// The files that an operand stands for: a file, a folder (all `*.json` right in it, by name),
/// several of either joined by commas, or `-` for standard input. A name that is not there, or a
/// folder without any, counts as a file: reading it will say so. Throws run::usage_error for an
/// empty name.
[[nodiscard]] std::vector<std::string> files_of(const std::string& operand);

/// Calls `use` with what each file of these operands holds; no more than report::largest_file of
/// one is held. Returns a printable line for each that cannot be read, or for which `use` throws
/// report::unreadable_result.
[[nodiscard]] std::vector<std::string>
read_each(const std::vector<std::string>& operands,
          const std::function<void(const std::string& path, report::reading)>& use);

/// All runs that one operand of --compare or --across names, in the order of its files.
struct side : results {
    std::string operand{};

    /// The runs, whose proofs held or not; files that explain a case are none.
    [[nodiscard]] std::vector<const result_file*> runs() const;
};

/// Reads the files of an operand one after the other. `only` chooses cases by a valid regular
/// expression. Names on stderr the files that cannot be read, and those that explain a case, which
/// is not compared. Throws run::usage_error as files_of does, and if all files explain a case.
[[nodiscard]] side load_side(const std::string& operand, const std::optional<std::string>& only);

/// A run that counts twice would look like two that agree: throws run::usage_error if two of these
/// files have one date and the same figures. Pure.
void refuse_copies(const std::vector<const side*>& sides);

/// That a run is partial, and a line for each of its cases that cannot be compared. Printable.
[[nodiscard]] std::vector<std::string> left_out_lines(const side& loaded, const result_file& run);

/// The cases of runtimes that failed in a run: "PATH: CASE: REASON".
[[nodiscard]] std::vector<std::string> lost_cases(const result_file& run);

} // namespace tollgate::cost_sheet
