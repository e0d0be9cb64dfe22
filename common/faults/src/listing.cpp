// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/listing.hpp>

#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/faults/made_up_machine.hpp>

#include <fstream>
#include <stdexcept>

namespace tollgate::faults {

std::vector<std::string> listing_of(const cli::program& program) {
    std::vector<std::string> lines;
    const auto add_machine = [&](const char* title, const cpu::topology& machine) {
        lines.push_back(std::string("== ") + title);
        const std::vector<std::string> names =
            names_of(program.cases(cli::parse_command_line(program, {}), machine));
        lines.insert(lines.end(), names.begin(), names.end());
    };
    add_machine("1x2x1", made_up_machine(1, 2, 1));
    add_machine("2x4x2", made_up_machine(2, 4, 2));
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
