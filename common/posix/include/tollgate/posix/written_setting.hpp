// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/posix/descriptor.hpp>
#include <tollgate/posix/process.hpp>

#include <memory>
#include <optional>
#include <string>

namespace tollgate::posix {

/// A setting of the machine, which is a file, with another value while it is held. A function in a
/// child process is told of each hold, and writes the old value back when this process is gone,
/// however it ended. It is there from the first hold to the end of this object.
///
/// While it is held the file is locked (flock), by the child too. So of all processes that use this
/// class, only one at a time has another value there. The old value is read when the file is
/// locked, so that no process takes the value of another one for the old value.
///
/// Threads: one at a time. Cost: a hold takes about ten system calls, the first one also a fork.
class written_setting {
public:
    written_setting(std::string file, std::string while_held);

    /// The value that is there, if no other process has the file locked; else, or if it cannot be
    /// read and written, throws std::system_error. Changes and keeps nothing.
    [[nodiscard]] static std::string value_of(const std::string& file);

    /// Writes the value and reads it back; the old one is there again when the returned object is
    /// destroyed. One hold at a time. Throws std::system_error; then nothing is changed.
    [[nodiscard]] std::shared_ptr<void> hold();

private:
    [[nodiscard]] std::error_code tell_child(const std::string& to_be_put_back) const noexcept;

    std::string file_;
    std::string while_held_;
    descriptor lock_;
    std::optional<process> child_; ///< ends before the lock does
};

} // namespace tollgate::posix
