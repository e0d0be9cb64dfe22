// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>

#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// The names of a chart's cases without what they share: the program, and each parameter that has
/// one value in all cases that have it. Cases that the whole names tell apart stay told apart.
class chart_names {
public:
    explicit chart_names(const std::vector<measure::case_key>& keys);

    /// Of one of those cases.
    [[nodiscard]] std::string short_name(const measure::case_key& key) const;

    /// "queue/, producers:1, payload:8"; empty if nothing is left out.
    [[nodiscard]] const std::string& left_out() const { return left_out_; }

private:
    std::string program_; ///< with the slash behind it
    std::vector<std::string> parameters_;
    std::string left_out_;
};

} // namespace tollgate::cost_sheet
