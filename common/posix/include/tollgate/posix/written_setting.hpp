// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/posix/descriptor.hpp>
#include <tollgate/posix/process.hpp>

#include <memory>
#include <optional>
#include <string>

namespace tollgate::posix {

/// Writes another value to a setting of the machine for some time, and then restores the old value.
/// The setting is a file.
///
///     const std::string file = "/sys/module/example/parameters/value";
///     tollgate::posix::written_setting setting(file, "200");
///     const std::shared_ptr<void> held = setting.hold();
///
/// - *Threads*: one thread at a time may use an object.
/// - *Lifetime*: the old value is restored when the hold ends, or when this process ends in any
///   way.
/// - *Exceptions*: std::system_error if the file is locked, or cannot be read and written.
/// - *Cost*: about ten system calls for each hold, and a fork for the first hold.
class written_setting {
public:
    /// Makes an object, but changes nothing yet. During a hold, `file` has the value `while_held`.
    written_setting(std::string file, std::string while_held);

    /// Returns the current value. Throws std::system_error if another process has locked the file,
    /// or if the file cannot be read and written. Changes nothing, and keeps no lock.
    [[nodiscard]] static std::string value_of(const std::string& file);

    /// Writes the value, and reads the file again to check the value. The returned object is the
    /// hold: its destructor restores the old value. Only one hold may exist at a time. If the
    /// function throws std::system_error, nothing is changed.
    [[nodiscard]] std::shared_ptr<void> hold();

private:
    [[nodiscard]] std::error_code tell_child(const std::string& to_be_put_back) const noexcept;

    std::string file_;
    std::string while_held_;
    descriptor lock_;
    std::optional<process> child_; ///< destroyed before `lock_`
};

// Design: a child process runs a function. The function receives the old value at each hold. When
// this process has ended, the function writes the old value back to the file. The child exists from
// the first hold to the end of this object.
//
// During a hold the file is locked (flock), and the child holds the lock too. So of all processes
// that use this class, only one process at a time writes its value to the file. Each process reads
// the old value under the lock. So a process never takes the temporary value of another process for
// the old value.

} // namespace tollgate::posix
