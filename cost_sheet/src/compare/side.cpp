// SPDX-License-Identifier: BSL-1.0
#include "compare/side.hpp"

#include "read_file.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/algorithm/string/split.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>

namespace tollgate::cost_sheet {
namespace {

namespace fs = std::filesystem;

constexpr const char* explains =
    ": it explains a case (--explain): its figures are arms of an experiment, and not compared";

/// A file whose own name has a comma in it is that file.
std::vector<std::string> pieces_of(const std::string& operand) {
    std::error_code ignored;
    if (fs::exists(operand, ignored)) {
        return {operand};
    }
    std::vector<std::string> pieces;
    return boost::split(pieces, operand, [](char letter) { return letter == ','; });
}

std::vector<std::string> results_in(const std::string& folder) {
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        std::error_code ignored;
        // What a run is about to write begins with a dot.
        if (entry.path().extension() == ".json" &&
            entry.path().filename().string().front() != '.' && !entry.is_directory(ignored)) {
            found.push_back(entry.path().string());
        }
    }
    if (found.empty()) {
        throw run::usage_error(report::printable(folder) + ": there is no *.json in this folder");
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// A run that counts twice would look like two that agree.
void refuse_twice(const std::vector<std::string>& files) {
    std::set<fs::path> known;
    for (const std::string& file : files) {
        std::error_code ignored;
        const fs::path same = fs::weakly_canonical(file, ignored);
        if (!known.insert(ignored ? fs::path(file) : same).second) {
            throw run::usage_error(report::printable(file) + ": named twice on one side");
        }
    }
}

void load_file(const std::string& path, const cli::name_pattern& wanted, side& to) {
    const report::reading file = read_file(path);
    if (file.seen.explanation) {
        to.explanations.push_back(report::printable(path) + explains);
        return;
    }
    measured_run run = reduce(file.seen, file.foreign, path);
    const auto is_unwanted = [&](const auto& named) { return !wanted(named.first); };
    std::erase_if(run.cases, is_unwanted);
    std::erase_if(run.left_out, is_unwanted);
    to.runs.push_back(std::move(run));
}

} // namespace

std::vector<std::string> files_of(const std::string& operand) {
    std::vector<std::string> files;
    for (const std::string& piece : pieces_of(operand)) {
        std::error_code ignored;
        if (piece.empty()) {
            throw run::usage_error("'" + report::printable(operand) +
                                   "': the name of a file is empty");
        }
        if (fs::is_directory(piece, ignored)) {
            const std::vector<std::string> inside = results_in(piece);
            files.insert(files.end(), inside.begin(), inside.end());
        } else {
            files.push_back(piece);
        }
    }
    refuse_twice(files);
    return files;
}

side load_side(const std::string& operand, const std::optional<std::string>& only) {
    const cli::name_pattern wanted = cli::names_matching(only.value_or(""));
    side loaded;
    loaded.operand = operand;
    try {
        for (const std::string& path : files_of(operand)) {
            try {
                load_file(path, wanted, loaded);
            } catch (const unreadable_file& error) {
                loaded.unreadable.emplace_back(error.what());
            }
        }
    } catch (const fs::filesystem_error& error) { // of a folder that cannot be listed
        loaded.unreadable.push_back(report::printable(error.path1().string()) + ": " +
                                    error.code().message());
    }
    if (loaded.runs.empty() && loaded.unreadable.empty() && !loaded.explanations.empty()) {
        throw run::usage_error(loaded.explanations.front());
    }
    return loaded;
}

std::vector<std::string> left_out_lines(const measured_run& run) {
    std::vector<std::string> lines;
    for (const auto& [name, why] : run.left_out) {
        lines.push_back(fmt::format("{}: {} {}, left out", report::printable(run.path),
                                    report::printable(name), why));
    }
    return lines;
}

void say(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        std::cerr << "costSheet: " << line << '\n';
    }
}

bool say_what_is_not_read(const side& loaded) {
    say(loaded.unreadable);
    say(loaded.explanations);
    return loaded.unreadable.empty();
}

} // namespace tollgate::cost_sheet
