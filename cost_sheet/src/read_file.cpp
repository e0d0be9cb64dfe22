// SPDX-License-Identifier: BSL-1.0
#include "results.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/algorithm/string/split.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

namespace fs = std::filesystem;

constexpr const char* standard_input = "-"; // as an operand

[[noreturn]] void refuse(const std::string& why) {
    throw report::unreadable_result(why);
}

/// Reads at least one byte more than the largest file, if the stream has so many.
std::string text_of(std::istream& file) {
    std::string text;
    std::vector<char> piece(1 << 16); // a stack may be smaller
    do {
        file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        text.append(piece.data(), static_cast<std::size_t>(file.gcount()));
    } while (file && text.size() <= report::largest_file);
    return text;
}

/// An existing file with a comma in its name is one file.
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
    std::error_code ignored;
    for (fs::directory_iterator next(folder, ignored); next != fs::directory_iterator();
         next.increment(ignored)) {
        const fs::directory_entry& entry = *next;
        // The temporary file of a running program begins with a dot.
        if (entry.path().extension() == ".json" &&
            entry.path().filename().string().front() != '.' &&
            (entry.is_regular_file(ignored) ||
             !entry.exists(ignored))) { // reading reports a broken link
            found.push_back(entry.path().string());
        }
    }
    std::sort(found.begin(), found.end());
    return found.empty() ? std::vector{folder} : found;
}

report::reading read_text(const std::string& text) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
        refuse("is empty");
    }
    return report::read_any_json(text);
}

report::reading read_file(const std::string& path) {
    if (path == standard_input) {
        return read_text(text_of(std::cin));
    }
    std::error_code error;
    if (fs::is_directory(path, error)) {
        static_cast<void>(fs::directory_iterator(path, error));
        refuse(error ? "cannot be read: " + error.message() : "is a folder without *.json");
    }
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file.is_open()) {
        refuse(std::string("cannot be read: ") + std::strerror(errno));
    }
    return read_text(text_of(file));
}

} // namespace

std::vector<std::string> files_of(const std::string& operand) {
    if (operand == standard_input) {
        return {operand};
    }
    std::vector<std::string> files;
    for (const std::string& piece : pieces_of(operand)) {
        std::error_code ignored;
        if (piece == standard_input) {
            throw run::usage_error("'" + report::printable(operand) +
                                   "': '-' is standard input, and must be alone");
        }
        if (piece.empty()) {
            throw run::usage_error("'" + report::printable(operand) +
                                   "': the name of a file is empty");
        }
        std::ranges::move(fs::is_directory(piece, ignored) ? results_in(piece) : std::vector{piece},
                          std::back_inserter(files));
    }
    return files;
}

std::vector<std::string>
read_each(const std::vector<std::string>& operands,
          const std::function<void(const std::string& path, report::reading)>& use) {
    std::vector<std::string> paths; // all first: a refused name has no effects
    for (const std::string& operand : operands) {
        std::ranges::move(files_of(operand), std::back_inserter(paths));
    }
    std::vector<std::string> unreadable;
    for (const std::string& path : paths) {
        const std::string name = path == standard_input ? "standard input" : path;
        try {
            use(name, read_file(path));
        } catch (const report::unreadable_result& error) {
            unreadable.push_back(report::printable(name) + ": " + report::printable(error.what()));
        }
    }
    return unreadable;
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
    static_cast<results&>(loaded) = load({operand}, purpose::comparison);
    loaded.operand = operand;
    loaded.keep(cli::names_matching(only.value_or("")));
    std::vector<std::string> refused;
    for (const result_file& file : loaded.files) {
        if (file.explains) {
            refused.push_back(report::printable(file.path) +
                              ": it explains a case (--explain): its figures are those of "
                              "variants, and not compared");
        }
    }
    if (loaded.runs().empty() && loaded.unreadable.empty() && !refused.empty()) {
        throw run::usage_error(refused.front());
    }
    say(loaded.unreadable);
    say(refused);
    return loaded;
}

void refuse_copies(const std::vector<const side*>& sides) {
    std::map<std::pair<std::string, std::vector<double>>, std::string> known; // by date and figures
    for (const side* loaded : sides) {
        std::map<std::size_t, std::vector<double>> figures;
        for (const case_row& row : loaded->cases) {
            figures[row.file].push_back(row.ns());
        }
        for (auto& [index, figures_ns] : figures) {
            const result_file& file = loaded->files[index];
            const auto [same, is_new] =
                known.emplace(std::pair(file.about.date, std::move(figures_ns)), file.path);
            if (!is_new) {
                throw run::usage_error(fmt::format("{} and {} are one run, or copies of it",
                                                   report::printable(same->second),
                                                   report::printable(file.path)));
            }
        }
    }
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
            lost.push_back(run.path + ": " + refused.text());
        }
    }
    return lost;
}

} // namespace tollgate::cost_sheet
