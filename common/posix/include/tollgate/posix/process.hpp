// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/posix/descriptor.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace tollgate::posix {

/// The end of a process: by itself with a code, or by a signal.
struct exit_status {
    int code = 0;   ///< the exit code, if it ended by itself
    int signal = 0; ///< the signal's number; 0: it ended by itself

    /// The status as in a shell: 128 plus the number of a signal, or else the code.
    [[nodiscard]] int as_in_shell() const { return signal == 0 ? code : 128 + signal; }
};

/// The description of a program to start.
struct command {
    std::string file;                   ///< a path; PATH is not searched
    std::vector<std::string> arguments; ///< with the program's name as the first
    std::vector<std::string> variables; ///< "NAME=value", added to this process's environment
    /// The program's descriptors 0, 1, 2 ... are copies of these. A number that is closed here is
    /// closed there.
    std::vector<int> descriptors;
    /// The program is in a process group of its own. It ends, with all processes that it has
    /// started, when the process object or this process ends in any way.
    bool guarded = false;
};

/// The path of the running program; empty if the system does not tell.
[[nodiscard]] std::filesystem::path this_program();

/// Files that start the running program again, the most reliable first. A path may be wrong or
/// missing under the dynamic loader, valgrind or an emulator, or without /proc.
[[nodiscard]] std::vector<std::string> paths_to_this_program();

/// A child process: another program, or a function in a copy of this process.
///
///     using namespace tollgate::posix;
///     process listing({"/bin/ls", {"ls", "/"}, {}, {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}});
///     const exit_status ended = listing.wait();
///
/// A child has the descriptors that it is given, and no others. A program inherits this process's
/// signals, but SIGPIPE and signals with a handler get their default action. Without a guardian it
/// is in this process's group, so that Ctrl-C reaches it.
///
/// - *Threads*: one at a time. Other threads may hold locks during the fork: a function in a child
///   may only do what a signal handler may.
/// - *Lifetime*: the destructor ends the child, see end().
/// - *Exceptions*: std::system_error if the system refuses a process or a pipe.
/// - *Cost*: a fork, or two with a guardian.
class process {
public:
    /// Starts a program. If it cannot be executed, it writes the reason to its standard error and
    /// ends with code 127.
    explicit process(const command& program);

    /// Starts a function in a process group of its own, with all signals blocked. Its descriptor 0
    /// reads the bytes that are written to input(); 1, 2 ... are copies of `descriptors`. At the
    /// end of descriptor 0, this object or this process has ended: the function must return soon.
    process(const std::function<void()>& function, std::vector<int> descriptors);

    ~process() { end(); }
    process(const process&) = delete;
    process& operator=(const process&) = delete;

    /// The id of the program, or of the function's process.
    [[nodiscard]] pid_t id() const { return id_; }
    /// The descriptor to write to a function; negative for a program without a guardian.
    [[nodiscard]] int input() const { return line_.number(); }

    /// Sends a signal. Does nothing after the wait for the child: another process may have its
    /// number.
    void signal(int number) const noexcept;

    /// Waits for a program that has no guardian. If SIGCHLD is ignored, the code is always 0.
    exit_status wait() noexcept;

    /// Ends the child, and returns when it is gone. Does nothing after wait().
    ///
    /// A program without a guardian is killed. For any other child, input() is closed, and the
    /// child is killed if it still exists ten seconds later.
    void end() noexcept;

private:
    void start_function(const std::function<void()>& function, std::vector<int> descriptors);

    pid_t id_ = -1;
    pid_t child_ = -1; ///< the guardian, if there is one; -1 after the wait
    descriptor line_;  ///< none for a program without a guardian
};

// Design: a guarded program, and all processes that it started, end in each of these cases. The
// guardian is a function as above, and the parent of the program. (Boost.Process closes no
// descriptors and has no guardian.)
//
// - This process ends, also by SIGKILL. Only this process has the other end of the line: children
//   get only the given descriptors, and exec closes it. The guardian reads the end of the line and
//   kills the program's group. Then it kills its own children, one after the other. On Linux these
//   are all descendants of the program whose parent has ended, in any group. On macOS only the
//   group ends.
// - The program ends. SIGCHLD wakes the guardian, which kills the remaining processes. The program
//   stays a zombie until the line ends, so that no other process gets its number.
// - The guardian is killed. On Linux the program gets a SIGKILL when the thread that forked it
//   ends, which is the guardian's only thread. If the program has another parent by then, it ends
//   by itself. A set-user-ID program gets no SIGKILL, and no process here may kill it: the guardian
//   waits one second for it.
// - A signal to this process's group does not reach the guardian.

} // namespace tollgate::posix
