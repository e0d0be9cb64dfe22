// SPDX-License-Identifier: BSL-1.0
#include "ancestor_table.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace tollgate::cancel_test {
namespace {

/// One question; the names of the cases that answer it today.
struct question {
    const char* text;
    const char* published_ns; ///< rethread's documentation: i7-3630QM, Ubuntu 16.04
    std::string_view ours;
    std::string_view of_std;
};

constexpr std::array questions{
    question{"Register and unregister handler", "15.0",
             "cancel/register/impl:tollgate/token:standalone/policy:adaptive",
             "cancel/register/impl:std"},
    question{"Check cancellation token state", "1.7", "cancel/check/impl:tollgate/token:standalone",
             "cancel/check/impl:std"},
    question{"Create standalone_token", "21.3", "cancel/create/impl:tollgate/token:standalone", ""},
    question{"Create cancellation_source", "68.4", "cancel/create/impl:tollgate/token:source",
             "cancel/create/impl:std/token:source"},
};

std::string value_of(const report::result& seen, std::string_view name) {
    for (const measure::case_record& record : seen.cases) {
        if (record.name == name && !record.rounds.empty()) {
            return report::ns_text(measure::summarize(record).value_ns.value);
        }
    }
    return "-";
}

} // namespace

std::string ancestor_table(const report::result& seen) {
    using align = report::markdown_table::align;
    report::markdown_table table(
        {{"", align::left}, {"tollgate (ns)"}, {"std (ns)"}, {"rethread as published (ns)"}});
    bool any = false;
    for (const question& one : questions) {
        const std::string ours = value_of(seen, one.ours);
        const std::string of_std = value_of(seen, one.of_std);
        if (ours != "-" || of_std != "-") {
            table.add_row({one.text, ours, of_std, one.published_ns});
            any = true;
        }
    }
    return any ? "Creating includes destroying; rethread's figures are of 2016, an i7-3630QM and "
                 "Ubuntu 16.04:\n" +
                     table.str() + "\n"
               : "";
}

} // namespace tollgate::cancel_test
