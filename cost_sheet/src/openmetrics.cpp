// SPDX-License-Identifier: BSL-1.0
#include "openmetrics.hpp"

#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

/// A value of each case. Times are in ns, and are printed in seconds.
struct figure {
    std::string_view labels; ///< more labels of this figure
    std::optional<double> (*of)(const case_row& row);
};

/// A metric, whose samples are printed together.
struct family {
    std::string_view name;
    std::string_view unit; ///< the last word of the name
    std::string_view help;
    std::vector<figure> figures;
};

template <std::size_t Index>
std::optional<double> percentile_of(const case_row& row) {
    return row.summary.percentiles[Index].corrected_ns;
}

const family families_of_cases[] = {
    {"tollgate_cost_seconds",
     "seconds",
     "The cost of an operation.",
     {{"", [](const case_row& row) { return std::optional(row.summary.value_ns.value); }}}},
    {"tollgate_cost_low_seconds",
     "seconds",
     "The lower end of the 95 % interval of the cost.",
     {{"",
       [](const case_row& row) {
           const auto& range = row.summary.value_ns.range;
           return range ? std::optional(range->low) : std::nullopt;
       }}}},
    {"tollgate_cost_high_seconds",
     "seconds",
     "The upper end of the 95 % interval of the cost.",
     {{"",
       [](const case_row& row) {
           const auto& range = row.summary.value_ns.range;
           return range ? std::optional(range->high) : std::nullopt;
       }}}},
    {"tollgate_percentile_seconds",
     "seconds",
     "A percentile of the times of single operations; 100 is the longest time.",
     {{",percentile=\"50\"", percentile_of<0>},
      {",percentile=\"90\"", percentile_of<1>},
      {",percentile=\"99\"", percentile_of<2>},
      {",percentile=\"99.9\"", percentile_of<3>},
      {",percentile=\"100\"", [](const case_row& row) { return row.summary.max_corrected_ns; }}}},
    {"tollgate_noise_floor_ratio",
     "ratio",
     "The smallest difference from another case that the run could detect.",
     {{"", [](const case_row& row) { return row.cost.noise_floor; }}}},
};

/// The head of a family. An empty unit has no line.
std::string head(std::string_view name, std::string_view unit, std::string_view help) {
    return fmt::format("# HELP {0} {2}\n# TYPE {0} gauge\n{3}", name, unit, help,
                       unit.empty() ? "" : fmt::format("# UNIT {} {}\n", name, unit));
}

std::string label(std::string_view name, std::string_view value) {
    std::string text = report::printable(value, SIZE_MAX);
    boost::replace_all(text, "\\", "\\\\");
    boost::replace_all(text, "\"", "\\\"");
    return fmt::format("{}=\"{}\"", name, text);
}

/// The parameter's name as the name of a label that is not in `used`. A case name of another
/// program may contain any characters, and parameters without a name.
std::string label_name(std::string_view parameter, std::set<std::string>& used) {
    std::string name(parameter.empty() ? "parameter" : parameter);
    for (char& character : name) {
        const bool is_letter = (character >= 'a' && character <= 'z') ||
                               (character >= 'A' && character <= 'Z') || character == '_';
        character = is_letter || (character >= '0' && character <= '9') ? character : '_';
    }
    name = (name.front() >= '0' && name.front() <= '9' ? "_" : "") + name;
    name = (name.starts_with("__") ? "parameter" : "") + name; // Prometheus reserves such names
    while (!used.insert(name).second) {
        name += "_";
    }
    return name;
}

std::string labels_of(const report::result& run) {
    return label("host", run.about.host_name) + "," + label("program", run.about.program);
}

std::string labels_of(const results& all, const case_row& row) {
    std::string text =
        labels_of(all.file_of(row)) + "," + label("case", row.key().within_program());
    // The names that have a meaning in Prometheus or in our families.
    std::set<std::string> used{"host",     "program", "case", "percentile",
                               "instance", "job",     "le",   "quantile"};
    for (const measure::parameter& each : row.key().parameters()) {
        text += "," + label(label_name(each.name, used), measure::to_string(each.value));
    }
    return text;
}

} // namespace

std::string openmetrics_text(const results& all) {
    std::vector<std::pair<const case_row*, std::string>> rows;
    std::set<std::string> known;
    for (const case_row& row : all.cases) {
        const std::string& labels = rows.emplace_back(&row, labels_of(all, row)).second;
        if (!known.insert(labels).second) {
            throw run::usage_error(fmt::format(
                "--openmetrics: {}: {} has another cost of the same host; a metric has one value",
                report::printable(all.file_of(row).path), report::printable(row.key().name())));
        }
    }
    std::string text;
    for (const family& each : families_of_cases) {
        text += head(each.name, each.unit, each.help);
        const double scale = each.unit == "seconds" ? 1e9 : 1;
        for (const auto& [row, labels] : rows) {
            for (const figure& value : each.figures) {
                if (const auto number = value.of(*row); number && all.counts(*row)) {
                    text += fmt::format("{}{{{}{}}} {}\n", each.name, labels, value.labels,
                                        *number / scale);
                }
            }
        }
    }
    constexpr std::string_view failures = "tollgate_self_check_failures";
    text += head(failures, "", "The self-checks that failed: the costs of these cases are wrong.");
    std::map<std::string, std::size_t> failed; // a host may have several files of a program
    for (const result_file& file : all.files) {
        failed[labels_of(file)] += file.failures.size();
    }
    for (const auto& [labels, count] : failed) {
        text += fmt::format("{}{{{}}} {}\n", failures, labels, count);
    }
    return text + "# EOF\n";
}

} // namespace tollgate::cost_sheet
