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

/// The descriptors of our ends of the pipes to a runtime. -1: there is no pipe.
struct pipes {
    int to = -1;     ///< writes to the runtime's standard input
    int from = -1;   ///< reads from the runtime's standard output
    int errors = -1; ///< reads from the runtime's standard error
};

/// The longest times that a runtime may take.
struct timeout_set {
    /// For the greeting. This time is long, because some runtimes first start a virtual machine,
    /// such as Java's.
    std::chrono::milliseconds greeting{20'000};
    std::chrono::milliseconds batch{10'000};            ///< for the answer to a request
    std::chrono::milliseconds interrupted_batch{1'000}; ///< for an answer after an interrupt
};

/// The communication with the process of a runtime. If the runtime is lost (see lost_runtime), the
/// session kills the process, and does no more work.
///
///     const auto session = runtime::start("exec ./my_runtime", {0}, {});
///     const runtime::greeting greeted = session->greet({});
///     const auto exchange = session->run({runtime::work_of(greeted.cases[0], 1), 1'000}, {});
///     const auto elapsed = exchange ? exchange->reply.elapsed : std::chrono::nanoseconds(0);
///
/// - *Threads*: one thread at a time. Several processes may use the same descriptors one after the
///   other, but only one process at a time may wait for the runtime.
/// - *Lifetime*: a session does not own its descriptors.
/// - *Exceptions*: std::system_error if the system refuses a call.
///
/// While a session waits for a line, it also reads the runtime's standard error. So a runtime that
/// writes to its standard error does not block.
class session {
public:
    /// `process` is the process of the runtime, or 0 if there is no process. `cpus` are the CPUs of
    /// the runtime; empty: all CPUs. `runtime` is the name of the runtime, if it is known.
    session(const pipes& ends, pid_t process, std::vector<int> cpus, const timeout_set& timeouts,
            std::string runtime = {});

    /// Requests and returns the greeting. Throws lost_runtime if the runtime sends no valid
    /// greeting. Also throws lost_runtime when `interrupted` returns true, although the
    /// runtime is then not lost.
    [[nodiscard]] greeting greet(const std::function<bool()>& interrupted);

    /// Our ends of the pipes.
    [[nodiscard]] const pipes& ends() const { return ends_; }
    /// The CPUs of the runtime. Empty: all CPUs.
    [[nodiscard]] const std::vector<int>& cpus() const { return cpus_; }
    /// The process of the runtime. 0: there is no process.
    [[nodiscard]] pid_t process() const { return process_; }
    /// Returns the name of the runtime and then `why`, for the list of failed cases.
    [[nodiscard]] std::string reason(const std::string& why) const {
        return "runtime " + runtime_ + ": " + why;
    }
    /// The reason why the runtime is lost. Empty if the runtime is not lost. An interrupt alone
    /// does not make the runtime lost.
    [[nodiscard]] const std::optional<std::string>& lost() const { return lost_; }
    /// Marks the runtime as lost, and kills its process, because the process would disturb other
    /// measurements. If the runtime was lost before, the first reason remains.
    void lose(const std::string& why);

    /// A batch that was done.
    struct exchange {
        answer reply;                        ///< the answer, in which fault_of found no mistake
        std::chrono::nanoseconds outside{0}; ///< from the request to the answer, by our clock
    };
    /// Requests a batch, and waits for the answer. The session sets `batch.first`, the number
    /// of the first operation, itself. If the runtime is lost, or after an interrupt, the result is
    /// empty, and the session does no more work.
    [[nodiscard]] std::optional<exchange> run(request batch,
                                              const std::function<bool()>& interrupted);

private:
    [[nodiscard]] exchange exchanged(const request& batch, const std::function<bool()>& stop);
    void write(const std::string& line, std::chrono::milliseconds timeout) const;
    /// Returns the next line. Adds the waiting time to `waited`. Throws lost_runtime if `waited`
    /// exceeds `timeout`.
    [[nodiscard]] std::string read(std::chrono::milliseconds timeout,
                                   std::chrono::steady_clock::duration& waited,
                                   const std::function<bool()>& stop);
    [[nodiscard]] std::optional<std::string> take_line();
    void expect_silence();
    void read_errors();
    /// Returns the last line of the runtime's standard error, as text to append to a reason.
    /// Returns an empty text if there is no such line.
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

/// Starts a runtime with a shell command on these CPUs, or on all CPUs if you pass no CPUs. If the
/// command does not exist, greet() fails with the message of the shell.
///
/// - *Lifetime*: when the session or this process ends, the runtime ends. All processes that the
///   runtime has started end, too. See posix::command::guarded.
/// - *Exceptions*: std::system_error if the system refuses a process, a pipe or the CPUs.
[[nodiscard]] std::shared_ptr<session>
start(const std::string& command, const std::vector<int>& cpus, const timeout_set& timeouts);

} // namespace tollgate::runtime
