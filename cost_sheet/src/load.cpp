// SPDX-License-Identifier: BSL-1.0
#include "read_file.hpp"
#include "sheet.hpp"

#include <tollgate/measure/comparison.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

void add(const report::reading& from, const std::string& path, detail kept, sheet& to) {
    const report::result& seen = from.seen;
    const std::size_t index = to.files.size();
    to.files.push_back(condense(from, path));
    if (to.files.back().explains) {
        return;
    }
    std::vector<measure::noise_floor> floors;
    std::map<std::string, std::string> not_told_from;
    if (!from.foreign) {
        floors = seen.noise_floors();
        for (const measure::comparison& one : seen.comparisons()) {
            if (!one.resolved) {
                not_told_from[one.of.name()] = one.reference.name();
            }
        }
    }
    const std::size_t before = to.cases.size();
    for (const measure::case_result& result : seen.cases) {
        sheet_case one = condense(result, from.foreign, kept);
        if (one.rounds != 0 && std::isfinite(one.value_ns)) {
            one.file = index;
            one.not_told_from = not_told_from[one.key.name()];
            one.noise_floor = measure::floor_of(result.record, seen.cases, floors);
            to.cases.push_back(std::move(one));
        }
    }
    if (to.cases.size() == before) {
        to.warnings.push_back(report::printable(path) + ": no case in it has a value");
    }
}

/// Two files of one program are told apart by their paths.
void label_files(sheet& all) {
    std::map<std::string, std::size_t> times;
    for (const sheet_file& one : all.files) {
        ++times[one.label];
    }
    for (sheet_file& one : all.files) {
        if (one.label.empty() || times[one.label] > 1) {
            one.label = one.path;
        }
    }
}

/// One line for each file that has cases of an earlier one, however many.
void warn_of_shared_cases(sheet& all) {
    std::map<std::string_view, std::size_t> first;
    std::map<std::size_t, std::pair<std::size_t, std::size_t>> shared; // with which file, how many
    for (const sheet_case& one : all.cases) {
        const auto [known, is_new] = first.try_emplace(one.key.name(), one.file);
        if (!is_new) {
            ++shared.try_emplace(one.file, known->second, 0).first->second.second;
        }
    }
    for (const auto& [file, sharing] : shared) {
        const auto& [with, cases] = sharing;
        const std::string path = report::printable(all.files[file].path);
        all.warnings.push_back(
            with == file
                ? fmt::format("{}: {} of its cases have the name of another one in it", path, cases)
                : fmt::format("{}: {} of its cases are in {} as well and shown twice; --compare "
                              "compares them",
                              path, cases, report::printable(all.files[with].path)));
    }
}

} // namespace

bool sheet_file::lost_any() const {
    return std::any_of(unavailable.begin(), unavailable.end(),
                       [](const auto& one) { return one.failed; });
}

measured_cost sheet_case::cost() const {
    return {value_ns,    range,         pass_costs, file, noise_floor, quiet_share.has_value(),
            as_it_is_ns, as_it_is_range};
}

bool sheet::proven() const {
    return std::all_of(files.begin(), files.end(),
                       [](const auto& one) { return one.proven && !one.lost_any(); });
}

std::vector<const sheet_file*> sheet::explained() const {
    std::vector<const sheet_file*> found;
    for (const sheet_file& one : files) {
        if (one.explained && one.proven) {
            found.push_back(&one);
        }
    }
    return found;
}

sheet load(const std::vector<std::string>& paths, detail kept,
           const std::function<void(std::size_t)>& begins) {
    sheet all;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (begins) {
            begins(i);
        }
        try {
            add(read_file(paths[i]), paths[i], kept, all);
        } catch (const unreadable_file& error) {
            all.unreadable.emplace_back(error.what());
        }
    }
    label_files(all);
    warn_of_shared_cases(all);
    return all;
}

} // namespace tollgate::cost_sheet
