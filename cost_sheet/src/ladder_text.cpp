// SPDX-License-Identifier: BSL-1.0
#include "ladder_text.hpp"

#include "ladder.hpp"
#include "log_scale.hpp"
#include "printable.hpp"

#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tollgate::cost_sheet {
namespace {

constexpr std::size_t bar_columns = 32;

std::string plus_minus(const sheet_case& one) {
    if (!one.range) {
        return "-";
    }
    const double unsure = std::max(one.range->high - one.value_ns, one.value_ns - one.range->low);
    return unsure >= std::abs(one.value_ns) ? "> 100 %" : report::ns_text(unsure);
}

std::string optional_ns(const std::optional<double>& ns) {
    return ns ? report::ns_text(*ns) : "-";
}

std::string row(const std::string& value, const std::string& error, const std::string& tail,
                const std::string& ratio, const std::string& bar, const std::string& name) {
    return fmt::format("{:>10} {:>8} {:>9} {:>7}  {}  {}\n", value, error, tail, ratio, bar, name);
}

std::string case_row(const sheet& all, const rung& one, const log_scale& scale) {
    const sheet_case& of = all.cases[one.of];
    const bool several =
        std::count_if(all.files.begin(), all.files.end(), [&](const sheet_file& file) {
            return !file.explains && file.about.program == all.files[of.file].about.program;
        }) > 1;
    std::string name = printable(of.key.name());
    if (several) {
        name += "  [" + printable(all.files[of.file].label) + "]";
    }
    return row(report::ns_text(of.value_ns), plus_minus(of), optional_ns(of.percentiles_ns[2]),
               one.tied    ? "="
               : one.ratio ? report::ratio_text(*one.ratio)
                           : "-",
               scale.bar(of.value_ns, of.percentiles_ns[2]), name);
}

std::string mark_row(const mark& one, const log_scale& scale) {
    return row(report::ns_text(one.ns), "", "", "", scale.line(one.ns), "(" + one.name + ")");
}

std::string group_text(const sheet& all, const ladder& found, const ladder_group& group,
                       const log_scale& scale) {
    std::string text = fmt::format("\n{}: {}\n", title_of(group.what), question_of(group.what));
    text += row("ns/op", "±", "p99", "×", scale.axis(), "");
    auto next_mark = found.marks.begin();
    for (const rung& one : group.rungs) {
        for (; next_mark != found.marks.end() && next_mark->ns < all.cases[one.of].value_ns;
             ++next_mark) {
            text += mark_row(*next_mark, scale);
        }
        text += case_row(all, one, scale);
    }
    return text;
}

} // namespace

std::string ladder_text(const sheet& all) {
    const ladder found = make_ladder(all);
    const log_scale scale(found.least_ns, found.most_ns, bar_columns);
    std::string text;
    for (const ladder_group& group : found.groups) {
        text += group_text(all, found, group, scale);
    }
    if (!found.failed.empty()) {
        text += fmt::format("\nNot ranked, because a proof of work of their run failed: {} cases\n",
                            found.failed.size());
    }
    if (!found.groups.empty()) {
        text += "\n× is how many times the cheapest of its group. = is a tie with it: not shown "
                "to differ from that.\nThe bar ends at the value, on a logarithmic scale; ╎ "
                "stands at p99; in brackets are familiar costs.\n";
    }
    return text;
}

} // namespace tollgate::cost_sheet
