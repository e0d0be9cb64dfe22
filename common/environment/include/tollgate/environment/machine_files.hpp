// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::environment {

/// A reader of small text files in /proc and /sys. The reader finds these folders below a root
/// directory. In checks, the root directory is the folder of a fake machine.
///
///     const environment::machine_files files;
///     const std::optional<std::string> load = files.read("/proc/loadavg");
///
/// - *Threads*: several threads may call const functions at the same time.
/// - *Exceptions*: only for exhausted memory.
///
/// The reader caches nothing, and writes nothing. You pass the paths of a real machine, such as
/// "/proc/stat". The leading slash of a path stands for the root directory.
class machine_files {
public:
    /// Makes a reader for files below this root directory.
    explicit machine_files(std::string root = "/");

    /// Returns the text of a file without the white space around the text. Returns nullopt if the
    /// file cannot be read.
    std::optional<std::string> read(std::string_view path) const;

    /// Returns the reason why a file cannot be read: "cannot read /proc/stat: Permission denied".
    /// The function opens the file again to find the reason.
    std::string failure(std::string_view path) const;

    /// Returns whether there is such a file or directory.
    bool exists(std::string_view path) const;

    /// Returns the names in a directory, sorted. The result is empty if the directory cannot be
    /// read.
    std::vector<std::string> list(std::string_view dir) const;

    /// Returns the path that the reader opens: the root directory, and then `path`.
    std::string locate(std::string_view path) const;

private:
    std::string root_;
};

} // namespace tollgate::environment
