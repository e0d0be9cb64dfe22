// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/repeated_notification.hpp>

#include <array>
#include <cstdint>

#include <sys/types.h>

namespace tollgate::cancel::detail {

/// A descriptor that any thread can make readable, any number of times.
///
/// A program may close it without asking, as daemons close all descriptors they inherited, and open
/// another file under its number. A child of fork() inherits the descriptor, but its content is the
/// parent's. So the number alone does not identify the file. Its inode does: that is why this is a
/// pipe (all eventfds share one inode). No other file is written, read or closed, unless the
/// program opens it between the check of the inode and the system call.
class wake_descriptor {
public:
    wake_descriptor(); ///< throws std::system_error if no descriptor is left
    ~wake_descriptor();
    wake_descriptor(const wake_descriptor&) = delete;
    wake_descriptor& operator=(const wake_descriptor&) = delete;

    [[nodiscard]] int readable() const noexcept { return ends_[0]; }

    /// Made by a parent of this process, which goes on using it. Cost: a load.
    [[nodiscard]] bool is_inherited() const noexcept { return generation_ != process_generation(); }

    /// Whether its number still refers to its file. Cost: a system call.
    [[nodiscard]] bool is_open() const noexcept;

    /// Makes it readable. Does nothing if it is inherited or no longer open.
    void wake() const noexcept;

    /// Makes it unreadable. It must be open and not inherited.
    void drain() const noexcept;

private:
    [[nodiscard]] bool is_own(int descriptor) const noexcept;

    std::array<int, 2> ends_; ///< to read and to write: one descriptor where there is /proc
    dev_t device_;
    ino_t inode_;
    std::uint64_t generation_; ///< of the process that made it
};

} // namespace tollgate::cancel::detail
