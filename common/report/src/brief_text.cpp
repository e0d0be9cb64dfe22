// SPDX-License-Identifier: BSL-1.0
#include "reference_text.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>
#include <tollgate/report/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::report {
namespace {

using align = markdown_table::align;
using measure::case_key;

/// The names of a table's cases without what they share: the program, and each parameter that has
/// one value in all cases that have it. What tells two cases apart stays.
class short_names {
public:
    explicit short_names(const std::vector<measure::case_result>& cases) {
        if (cases.size() > 1) { // what one case shares with none is all of its name
            leave_out_program(cases);
            leave_out_parameters(cases);
        }
    }

    [[nodiscard]] std::string operator()(const case_key& key) const {
        const std::string shown = without_shared(key).name();
        return shown.starts_with(program_) ? shown.substr(program_.size()) : shown;
    }

    /// The key without the parameters that are left out.
    [[nodiscard]] case_key without_shared(case_key key) const {
        for (const std::string& name : parameters_) {
            key = key.without(name);
        }
        return key;
    }

    /// "fiber/, fibers:4"; empty if nothing is left out.
    [[nodiscard]] const std::string& left_out() const { return left_out_; }

private:
    void leave_out_program(const std::vector<measure::case_result>& cases) {
        const std::string shared = std::string(cases.front().record.key.program()) + "/";
        if (std::all_of(cases.begin(), cases.end(), [&](const auto& one) {
                const std::string& path = one.record.key.path();
                return path.starts_with(shared) && path.size() > shared.size();
            })) {
            program_ = shared;
            left_out_ = shared;
        }
    }

    void leave_out_parameters(const std::vector<measure::case_result>& cases) {
        std::map<std::string, std::set<std::string>> texts;
        std::vector<std::string> names; // in the order of the cases
        for (const measure::case_result& one : cases) {
            for (const measure::parameter& each : one.record.key.parameters()) {
                if (!each.name.empty() && !texts.contains(each.name)) {
                    names.push_back(each.name);
                }
                texts[each.name].insert(measure::to_string(each.value));
            }
        }
        for (const std::string& name : names) {
            if (texts[name].size() == 1 && tells_none_apart(cases, name)) {
                parameters_.push_back(name);
                left_out_ += fmt::format("{}{}:{}", left_out_.empty() ? "" : ", ", name,
                                         *texts[name].begin());
            }
        }
    }

    /// Not even without those that are left out already.
    [[nodiscard]] bool tells_none_apart(const std::vector<measure::case_result>& cases,
                                        const std::string& parameter) const {
        std::set<std::string> names;
        return std::all_of(cases.begin(), cases.end(), [&](const auto& one) {
            return names.insert(without_shared(one.record.key).without(parameter).name()).second;
        });
    }

    std::string program_; ///< with the slash behind it
    std::vector<std::string> parameters_;
    std::string left_out_;
};

/// "0.75 × impl:std", which tells what the other has that this has not; empty for what is compared
/// with nothing.
std::string times_cell(const case_key& of, const std::vector<measure::comparison>& comparisons,
                       const short_names& name) {
    for (const measure::comparison& one : comparisons) {
        if (one.of == of && one.pairs != 0) {
            const case_key reference = name.without_shared(one.reference);
            const std::string differs = reference_text(name.without_shared(of), reference);
            const std::string other = differs == reference.name() ? name(reference) : differs;
            return one.resolved ? fmt::format("{} × {}", ratio_text(one.ratio), other)
                                : "not told from " + other;
        }
    }
    return {};
}

std::string time_or_dash(const std::optional<double>& ns) {
    return ns ? time_text(*ns) : "-";
}

std::vector<std::string> brief_row(const measure::case_result& one,
                                   const std::vector<measure::comparison>& comparisons,
                                   const short_names& name) {
    const auto& [record, of] = one;
    if (of.rounds == 0) {
        return {name(record.key), "-", "", "", "-", "-", "-", "", record.unit};
    }
    return {name(record.key),
            cost_text(of.value_ns),
            sureness_text(of.value_ns),
            of.quiet_ns ? cost_text(of.as_it_is_ns) : "",
            time_or_dash(of.percentiles[0].corrected_ns),
            time_or_dash(of.percentiles[2].corrected_ns),
            time_text(of.cpu_ns),
            times_cell(record.key, comparisons, name),
            record.unit};
}

} // namespace

std::string brief_table(const result& seen) {
    if (seen.cases.empty()) {
        return {};
    }
    const short_names name(seen.cases);
    const std::vector<measure::comparison> comparisons = seen.comparisons();
    markdown_table table({{"case", align::left},
                          {"cost"},
                          {"±"},
                          {"as it is"},
                          {"p50"},
                          {"p99"},
                          {"CPU time"},
                          {"times", align::left},
                          {"unit of work", align::left}});
    for (const measure::case_result& one : seen.cases) {
        table.add_row(brief_row(one, comparisons, name));
    }
    const std::string above =
        name.left_out().empty() ? ""
                                : "Left out of all names that have it: " + name.left_out() + "\n\n";
    return above + table.str() + "\n";
}

std::string brief_text(const result& seen, const std::string& answer) {
    return classical_text(seen) + answer + (answer.empty() ? "" : "\n") + brief_table(seen) +
           conditions_text(seen, extent::brief) + environment_summary(seen.environment);
}

} // namespace tollgate::report
