// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/posix/descriptor.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <sys/types.h>

namespace tollgate::bill {

/// The user state of a blocked thread, as the kernel tells it.
struct call_state {
    long number = -1; ///< of the system call; -1: blocked in no system call
    std::array<std::uint64_t, 6> arguments{};
    std::uint64_t stack_pointer = 0;
    std::uint64_t instruction = 0; ///< the address at which the thread will go on

    bool operator==(const call_state&) const = default;
};

/// Reads the text of /proc/PID/task/TID/syscall. Returns nothing for "running", and for a thread
/// that has ended.
[[nodiscard]] std::optional<call_state> parse_call(std::string_view text);

/// The open file /proc/PID/task/TID/syscall. It can be read again and again.
class call_file {
public:
    /// `process_folder` is a descriptor of /proc/PID.
    call_file(int process_folder, pid_t thread);

    /// Returns nothing if the thread runs now, or if the file is not readable: see error().
    [[nodiscard]] std::optional<call_state> now();
    /// The error of the last call that failed, as in errno, or 0.
    [[nodiscard]] int error() const { return error_; }

private:
    posix::descriptor file_;
    int error_ = 0;
};

} // namespace tollgate::bill
