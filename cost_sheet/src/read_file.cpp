// SPDX-License-Identifier: BSL-1.0
#include "read_file.hpp"

#include <tollgate/report/json.hpp>
#include <tollgate/report/printable.hpp>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <system_error>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

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

} // namespace

report::reading read_file(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
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

} // namespace tollgate::cost_sheet
