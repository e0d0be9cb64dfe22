// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/runtime/protocol.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace tollgate::runtime {

/// Our ends of the pipes to a runtime: descriptors, or -1.
struct pipes {
    int to = -1;     ///< the runtime's standard input
    int from = -1;   ///< its standard output
    int errors = -1; ///< its standard error
};

/// The longest times that a runtime may take.
struct timeout_set {
    std::chrono::milliseconds greeting{20'000};         ///< a virtual machine may have to start
    std::chrono::milliseconds batch{10'000};            ///< for an answer
    std::chrono::milliseconds interrupted_batch{1'000}; ///< for an answer after an interrupt
};

/// The conversation with the process of a runtime. A runtime that is lost is killed, and does no
/// more work.
///
///     const auto session = runtime::start("exec ./my_runtime", {0}, {});
///     const runtime::greeting greeted = session->greet({});
///     const auto exchange = session->run({runtime::work_of(greeted.cases[0], 1), 1'000}, {});
///     const auto elapsed = exchange ? exchange->reply.elapsed : std::chrono::nanoseconds(0);
///
/// - *Threads*: one at a time. Processes may use the same descriptors one after the other, but only
///   one at a time may wait for the runtime.
/// - *Lifetime*: a session does not own the descriptors.
/// - *Exceptions*: std::system_error if the system refuses a call.
///
/// A session reads the runtime's standard error while it waits for a line, so that a runtime that
/// writes there does not block.
class session {
public:
    /// `process` is the process of the runtime, or 0 if there is none. `cpus` are those of the
    /// runtime; empty: all. `runtime` is its name, if known.
    session(const pipes& ends, pid_t process, std::vector<int> cpus, const timeout_set& timeouts,
            std::string runtime = {});

    /// Asks for the greeting. Throws lost_runtime, also after an interrupt.
    [[nodiscard]] greeting greet(const std::function<bool()>& interrupted);

    /// Our ends of the pipes.
    [[nodiscard]] const pipes& ends() const { return ends_; }
    /// The CPUs of the runtime; empty: all.
    [[nodiscard]] const std::vector<int>& cpus() const { return cpus_; }
    /// The process of the runtime; 0: there is none.
    [[nodiscard]] pid_t process() const { return process_; }
    /// A reason with the name of the runtime, for its rows.
    [[nodiscard]] std::string reason(const std::string& why) const {
        return "runtime " + runtime_ + ": " + why;
    }
    /// The reason why the runtime is lost. Empty if it is not lost, also after an interrupt.
    [[nodiscard]] const std::optional<std::string>& lost() const { return lost_; }
    /// Kills the runtime, because it would disturb others. The first reason remains.
    void lose(const std::string& why);

    /// A batch that was done.
    struct exchange {
        answer reply;                        ///< checked, see fault_of
        std::chrono::nanoseconds outside{0}; ///< from the request to the answer, by our clock
    };
    /// Lets the runtime do a batch. Empty if the runtime is lost or was interrupted. After that the
    /// session does nothing any more. Chooses `batch.first` itself.
    [[nodiscard]] std::optional<exchange> run(request batch,
                                              const std::function<bool()>& interrupted);

private:
    [[nodiscard]] exchange exchanged(const request& batch, const std::function<bool()>& stop);
    void write(const std::string& line, std::chrono::milliseconds timeout) const;
    /// The next line. Adds the waiting time to `waited`, and throws lost_runtime if the sum exceeds
    /// `timeout`.
    [[nodiscard]] std::string read(std::chrono::milliseconds timeout,
                                   std::chrono::steady_clock::duration& waited,
                                   const std::function<bool()>& stop);
    [[nodiscard]] std::optional<std::string> take_line();
    void expect_silence();
    void read_errors();
    /// The last line of the runtime's standard error as the end of a reason; empty if there is
    /// none.
    [[nodiscard]] std::string last_error_line();
    void kill();

    pipes ends_;
    pid_t process_;
    std::vector<int> cpus_;
    timeout_set timeouts_;
    std::string runtime_;
    std::string unread_;
    std::string errors_;
    std::uint64_t next_first_ = 1;
    std::optional<std::string> lost_;
    bool interrupted_ = false;
};

/// Starts a runtime with a shell command on these CPUs. Empty: on all CPUs. If the command does not
/// exist, the greeting fails with the message of the shell.
///
/// - *Lifetime*: the process is guarded. With the session or with this process end all processes
///   that the runtime has started.
/// - *Exceptions*: std::system_error if the system refuses a process, a pipe or the CPUs.
[[nodiscard]] std::shared_ptr<session>
start(const std::string& command, const std::vector<int>& cpus, const timeout_set& timeouts);

} // namespace tollgate::runtime
