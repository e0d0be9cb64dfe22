// SPDX-License-Identifier: BSL-1.0
#include "results.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/algorithm/string/split.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <set>
#include <system_error>

namespace tollgate::cost_sheet {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw unreadable_file(report::printable(path) + ": " + report::printable(why));
}

/// One byte more than is read of a file, if there is one.
std::string text_of(std::istream& file) {
    std::string text;
    std::array<char, 1 << 16> piece{};
    while (text.size() <= report::largest_file) {
        file.read(piece.data(), piece.size());
        if (file.gcount() == 0) {
            break;
        }
        text.append(piece.data(), static_cast<std::size_t>(file.gcount()));
    }
    return text;
}

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

} // namespace

report::reading read_file(const std::string& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        refuse(path, "is a folder");
    }
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file.is_open()) {
        refuse(path, std::string("cannot be read: ") + std::strerror(errno));
    }
    const std::string text = text_of(file);
    if (text.empty()) {
        refuse(path, "is empty");
    }
    try {
        return report::read_any_json(text);
    } catch (const report::unreadable_result& error) {
        refuse(path, error.what());
    }
}

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
    return files;
}

std::vector<const result_file*> side::runs() const {
    std::vector<const result_file*> found;
    for (const result_file& file : files) {
        if (!file.explains) {
            found.push_back(&file);
        }
    }
    return found;
}

side load_side(const std::string& operand, const std::optional<std::string>& only) {
    side loaded;
    try {
        static_cast<results&>(loaded) = load(files_of(operand), purpose::comparison);
    } catch (const std::filesystem::filesystem_error& error) { // of a folder that is not listed
        loaded.unreadable.push_back(report::printable(error.path1().string()) + ": " +
                                    error.code().message());
    }
    loaded.operand = operand;
    loaded.keep(cli::names_matching(only.value_or("")));
    std::vector<std::string> explanations;
    for (const result_file& file : loaded.files) {
        if (file.explains) {
            explanations.push_back(report::printable(file.path) +
                                   ": it explains a case (--explain): its figures are arms of an "
                                   "experiment, and not compared");
        }
    }
    if (loaded.runs().empty() && loaded.unreadable.empty() && !explanations.empty()) {
        throw run::usage_error(explanations.front());
    }
    say(loaded.unreadable);
    say(explanations);
    return loaded;
}

std::vector<std::string> left_out_lines(const side& loaded, const result_file& run) {
    std::set<std::string> lines; // by name, each once
    if (run.partial()) {
        lines.insert(report::printable(run.path) + ": partial, it was interrupted");
    }
    for (const case_row& row : loaded.cases) {
        if (&loaded.file_of(row) == &run && !row.left_out.empty()) {
            lines.insert(fmt::format("{}: {} {}, left out", report::printable(run.path),
                                     report::printable(row.key().name()), row.left_out));
        }
    }
    return {lines.begin(), lines.end()};
}

std::vector<std::string> lost_cases(const result_file& run) {
    std::vector<std::string> lost;
    for (const report::unavailable_case& refused : run.unavailable) {
        if (refused.failed) {
            lost.push_back(run.path + ": " + refused.key.name() + ": " + refused.reason);
        }
    }
    return lost;
}

} // namespace tollgate::cost_sheet
