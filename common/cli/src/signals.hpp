// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tollgate::cli {

/// While it lives: SIGINT, SIGTERM and a SIGHUP that was not ignored ask for an end (a second one
/// ends the program at once), SIGUSR1 asks for the state, SIGCONT is counted, SIGPIPE is ignored,
/// and a batch that has not ended after twice the `stall_limit` ends the program with
/// exit_code::wrong_answer: a wake-up was lost. The questions may be asked from any thread;
/// handlers only set flags. One at a time.
class signals {
public:
    static constexpr std::chrono::seconds stall_limit{30};

    signals();
    ~signals();
    signals(const signals&) = delete;
    signals& operator=(const signals&) = delete;

    [[nodiscard]] bool interrupted() const noexcept;

    /// From now on the first wish for an end ends the program at once, and `interrupted()` is not
    /// asked any more.
    void end_at_once() noexcept;

    /// True once for each SIGUSR1 since the last time.
    [[nodiscard]] bool state_wanted() noexcept;

    /// How often this process was continued since this was made.
    [[nodiscard]] std::uint64_t continued() const noexcept;

    /// A batch has ended, another begins, which is to last so long: the stall limit starts anew and
    /// comes on top of that. One system call.
    void still_alive(std::chrono::nanoseconds lasts = {}) noexcept;

    /// All batches have ended: the stall limit counts no more, and a reader of the result may
    /// take the time they like.
    void no_batch_runs() noexcept;
};

} // namespace tollgate::cli
