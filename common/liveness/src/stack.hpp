// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace tollgate::liveness::detail {

/// A thread that has not answered by then runs no signal handler: it is stopped, starved, or blocks
/// the signal.
inline constexpr std::chrono::milliseconds stack_patience{100};

/// Installs, once in the life of the process, a handler for a realtime signal that nobody uses, and
/// calls the unwinder, which allocates memory and loads what it needs the first time only. Returns
/// whether stacks can be had: not if all realtime signals are in use, nor on another system than
/// Linux. Called by frames_of; early, it finds a signal before others have taken it. The signal
/// is given back when the library is unloaded.
[[nodiscard]] bool prepare_stacks();

/// In a child of fork(), where the thread that asked for a stack at that moment never goes on.
/// Before any other thread is started.
void forget_questions_of_parent() noexcept;

/// Where another thread of this process is: an address in each of its calls, the innermost
/// first, at most some 120. Empty if there is no such thread, if it does not answer within
/// `stack_patience`, or if it is the caller.
///
/// The thread is interrupted by the signal and collects the addresses itself, in some tens of
/// microseconds. What it waits in goes on afterwards if the kernel restarts it; some system calls
/// do not: nanosleep, poll, epoll_wait, semtimedop, msgrcv, a futex with a time limit, reads with
/// SO_RCVTIMEO and others return EINTR however the handler is installed (signal(7)). A program that
/// takes EINTR for an error should not ask for stacks.
///
/// Threads: any; calls take turns.
[[nodiscard]] std::vector<std::uintptr_t> frames_of(std::int64_t thread_id);

} // namespace tollgate::liveness::detail
