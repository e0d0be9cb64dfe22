// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/posix/descriptor.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace tollgate::posix {

/// How a process ended: by itself with a code, or by a signal.
struct exit_status {
    int code = 0;
    int signal = 0; ///< 0: it ended by itself

    /// As shells give it: a signal is 128 and its number.
    [[nodiscard]] int as_in_shell() const { return signal == 0 ? code : 128 + signal; }
};

/// A program that is to be started.
struct command {
    std::string file; ///< a path; nothing is looked for in PATH
    std::vector<std::string> arguments;
    std::vector<std::string> variables; ///< added to this process's environment
    /// Its descriptors 0, 1, 2 ... are copies of these. One that is closed here is closed there.
    std::vector<int> descriptors;
    /// It is in a process group of its own, and ends, with all that it has started, when the
    /// process object or this process ends, however that comes about.
    bool guarded = false;
};

/// Where the running program lies; empty where the system does not tell.
[[nodiscard]] std::filesystem::path this_program();

/// Files that may be executed to start it again, the surest first. Under the dynamic loader,
/// valgrind or an emulator, or without /proc, one of them may be another program, or none.
[[nodiscard]] std::vector<std::string> ways_to_this_program();

/// A child process: another program, or a function in a copy of this process.
///
///     process pass({this_program(), {"testFiber", "--list"}, {}, {in, out, STDERR_FILENO}});
///     const exit_status ended = pass.wait();
///
/// Descriptors: a child has those that it is given, and no others, whatever their numbers.
/// Signals: a program's are as here, but SIGPIPE and those with a handler have their default
/// action. Without a guardian it is in this process's group, so that Ctrl-C reaches it. Threads:
/// members, one at a time. Other threads may hold locks when this process forks: so functions in a
/// child may only do what a signal handler may. Lifetime: the destructor ends the child, see end().
/// Exceptions: std::system_error if the system refuses a process or a pipe. A program that cannot
/// be executed says why on its standard error, and ends with code 127. Where SIGCHLD is ignored,
/// every code reads as 0. Cost: a fork, two with a guardian. Boost.Process closes no descriptors
/// and has no guardian.
class process {
public:
    explicit process(const command& what);

    /// A function in a process group of its own, with all signals blocked. Its descriptor 0 reads
    /// what is written to line(), and 1, 2 ... are copies of `descriptors`. At the end of 0 this
    /// object or this process has ended: the function does its last work and returns.
    process(const std::function<void()>& function, std::vector<int> descriptors);

    ~process() { end(); }
    process(const process&) = delete;
    process& operator=(const process&) = delete;

    /// Of the program, or of the function's process.
    [[nodiscard]] pid_t id() const { return id_; }
    [[nodiscard]] int line() const { return line_.number(); }

    /// Nothing once it was waited for: the number may be another process's.
    void signal(int number) const noexcept;

    /// Waits for a program that has no guardian.
    exit_status wait() noexcept;

    /// Kills a program that has no guardian. Ends the line of any other child, and kills that if it
    /// is there ten seconds later. Returns when it is gone; nothing if it was waited for.
    void end() noexcept;

private:
    void start_function(const std::function<void()>& function, std::vector<int> descriptors);

    pid_t id_ = -1;
    pid_t child_ = -1; ///< the guardian, if there is one; -1: waited for
    descriptor line_;  ///< none for a program without a guardian
};

// Why a guarded program, and what it started, ends in any case. The guardian is a function as
// above, and the program's parent.
// - This process ends, also by SIGKILL. It alone has the line's other end: children have only what
//   they are given, and exec closes it. The guardian reads the end, kills the program's group, and
//   then its own children, one after the other. On Linux these are all descendants of the program
//   whose parent has gone, whatever their group. On macOS the group is all that ends.
// - The program ends. SIGCHLD wakes the guardian, which kills the rest. The program stays a zombie
//   until the line ends, so that its number is no other process's.
// - The guardian is killed. On Linux the program gets a SIGKILL at the end of the thread that
// forked
//   it, which is the guardian's only one; if it has another parent by then, it ends by itself. A
//   set-user-ID program gets none. Nobody here may kill it, and the guardian waits a second for it.
// - A signal to this process's group does not reach the guardian.

} // namespace tollgate::posix
