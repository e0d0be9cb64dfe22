// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/runtime/line_channel.hpp>
#include <tollgate/runtime/protocol.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace tollgate::runtime {

/// How long a runtime may take, and how much memory.
struct limits {
    std::chrono::milliseconds greeting{20'000}; ///< a virtual machine may have to start
    std::chrono::milliseconds batch{10'000};
    std::chrono::milliseconds interrupted_batch{1'000}; ///< of one that is to end
    std::uint64_t resident_bytes = std::uint64_t{2} << 30;
};

/// A runtime in conversation: it has greeted, and does batches. Once it is lost it is killed, and
/// every further batch is lost for the same reason. One thread at a time.
class session {
public:
    /// Asks for the greeting. `process`: the runtime's; -1: not known. Throws lost_runtime, which
    /// says also if `interrupted` did.
    session(const pipes& ends, pid_t process, std::vector<int> cpus, const limits& most,
            const std::function<bool()>& interrupted = {});
    /// Goes on where another process, to which it has greeted, has left off. `lost`: the reason if
    /// it was lost there, or could not be started; else empty.
    session(const pipes& ends, pid_t process, std::vector<int> cpus, const limits& most,
            const std::string& runtime, const std::string& lost);

    /// Of one that another process has met the runtime alone.
    [[nodiscard]] const greeting& greeted() const { return greeted_; }
    [[nodiscard]] const pipes& ends() const { return ends_; }
    [[nodiscard]] const std::vector<int>& cpus() const { return cpus_; }
    [[nodiscard]] pid_t process() const { return process_; }
    /// The reason; an interrupt is none.
    [[nodiscard]] const std::optional<std::string>& lost() const { return lost_; }
    /// Kills the runtime, which would disturb the others. The first reason remains.
    void lose(const std::string& reason);
    /// The same of a runtime that another process has lost, and killed: its number may be that of
    /// another process by now.
    void note_lost(const std::string& reason);

    /// A batch, and how long it took by our clock, from the request to the answer.
    struct exchange {
        answer said;
        std::chrono::nanoseconds outside{0};
    };
    /// Nothing if it was interrupted; then the runtime is of no use any more. Throws lost_runtime.
    [[nodiscard]] std::optional<exchange> run(request asked,
                                              const std::function<bool()>& interrupted);

private:
    [[nodiscard]] exchange exchanged(const request& asked, const std::function<bool()>& stop);
    void expect_well_behaved();
    void kill();

    pipes ends_;
    line_channel lines_;
    pid_t process_;
    std::vector<int> cpus_;
    limits most_;
    greeting greeted_;
    std::uint64_t next_first_ = 1;
    std::optional<std::string> lost_;
    bool interrupted_ = false;
};

/// Starts a runtime, by a shell command, on these CPUs; on all if there are none. Its process is
/// guarded: with the session, or this process, goes every process that the runtime has started.
/// When memory runs out, the system ends it before any other process. A command that does not exist
/// is told by the session: the shell ends with a line on its standard error. Throws lost_runtime,
/// and std::system_error where the system refuses a process or a pipe.
[[nodiscard]] std::shared_ptr<session> start(const std::string& command,
                                             const std::vector<int>& cpus, const limits& most,
                                             const std::function<bool()>& interrupted);

/// The line that a run prints of a runtime: its runtime, its notes, and the cost of an empty batch
/// of this work, which it does some times. By the runtime's clock that is a part of the time of
/// each batch, and by ours it passes between batches. Throws lost_runtime.
[[nodiscard]] std::string line_about(session& with, const measure::case_key& work,
                                     const std::function<bool()>& interrupted);

/// Lets a runtime do batches of this work for 0.1 s: what is compiled while it runs is compiled
/// then. Ends early if it is interrupted. Throws lost_runtime.
void warm_up(session& with, const measure::case_key& work, std::uint64_t members,
             const std::function<bool()>& interrupted);

/// The case as one of ours, which cannot run yet. `members` is the number of them; 1 if the case
/// has none.
[[nodiscard]] measure::measured_case make_case(const offered_case& of, measure::case_key key,
                                               std::uint64_t members);

/// Such a case, run by a runtime to which it is this work. Each group of a schedule is a batch of
/// its own with the schedule's warm-up.
[[nodiscard]] measure::measured_case done_by(std::shared_ptr<session> with, measure::case_key work,
                                             measure::measured_case made);

/// The loop counts these in each round, by these names.
inline constexpr std::string_view pairs_of_batches = "pairs of batches";
inline constexpr std::string_view pairs_that_disagree = "pairs in which the clocks disagree";

/// Whether a runtime's clock is wrong: in nine of ten rounds the difference of its two
/// batches was longer by our clock than by its own, by a quarter and more than 0.2 ms. Less than
/// that is not seen. The reason in words; nothing of fewer than seven rounds. Pure.
[[nodiscard]] std::optional<std::string> false_clock(const measure::case_record& record);

} // namespace tollgate::runtime
