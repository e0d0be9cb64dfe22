// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>

#include <string>
#include <vector>

namespace tollgate::report {

/// Short names for the cases of a table or chart. A short name has no common parts.
///
///     const std::vector<measure::case_key> keys{"queue/pop", "queue/push"};
///     const report::short_names name(keys);
///     const std::string text = name(keys.front()); // "pop"
///
/// Common parts are the program (the first word of the paths, if all paths begin with this word and
/// continue), and each parameter that all cases have with the same value. Cases with different
/// whole names have different short names. A single case keeps its whole name.
///
/// - *Threads*: any number of threads may call const functions at the same time.
/// - *Cost*: the constructor considers the first 24 parameters of the first case. Its time grows
///   with the product of this number and the length of all names.
class short_names {
public:
    /// Finds the common parts of these cases.
    explicit short_names(const std::vector<measure::case_key>& keys);

    /// The short name of a case. If the case is not one of the constructor's cases, the short name
    /// may contain the program.
    [[nodiscard]] std::string operator()(const measure::case_key& key) const;

    /// The common parts: "queue/, producers:1, payload:8"; empty if there are none.
    [[nodiscard]] const std::string& left_out() const { return left_out_; }
    /// A line with the common parts and an empty line, to print above a table; empty if there are
    /// no common parts.
    [[nodiscard]] std::string common_parts_line() const {
        return left_out_.empty() ? "" : "Common to all rows: " + left_out_ + "\n\n";
    }

private:
    std::string program_; ///< with a slash at its end
    std::vector<std::string> parameters_;
    std::string left_out_;
};

} // namespace tollgate::report
