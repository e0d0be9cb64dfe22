// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <string_view>

#include <sys/types.h>

namespace tollgate::posix {

// All these functions only make system calls, and may be called between fork and exec.

/// Like pipe(2), but both ends are closed on exec.
int open_pipe(int* ends) noexcept;
/// The system's text for an error, in English.
std::string_view error_text(int error) noexcept;
/// Closes this descriptor and all above it.
void close_from(int first) noexcept;
/// Orphans of this process's descendants become its children.
void adopt_orphans() noexcept;
/// The calling process is killed when its parent, this process, ends.
void end_with_parent(pid_t parent) noexcept;
/// A child of the calling process other than `except`, dead or alive; 0 if there is none.
pid_t any_child(pid_t except) noexcept;

/// Waits for a child for this number of milliseconds at most. Returns false if it still exists.
bool wait_briefly(pid_t child, int milliseconds) noexcept;

/// Runs as a guardian until the end. Its descriptor 0 ends when the program must end. It writes the
/// id of the program to descriptor 1.
void guard(const std::function<void()>& become_program) noexcept;

} // namespace tollgate::posix
