// SPDX-License-Identifier: BSL-1.0
#pragma once
// Small text files of /proc and /sys, read below a root directory.
//
// Only the root distinguishes the machine from a fake tree, so code that reads through this class
// can be checked without the machine. Paths are written as on the machine
// ("/proc/stat"); a leading slash means the root.
//
// Contract: nothing is cached, nothing is written, nothing throws but memory exhaustion. const
// functions may be called from several threads.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::environment {

class machine_files {
public:
    explicit machine_files(std::string root = "/");

    /// The text without the white space around it; nullopt if it cannot be read.
    std::optional<std::string> read(std::string_view path) const;

    /// Why `read` has nothing: "cannot read /proc/stat: Permission denied". Opens the file anew.
    std::string failure(std::string_view path) const;

    bool exists(std::string_view path) const;

    /// The names in a directory, sorted; none if it cannot be read.
    std::vector<std::string> list(std::string_view dir) const;

    /// Where the file really is.
    std::string locate(std::string_view path) const;

private:
    std::string root_;
};

} // namespace tollgate::environment
