// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>

#include <sys/types.h>

namespace tollgate::explain {

/// A setting of the machine, a file, that has another value while it is held. A child process that
/// hears of each hold writes the old value back when this process is gone, however it ended: it is
/// in a process group of its own and blocks all signals, so that only SIGKILL to itself could keep
/// it from that. The child is there from the first hold to the end of this object.
///
/// One hold at a time; not thread safe. After the first hold a system call or three each.
class written_setting {
public:
    written_setting(std::string file, std::string before, std::string while_held);
    ~written_setting();
    written_setting(const written_setting&) = delete;
    written_setting& operator=(const written_setting&) = delete;

    /// Writes the value and reads it back; the old one is there again when the returned object is
    /// destroyed. Throws std::system_error; then nothing is changed.
    [[nodiscard]] std::shared_ptr<void> hold();

private:
    void start_guardian();
    void tell_guardian(char state) const;

    std::string file_;
    std::string before_;
    std::string while_held_;
    int to_guardian_ = -1;
    pid_t guardian_ = -1;
};

} // namespace tollgate::explain
