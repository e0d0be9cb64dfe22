// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/repeated_notification.hpp>

#include <array>
#include <cstdint>

#include <sys/types.h>

namespace tollgate::cancel::detail {

/// A descriptor that becomes readable when it is told to, by any thread and as often as wanted.
///
/// A program may close it without asking, as daemons close all descriptors they inherited, and open
/// something else under its number. A child of fork() has it too, but what is in it is the
/// parent's. So a number by itself says nothing: the file is known by its inode, which is why this
/// is a pipe (all eventfds share one inode). Nothing is written to another file, read from it or
/// closed, unless the program puts it there between the look and the act.
class wake_descriptor {
public:
    wake_descriptor(); ///< std::system_error if there is none left
    ~wake_descriptor();
    wake_descriptor(const wake_descriptor&) = delete;
    wake_descriptor& operator=(const wake_descriptor&) = delete;

    [[nodiscard]] int readable() const noexcept { return ends_[0]; }

    /// Made by a parent of this process, which goes on using it. Cost: a load.
    [[nodiscard]] bool is_inherited() const noexcept { return made_in_ != process_generation(); }

    /// Its number still means it. Cost: a system call.
    [[nodiscard]] bool is_open() const noexcept;

    /// Nothing if it is inherited or no longer open.
    void wake() const noexcept;

    /// Of one that is open and not inherited.
    void drain() const noexcept;

private:
    [[nodiscard]] bool is_own(int descriptor) const noexcept;

    std::array<int, 2> ends_; ///< to read and to write: one descriptor where the system can
    dev_t device_;
    ino_t inode_;
    std::uint64_t made_in_;
};

} // namespace tollgate::cancel::detail
