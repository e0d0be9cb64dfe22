// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <string_view>

#include <sys/types.h>

namespace tollgate::posix {

// All of these make system calls alone, and may be called between fork and exec.

/// As pipe(2), but that both ends are closed on exec.
int open_pipe(int* ends) noexcept;
/// The system's words for an error, in English.
std::string_view words_of(int error) noexcept;
/// Closes this descriptor and all above it.
void close_from(int first) noexcept;
/// Orphans of this process's descendants become its children.
void adopt_orphans() noexcept;
/// The calling process is killed when its parent ends, which is that one.
void end_with_parent(pid_t parent) noexcept;
/// A child of the calling process other than this one, dead or alive; 0: there is none.
pid_t any_child(pid_t except) noexcept;

/// Waits for a child for up to that number of milliseconds. False: it is still there.
bool wait_briefly(pid_t child, int milliseconds) noexcept;

/// The whole life of a guardian. Its descriptor 0 ends when the program is to end; the program's
/// number is written to 1.
void guard(const std::function<void()>& become_program) noexcept;

} // namespace tollgate::posix
