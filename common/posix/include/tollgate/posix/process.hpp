// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/posix/descriptor.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace tollgate::posix {

/// The way in which a process ended: by itself with an exit code, or by a signal.
struct exit_status {
    int code = 0;   ///< the exit code, if the process ended by itself
    int signal = 0; ///< the signal's number; 0 if the process ended by itself

    /// Returns the status as a shell does: 128 plus the number of the signal, if there is a signal.
    /// Otherwise returns the exit code.
    [[nodiscard]] int as_in_shell() const { return signal == 0 ? code : 128 + signal; }
};

/// The description of a program to start.
struct command {
    std::string file;                   ///< a path; PATH is not searched
    std::vector<std::string> arguments; ///< the first argument is the program's name
    /// The environment of the program: these "NAME=value", and the variables of this process.
    std::vector<std::string> variables;
    /// The program's descriptors 0, 1, 2 ... are copies of these descriptors of this process. If a
    /// descriptor in the list is closed in this process, the program's descriptor is closed too.
    std::vector<int> descriptors;
    /// If true, another child process, the *guardian*, watches the program. The program then has
    /// its own process group. The program ends, with all processes that it has started, when the
    /// `process` object or this process ends in any way.
    bool guarded = false;
};

/// Returns the path of the running program, or an empty path if the system does not provide it.
[[nodiscard]] std::filesystem::path this_program();

/// Returns the paths of files that start the running program again. The most reliable path is the
/// first. A path may be wrong or missing if the program runs under the dynamic loader, valgrind or
/// an emulator, or without /proc.
[[nodiscard]] std::vector<std::string> paths_to_this_program();

/// A child process: another program, or a function in a copy of this process.
///
///     using namespace tollgate::posix;
///     process listing({"/bin/ls", {"ls", "/"}, {}, {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}});
///     const exit_status ended = listing.wait();
///
/// A child has only the descriptors that you give to it. A program inherits the signal mask and the
/// ignored signals of this process. But SIGPIPE, and each signal with a handler, get their default
/// action in the program. A program without a guardian (see `command::guarded`) is in the process
/// group of this process, so that Ctrl-C reaches the program.
///
/// - *Threads*: one thread at a time may use an object. A function in a child may only do what a
///   signal handler may do. The reason: other threads can hold locks during the fork, and nobody
///   releases these locks in the child.
/// - *Lifetime*: the destructor ends the child, as end() does.
/// - *Exceptions*: std::system_error if the system refuses a process or a pipe.
/// - *Cost*: one fork, or two forks with a guardian.
class process {
public:
    /// Starts a program. If the program cannot be executed, the child writes the reason to its
    /// standard error and ends with exit code 127.
    explicit process(const command& program);

    /// Starts a child process that runs a function. The child has its own process group, and all
    /// its signals are blocked. The child's descriptor 0 is the read end of a pipe: the function
    /// reads the bytes that you write to input(). The child's descriptors 1, 2 ... are copies of
    /// `descriptors`. When the function reads the end of file from descriptor 0, this object or
    /// this process has ended. Then the function must return soon.
    process(const std::function<void()>& function, std::vector<int> descriptors);

    ~process() { end(); }
    process(const process&) = delete;
    process& operator=(const process&) = delete;

    /// Returns the process id of the program, or of the child that runs the function.
    [[nodiscard]] pid_t id() const { return id_; }
    /// Returns the write end of the pipe to the function in the child. For a program, you do not
    /// need this descriptor: the result is negative if the program has no guardian.
    [[nodiscard]] int input() const { return line_.number(); }

    /// Sends a signal to the process with the number id(). After wait() or end(), this function
    /// does nothing, because another process can have the same number by then.
    void signal(int number) const noexcept;

    /// Waits for the end of a program that has no guardian, and returns its exit status. If this
    /// process ignores SIGCHLD, the exit code is always 0.
    exit_status wait() noexcept;

    /// Ends the child, and returns when the child has ended. After wait(), this function does
    /// nothing.
    ///
    /// A program without a guardian is killed. For any other child, the function closes input(). If
    /// the child still exists ten seconds later, the function kills the child.
    void end() noexcept;

private:
    void start_function(const std::function<void()>& function, std::vector<int> descriptors);

    pid_t id_ = -1;
    pid_t child_ = -1; ///< the process to wait for: the guardian, if any; -1 after the wait
    descriptor line_;  ///< the write end of the child's pipe; none without a guardian
};

// Design: the guardian is a child process of this process that runs a function, as above. The
// guardian starts the program, and is therefore the parent of the program. The *line* is the pipe
// from this process to the guardian: `line_` is the write end of the pipe, and the guardian's
// descriptor 0 is the read end. (Boost.Process closes no descriptors and has no guardian.)
//
// A guarded program, and all processes that it started, end in each of these cases:
//
// - This process ends, also by SIGKILL. Then the line ends, because only this process has the
//   write end of the line. (Children get only the given descriptors, and exec closes the write
//   end.) When the guardian reads the end of the line, it kills the process group of the
//   program. Then it kills its own children, one after the other. On Linux these children include
//   each descendant of the program whose parent has ended, in any process group. On macOS only the
//   process group of the program ends.
// - The program ends. SIGCHLD wakes the guardian, and the guardian kills the remaining processes.
//   The program stays a zombie until the line ends, so that no other process gets its number.
// - The guardian is killed. On Linux the kernel sends a SIGKILL to the program when the thread that
//   forked the program ends. This thread is the only thread of the guardian. If the guardian has
//   ended before the program requests this signal, the program ends by itself.
//
// A signal to the process group of this process does not reach the guardian.
//
// A set-user-ID program is an exception. The kernel sends no SIGKILL to such a program, and neither
// this process nor the guardian has the right to kill the program. The guardian waits one second
// for such a program.

} // namespace tollgate::posix
