// SPDX-License-Identifier: BSL-1.0
#include "load.hpp"

#include "condense.hpp"
#include "printable.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

void add(const read_result& from, const std::string& path, detail kept, sheet& to) {
    const std::size_t index = to.files.size();
    to.files.push_back(condense(from, path));
    std::size_t shown = 0;
    for (const measure::case_record& record : from.seen.cases) {
        if (record.rounds.empty()) {
            continue;
        }
        sheet_case one = condense(record, from.foreign, kept);
        if (std::isfinite(one.value_ns)) {
            one.file = index;
            to.cases.push_back(std::move(one));
            ++shown;
        }
    }
    if (shown == 0) {
        to.warnings.push_back(printable(path) + ": no case in it has a value");
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

/// One line for each pair of files, however many cases they share.
void warn_of_shared_cases(sheet& all) {
    std::map<std::string, std::size_t> first;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> shared;
    for (const sheet_case& one : all.cases) {
        const auto [seen, is_new] = first.try_emplace(one.name, one.file);
        if (!is_new) {
            ++shared[{seen->second, one.file}];
        }
    }
    for (const auto& [files, cases] : shared) {
        const std::string a = printable(all.files[files.first].path);
        const std::string b = printable(all.files[files.second].path);
        all.warnings.push_back(
            files.first == files.second
                ? fmt::format("{}: {} cases have the name of another one in it", a, cases)
                : fmt::format(
                      "{} and {}: {} cases are in both, and shown twice; --compare compares", a, b,
                      cases));
    }
}

} // namespace

sheet load(const std::vector<std::string>& paths, detail kept) {
    sheet all;
    for (const std::string& path : paths) {
        try {
            add(read_file(path), path, kept, all);
        } catch (const unreadable_file& error) {
            all.unreadable.emplace_back(error.what());
        }
    }
    label_files(all);
    warn_of_shared_cases(all);
    return all;
}

} // namespace tollgate::cost_sheet
