// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/listing.hpp>

#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/faults/made_up_machine.hpp>

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace tollgate::faults {

std::vector<std::string> listing_of(const cli::program& program) {
    const auto names_on = [&](const cpu::topology& machine) {
        return names_of(program.cases(cli::parse_command_line(program, {}), machine));
    };
    const std::vector<std::string> small = names_on(made_up_machine(1, 2, 1));
    const std::vector<std::string> large = names_on(made_up_machine(2, 4, 2));
    const auto has = [](const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    std::vector<std::string> lines;
    lines.reserve(small.size());
    for (const std::string& name : small) {
        lines.push_back(has(large, name) ? name : name + " (1x2x1 alone)");
    }
    for (const std::string& name : large) {
        if (!has(small, name)) {
            lines.push_back(name + " (2x4x2 alone)");
        }
    }
    return lines;
}

std::vector<std::string> read_listing(const std::filesystem::path& file) {
    std::ifstream from(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(from, line);) {
        lines.push_back(line);
    }
    if (lines.empty()) {
        throw std::runtime_error("no listing in " + file.string());
    }
    return lines;
}

void write_listing(const std::filesystem::path& file, const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    cli::replace_file(file, text);
}

} // namespace tollgate::faults
