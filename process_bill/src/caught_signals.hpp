// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <optional>

#include <csignal>

namespace tollgate::bill {

/// Catches the signals that ask for an end, and the end of children, during its lifetime.
///
///     caught_signals signals;
///     const started_command command(arguments, signals.before());
///     if (signals.wait_until(deadline) == SIGINT) { ... }
///
/// SIGINT, SIGTERM and SIGHUP are caught unless this process ignores them, as with nohup.
///
/// - *Threads*: construct the object before the first thread is started. One thread waits.
/// - *Exceptions*: std::system_error.
/// - *Lifetime*: the destructor discards pending signals.
class caught_signals {
public:
    caught_signals();
    ~caught_signals();
    caught_signals(const caught_signals&) = delete;
    caught_signals& operator=(const caught_signals&) = delete;

    /// The signals that this process blocked before; a child must begin with them.
    [[nodiscard]] const sigset_t& before() const { return before_; }

    /// Waits until this time, or for a signal, and returns the number of the signal. SIGCHLD means
    /// that a child ended, stopped or went on.
    [[nodiscard]] std::optional<int> wait_until(std::chrono::steady_clock::time_point time);

private:
    sigset_t caught_{};
    sigset_t before_{};
};

} // namespace tollgate::bill
