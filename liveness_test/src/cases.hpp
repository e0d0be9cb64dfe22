// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/bench/case_table.hpp>

namespace tollgate::liveness_test {

void add_clocks(bench::case_table& to);
void add_checkpoints(bench::case_table& to);
void add_scopes(bench::case_table& to);
void add_registrations(bench::case_table& to);
void add_full_cycles(bench::case_table& to);
void add_scans(bench::case_table& to);
void add_detections(bench::case_table& to);
void add_false_alarms(bench::case_table& to);

} // namespace tollgate::liveness_test
