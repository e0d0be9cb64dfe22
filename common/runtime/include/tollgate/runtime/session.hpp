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

/// The ends of the pipes to a runtime's standard input, and from its standard output and error.
struct pipes {
    int to = -1;
    int from = -1;
    int errors = -1;
};

/// How long a runtime may take.
struct limits {
    std::chrono::milliseconds greeting{20'000}; ///< a virtual machine may have to start
    std::chrono::milliseconds batch{10'000};
    std::chrono::milliseconds interrupted_batch{1'000}; ///< of one that is to end
};

/// A runtime's process in conversation. Once it is lost it is killed, and does nothing any more.
///
///     const auto with = start("exec ./my_runtime", {0}, {});
///     const greeting greeted = with->greet({});
///     if (const auto done = with->run({"yield", 1'000}, {})) { use(done->said.elapsed); }
///
/// *Threads*: one at a time. *Lifetime*: it does not own the descriptors. After another process has
/// used them they are used again; two processes must not wait for one runtime at once. Its standard
/// error is read while a line is waited for, so that writing there cannot block it.
class session {
public:
    /// `process`: the runtime's; 0: there is none, or it is not known.
    session(const pipes& ends, pid_t process, std::vector<int> cpus, const limits& most,
            std::string runtime = {});

    /// Asks for the greeting. Throws lost_runtime, which says also if `interrupted` did.
    [[nodiscard]] greeting greet(const std::function<bool()>& interrupted);

    [[nodiscard]] const pipes& ends() const { return ends_; }
    [[nodiscard]] const std::vector<int>& cpus() const { return cpus_; }
    [[nodiscard]] pid_t process() const { return process_; }
    /// The reason as the rows of the runtime give it.
    [[nodiscard]] std::string reason(const std::string& why) const {
        return "runtime " + runtime_ + ": " + why;
    }
    /// The reason; an interrupt is none.
    [[nodiscard]] const std::optional<std::string>& lost() const { return lost_; }
    /// Kills the runtime, which would disturb the others. The first reason remains.
    void lose(const std::string& why);

    /// A batch, and how long it took by our clock, from the request to the answer.
    struct exchange {
        answer said;
        std::chrono::nanoseconds outside{0};
    };
    /// Nothing if it is lost or was interrupted; then the runtime is of no use any more.
    [[nodiscard]] std::optional<exchange> run(request asked,
                                              const std::function<bool()>& interrupted);

private:
    [[nodiscard]] exchange exchanged(const request& asked, const std::function<bool()>& stop);
    void write(const std::string& line, std::chrono::milliseconds patience) const;
    /// The next line. `waited` is added to; throws lost_runtime if it exceeds `patience`.
    [[nodiscard]] std::string read(std::chrono::milliseconds patience,
                                   std::chrono::steady_clock::duration& waited,
                                   const std::function<bool()>& stop);
    [[nodiscard]] std::optional<std::string> take_line();
    void expect_silence();
    void read_errors();
    /// The last line of its standard error, to be added to a reason; empty if there is none.
    [[nodiscard]] std::string last_words();
    void kill();

    pipes ends_;
    pid_t process_;
    std::vector<int> cpus_;
    limits most_;
    std::string runtime_;
    std::string unread_;
    std::string errors_;
    std::uint64_t next_first_ = 1;
    std::optional<std::string> lost_;
    bool interrupted_ = false;
};

/// Starts a runtime, by a shell command, on these CPUs; on all if there are none. Its process is
/// guarded: with the session, or this process, goes every process that the runtime has started. A
/// command that does not exist is told by the greeting: the shell ends with a line on its standard
/// error. Throws std::system_error where the system refuses a process, a pipe or the CPUs.
[[nodiscard]] std::shared_ptr<session> start(const std::string& command,
                                             const std::vector<int>& cpus, const limits& most);

} // namespace tollgate::runtime
