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

// The data of every command: files, and their cases as rows. Rows have no rounds and no samples, so
// that a thousand files fit into memory. Every text is from a file and may contain any bytes.

/// A result without its cases, which become rows. The cases' failures are among its own.
struct result_file : report::result {
    std::string path;
    std::string label; ///< its name in rows: "testFiber", or the path where that is ambiguous
    /// Written by another program with Google Benchmark; it has a context and values only.
    bool foreign = false;
    bool digested = false; ///< a digest: its rounds were not kept
    /// It explains a case. Its cases are variants, and no rows. --only may remove the explanation.
    bool explains = false;
    std::optional<double> noise_floor; ///< the largest of its kinds, a share; absent: unknown
    /// The logarithm of the mean time of the reference loops of each pass.
    std::vector<double> reference_logs{};
    std::vector<report::lost_time> lost_times{}; ///< of the CPUs that its cases watched for gaps

    /// The same for all foreign files: two builds of such a program often have two names.
    [[nodiscard]] std::string program() const {
        return foreign ? "another program" : about.program;
    }
};

/// A measured case. Values of its summary that are not finite are removed.
struct case_row : measure::case_result {
    std::size_t file = 0; ///< index into results::files
    measured_cost cost{};
    /// The CPU time of an operation in each pass; empty without rounds.
    std::vector<pass_cost> cpu_passes{};
    /// The case of its file from which its run found no significant difference, over all rounds.
    /// Empty: the run found one, or did not compare the case.
    std::string no_difference_from{};
    /// The reason why the row is not compared with other files, a fixed text. Empty: it is.
    std::string_view left_out{};
    std::string details{}; ///< its distribution and rounds for a page

    [[nodiscard]] const measure::case_key& key() const { return record.key; }
    [[nodiscard]] double ns() const { return cost.ns.value; }
    /// The cost over all rounds.
    [[nodiscard]] double all_rounds_ns() const { return cost.estimate_of(true).value; }
    [[nodiscard]] const std::optional<double>& p99_ns() const {
        return summary.percentiles[2].corrected_ns;
    }
    [[nodiscard]] bool of_other_runtime() const {
        return record.valued_by == measure::method::self_timed;
    }
};

/// The readable files, in the order in which they were named, and their cases in that order.
struct results {
    std::vector<result_file> files;
    std::vector<case_row> cases;
    /// A line for each unreadable file, and for each warning, such as a case in two files.
    /// Printable.
    std::vector<std::string> unreadable;
    std::vector<std::string> warnings;

    [[nodiscard]] const result_file& file_of(const case_row& row) const { return files[row.file]; }
    /// The self-checks of the case and of its run held.
    [[nodiscard]] bool counts(const case_row& row) const;
    /// False if both cases are of one run, which compared them and found no significant difference.
    [[nodiscard]] bool run_allows_difference(const case_row& first, const case_row& second) const {
        return first.file != second.file || (first.no_difference_from != second.key().name() &&
                                             second.no_difference_from != first.key().name());
    }
    /// Every self-check held, and no runtime failed.
    [[nodiscard]] bool self_checks_held() const;
    /// The files that have an explanation and whose self-checks held.
    [[nodiscard]] std::vector<const result_file*> explained() const;
    /// The number of cases and explained cases.
    [[nodiscard]] std::size_t size() const { return cases.size() + explained().size(); }
    /// Keeps the cases and explanations whose name matches.
    void keep(const std::function<bool(const std::string&)>& wanted);
};

/// The use of the rows.
enum class purpose {
    terminal,
    page,      ///< with their details
    comparison ///< a cost keeps all its passes, even if they are too few for a decision
};

/// Reads the files of these operands one after the other. An unreadable file adds a line to
/// `unreadable` and has no other effect. Throws run::usage_error like files_of.
[[nodiscard]] results load(const std::vector<std::string>& operands, purpose wanted);

/// Adds the result of one file.
void add_file(report::result run, bool foreign, const std::string& path, purpose wanted,
              results& to);

/// Replaces empty and repeated labels by the whole names.
void make_labels_unique(std::vector<std::string>& labels,
                        const std::vector<std::string>& whole_names);

/// "1 case", "2 cases".
[[nodiscard]] std::string count_of(std::size_t count, std::string_view noun);

/// Prints these lines on stderr.
void say(const std::vector<std::string>& lines);

/// The files of an operand: a file, a folder (all `*.json` directly in it, by name), several of
/// these joined by commas, or `-` for standard input. A missing name, and a folder without
/// `*.json`, count as files: reading them reports the error. Throws run::usage_error for an empty
/// name.
[[nodiscard]] std::vector<std::string> files_of(const std::string& operand);

/// Calls `use` with the content of each file of these operands. No more than report::largest_file
/// of a file is held. Returns a printable line for each file that cannot be read, or for which
/// `use` throws report::unreadable_result.
[[nodiscard]] std::vector<std::string>
read_each(const std::vector<std::string>& operands,
          const std::function<void(const std::string& path, report::reading)>& use);

/// All runs of one operand of --compare or --across, in the order of its files.
struct side : results {
    std::string operand{};

    /// The runs, also those with failed self-checks. Files that explain a case are not runs.
    [[nodiscard]] std::vector<const result_file*> runs() const;
};

/// Reads the files of an operand one after the other. `only` is a valid regular expression for the
/// names of cases. Names on stderr the unreadable files, and the files that explain a case, which
/// are not compared. Throws run::usage_error like files_of, and if all files explain a case.
[[nodiscard]] side load_side(const std::string& operand, const std::optional<std::string>& only);

/// Throws run::usage_error if two of these files have one date and the same figures: a copy would
/// look like a second run that agrees. Pure.
void refuse_copies(const std::vector<const side*>& sides);

/// A line if the run is partial, and a line for each of its cases that cannot be compared.
/// Printable.
[[nodiscard]] std::vector<std::string> left_out_lines(const side& loaded, const result_file& run);

/// The cases of runtimes that failed in a run: "PATH: CASE: REASON".
[[nodiscard]] std::vector<std::string> lost_cases(const result_file& run);

} // namespace tollgate::cost_sheet
