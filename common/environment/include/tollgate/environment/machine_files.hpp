// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::environment {

/// Reads small text files of /proc and /sys below a root directory. Checks use the root of a fake
/// machine.
///
///     const environment::machine_files files;
///     const std::optional<std::string> load = files.read("/proc/loadavg");
///
/// - *Threads*: several threads may call const functions.
/// - *Exceptions*: only for exhausted memory.
///
/// Nothing is cached or written. Paths are those of the machine ("/proc/stat"); a leading slash
/// means the root.
class machine_files {
public:
    /// Reads below this directory.
    explicit machine_files(std::string root = "/");

    /// The text of a file without the white space around it; nullopt if it cannot be read.
    std::optional<std::string> read(std::string_view path) const;

    /// The reason why a file cannot be read: "cannot read /proc/stat: Permission denied". Opens the
    /// file again.
    std::string failure(std::string_view path) const;

    /// Whether there is such a file or directory.
    bool exists(std::string_view path) const;

    /// The names in a directory, sorted; empty if it cannot be read.
    std::vector<std::string> list(std::string_view dir) const;

    /// The real path of a file.
    std::string locate(std::string_view path) const;

private:
    std::string root_;
};

} // namespace tollgate::environment
