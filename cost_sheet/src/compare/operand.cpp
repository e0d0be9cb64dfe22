// SPDX-License-Identifier: BSL-1.0
#include "compare/operand.hpp"

#include "printable.hpp"

#include <tollgate/run/errors.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

namespace tollgate::cost_sheet {
namespace {

namespace fs = std::filesystem;

bool exists(const std::string& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

bool is_folder(const std::string& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

/// A file whose own name has a comma in it is that file.
std::vector<std::string> pieces_of(const std::string& operand) {
    if (exists(operand)) {
        return {operand};
    }
    std::vector<std::string> pieces(1);
    for (const char letter : operand) {
        if (letter == ',') {
            pieces.emplace_back();
        } else {
            pieces.back() += letter;
        }
    }
    return pieces;
}

std::vector<std::string> results_in(const std::string& folder) {
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        // What a run is about to write begins with a dot.
        const std::string name = entry.path().filename().string();
        if (entry.path().extension() == ".json" && name.front() != '.' &&
            !is_folder(entry.path().string())) {
            found.push_back(entry.path().string());
        }
    }
    if (found.empty()) {
        throw run::usage_error(printable(folder) + ": there is no *.json in this folder");
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// A run that counts twice would look like two that agree.
void refuse_twice(const std::vector<std::string>& files) {
    std::set<fs::path> seen;
    for (const std::string& file : files) {
        std::error_code ignored;
        const fs::path same = fs::weakly_canonical(file, ignored);
        if (!seen.insert(ignored ? fs::path(file) : same).second) {
            throw run::usage_error(printable(file) + ": named twice on one side");
        }
    }
}

} // namespace

std::vector<std::string> files_of(const std::string& operand) {
    std::vector<std::string> files;
    for (const std::string& piece : pieces_of(operand)) {
        if (piece.empty()) {
            throw run::usage_error("'" + printable(operand) + "': the name of a file is empty");
        }
        if (is_folder(piece)) {
            const std::vector<std::string> inside = results_in(piece);
            files.insert(files.end(), inside.begin(), inside.end());
        } else {
            files.push_back(piece);
        }
    }
    refuse_twice(files);
    return files;
}

} // namespace tollgate::cost_sheet
