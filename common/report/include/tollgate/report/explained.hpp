// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/explanation.hpp>
#include <tollgate/measure/case_summary.hpp>

#include <string>
#include <vector>

namespace tollgate::report {

/// The sentences of an explanation, for all that show one. All pure.

/// "13.1 ± 0.6 µs"; "11 to 16 µs (not sure to a tenth)" where the part is not known to a tenth
/// of the whole.
[[nodiscard]] std::string part_text(const measure::estimate& part, const measure::estimate& whole);

/// The words behind the figure of a share: "goes when its CPUs are kept from idling (they entered
/// idle 3 times in 1,000 operations instead of 998)".
[[nodiscard]] std::string share_words(const explain::share& one, const explain::explanation& of);

/// A share as a line without its line feed. Empty: it needs no line.
[[nodiscard]] std::string share_line(const explain::share& one, const explain::explanation& of);

/// The interventions with a resolved share and with a setting that has the same effect in
/// production: each once, in the order of the shares.
[[nodiscard]] std::vector<const explain::tried_alone*> same_effect(const explain::explanation& of);

} // namespace tollgate::report
