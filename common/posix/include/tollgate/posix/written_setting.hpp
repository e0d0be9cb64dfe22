// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/posix/descriptor.hpp>
#include <tollgate/posix/process.hpp>

#include <memory>
#include <optional>
#include <string>

namespace tollgate::posix {

/// Holds another value in a setting of the machine, which is a file, and puts the old value back.
///
///     const std::string file = "/sys/module/example/parameters/value";
///     tollgate::posix::written_setting setting(file, "200");
///     const std::shared_ptr<void> held = setting.hold();
///
/// - *Threads*: one at a time.
/// - *Lifetime*: the old value is back when the hold, or this process, ends in any way.
/// - *Exceptions*: std::system_error if the file is locked, or cannot be read and written.
/// - *Cost*: about ten system calls for a hold, and a fork for the first one.
class written_setting {
public:
    /// `file` has the value `while_held` during a hold. Changes nothing yet.
    written_setting(std::string file, std::string while_held);

    /// The current value. Throws std::system_error if another process has locked the file, or if it
    /// cannot be read and written. Changes and keeps nothing.
    [[nodiscard]] static std::string value_of(const std::string& file);

    /// Writes the value and reads it back. The old value returns when the returned object is
    /// destroyed. One hold at a time. Throws std::system_error, and then nothing is changed.
    [[nodiscard]] std::shared_ptr<void> hold();

private:
    [[nodiscard]] std::error_code tell_child(const std::string& to_be_put_back) const noexcept;

    std::string file_;
    std::string while_held_;
    descriptor lock_;
    std::optional<process> child_; ///< ends before the lock does
};

// Design: a function in a child process gets the old value at each hold, and writes it back when
// this process has ended. The child lives from the first hold to the end of this object.
//
// During a hold the file is locked (flock), by the child too. So only one process that uses this
// class has another value there. The old value is read under the lock: no process takes the value
// of another process for the old value.

} // namespace tollgate::posix
