// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>

#include <sys/types.h>

namespace tollgate::explain {

/// A setting of the machine, which is a file, with another value while it is held. A child process
/// is told of each hold. It writes the old value back when this process is gone, however it ended.
/// The child is in a process group of its own and blocks all signals, so that only SIGKILL to
/// itself could keep it from that. It is there from the first hold to the end of this object.
///
/// While it is held the file is locked (flock), by the child too. So of all processes that use this
/// class, only one at a time has another value there. The old value is read when the file is
/// locked, so that no process takes the value of another one for the old value.
///
/// One hold at a time; not thread safe. A hold takes about ten system calls, the
/// first one also a fork.
class written_setting {
public:
    written_setting(std::string file, std::string while_held);
    ~written_setting();
    written_setting(const written_setting&) = delete;
    written_setting& operator=(const written_setting&) = delete;

    /// The value that is there, if no other process has the file locked; else, or if it cannot be
    /// read and written, throws std::system_error. Changes and keeps nothing.
    [[nodiscard]] static std::string value_of(const std::string& file);

    /// Writes the value and reads it back; the old one is there again when the returned object is
    /// destroyed. Throws std::system_error; then nothing is changed.
    [[nodiscard]] std::shared_ptr<void> hold();

private:
    void start_guardian();
    void end_guardian();
    void prepare();
    void give_back();
    void tell_guardian(char state) const;

    std::string file_;
    std::string while_held_;
    std::string before_;
    int lock_ = -1;
    int to_guardian_ = -1;
    pid_t guardian_ = -1;
};

} // namespace tollgate::explain
