// SPDX-License-Identifier: BSL-1.0
#include "stderr_line.hpp"

#include <algorithm>

#include <unistd.h>

namespace tollgate::cli {

void write_stderr_line(const std::string& program, std::string_view message) {
    std::string line = program + ": ";
    line += message;
    const auto is_control = [](char c) {
        return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
    };
    std::replace_if(line.begin(), line.end(), is_control, ' ');
    line += '\n';
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

} // namespace tollgate::cli
