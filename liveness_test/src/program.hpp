// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/report/case_words.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::liveness_test {

void add_clocks(bench::case_table& to);
void add_checkpoints(bench::case_table& to);
void add_scopes(bench::case_table& to);
void add_registrations(bench::case_table& to);
void add_full_cycles(bench::case_table& to);
void add_scans(bench::case_table& to);
void add_detections(bench::case_table& to);
void add_false_alarms(bench::case_table& to);

/// ./testLiveness as a value: its options, its cases, its texts.
[[nodiscard]] cli::program describe_program();

/// Words for the headline cases.
[[nodiscard]] std::vector<report::case_words> case_names();

/// The number of freezes that were reported within two periods after their timeout: a line for each
/// such case, or an empty text.
[[nodiscard]] std::string detection_text(const report::result& result);

} // namespace tollgate::liveness_test
