// SPDX-License-Identifier: BSL-1.0
#include "read_file.hpp"

#include "printable.hpp"

#include <tollgate/report/json.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw unreadable_file(printable(path) + ": " + printable(why));
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
    if (file.peek() == std::ifstream::traits_type::eof()) {
        refuse(path, "is empty");
    }
    try {
        return report::read_any_json(file);
    } catch (const report::unreadable_result& error) {
        refuse(path, error.what());
    }
}

} // namespace tollgate::cost_sheet
