// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/guard.hpp>

#include <tollgate/run/errors.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <string_view>

#include <unistd.h>

namespace tollgate::cli {
int guard(const std::string& program, const std::function<exit_code()>& work) {
    const auto complain = [&](exit_code code, const std::string& message) {
        write_stderr_line(program, message);
        return static_cast<int>(code);
    };
    try {
        return static_cast<int>(work());
    } catch (const run::usage_error& error) {
        return complain(exit_code::usage, error.what());
    } catch (const run::failed_self_check& error) {
        return complain(exit_code::wrong_answer,
                        std::string(run::self_check_failed) + error.what());
    } catch (const std::bad_alloc&) {
        return complain(exit_code::refused, "the machine has no more memory to give");
    } catch (const std::exception& error) {
        return complain(exit_code::refused, error.what());
    }
}

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
