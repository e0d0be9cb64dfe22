// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace tollgate::bill {

/// A reader of the small files in /proc. Threads and processes may end at any time, so a file that
/// cannot be read is no error: `error()` has the reason.
///
/// - *Threads*: one thread at a time may use an object.
/// - *Exceptions*: std::system_error if this process has no free descriptor or memory.
/// - *Cost*: a file takes three system calls. No descriptor stays open.
class proc_files {
public:
    explicit proc_files(const std::filesystem::path& root = "/proc");

    [[nodiscard]] const std::filesystem::path& root() const { return root_; }

    /// The text of /proc/NAME. The text is valid until the next call.
    [[nodiscard]] std::optional<std::string_view> of_machine(std::string_view name);
    /// The text of /proc/PID/NAME. The text is valid until the next call.
    [[nodiscard]] std::optional<std::string_view> of_process(pid_t process, std::string_view name);
    /// The text of /proc/PID/task/TID/NAME. The text is valid until the next call.
    [[nodiscard]] std::optional<std::string_view> of_thread(pid_t process, pid_t thread,
                                                            std::string_view name);
    /// The target of the link /proc/PID/fd/NUMBER, such as "pipe:[1234]"; "fifo:" if it is a pipe
    /// with a path; empty if unknown.
    [[nodiscard]] std::string descriptor(pid_t process, int number);

    /// The ids, in ascending order.
    [[nodiscard]] std::vector<pid_t> processes();
    [[nodiscard]] std::vector<pid_t> threads_of(pid_t process);

    /// The path of a file of a process.
    [[nodiscard]] std::filesystem::path path(pid_t process, std::string_view name) const;

    /// The number of the error of the last call that returned no text; 0 after a success.
    [[nodiscard]] int error() const { return error_; }

private:
    std::optional<std::string_view> read();
    std::vector<pid_t> numbers_in(const std::filesystem::path& folder);

    std::filesystem::path root_;
    std::string path_;
    std::string text_;
    int error_ = 0;
};

} // namespace tollgate::bill
