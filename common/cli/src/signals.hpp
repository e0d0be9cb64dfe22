// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tollgate::cli {

/// Handles signals during its lifetime. Only one object may exist at a time.
///
/// - SIGINT, SIGTERM and a SIGHUP that was not ignored request an end. A second such signal ends
///   the program at once.
/// - SIGUSR1 requests the state, SIGCONT is counted, SIGPIPE is ignored.
/// - A batch that has not ended after twice the `stall_limit` ends the program with
///   exit_code::wrong_answer: a wake-up was lost.
/// - *Threads*: any thread may call the functions that return a value. Handlers only set flags.
class signals {
public:
    static constexpr std::chrono::seconds stall_limit{30};

    signals();
    ~signals();
    signals(const signals&) = delete;
    signals& operator=(const signals&) = delete;

    [[nodiscard]] bool interrupted() const noexcept;

    /// From now on the first request for an end ends the program at once. Do not call
    /// `interrupted()` after that.
    void end_at_once() noexcept;

    /// True once after each SIGUSR1.
    [[nodiscard]] bool state_wanted() noexcept;

    /// How often this process was continued since the construction.
    [[nodiscard]] std::uint64_t continued() const noexcept;

    /// Says that a batch has ended and that the next batch is to last that long. The stall limit
    /// starts again and is added to that time. Costs a system call.
    void still_alive(std::chrono::nanoseconds lasts = {}) noexcept;

    /// Says that all batches have ended: the stall limit no longer applies.
    void no_batch_runs() noexcept;
};

} // namespace tollgate::cli
