// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>

#include <string>
#include <vector>

namespace tollgate::report {

/// The names of the cases of a table or chart without what they share: the program, and each
/// parameter that has one value in all cases that have it. Cases that the whole names tell apart
/// stay told apart. The name of a single case stays whole. A value; making it takes time in the
/// square of the parameters' number, of which the first 24 are looked at.
class short_names {
public:
    explicit short_names(const std::vector<measure::case_key>& keys);

    /// Of one of those cases; of others the program may be left.
    [[nodiscard]] std::string operator()(const measure::case_key& key) const;

    /// The key without the parameters that are left out.
    [[nodiscard]] measure::case_key without_shared(const measure::case_key& key) const;

    /// "queue/, producers:1, payload:8"; empty if nothing is left out.
    [[nodiscard]] const std::string& left_out() const { return left_out_; }
    /// The line above a table that tells it, and an empty one; nothing if nothing is left out.
    [[nodiscard]] std::string left_out_line() const {
        return left_out_.empty() ? "" : "Left out of all names that have it: " + left_out_ + "\n\n";
    }

private:
    std::string program_; ///< with the slash behind it
    std::vector<std::string> parameters_;
    std::string left_out_;
};

} // namespace tollgate::report
