// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::liveness {

/// Tells systemd that the service is alive (WatchdogSec=), until a thread is frozen.
///
///     if (auto watchdog = tollgate::liveness::systemd_watchdog::from_environment()) {
///         const bool all_alive = true;
///         (*watchdog)(all_alive); // several times an interval
///     }
///
/// systemd restarts the service when the messages stop. A message is one datagram each half
/// interval; no library of systemd is needed. Each message opens a socket: a daemon may close all
/// descriptors. A message is not sent if no descriptor is left.
///
/// It speaks for the process that created it, and is silent in a child of fork(). Otherwise, with
/// NotifyAccess=all, messages of the child would hide from systemd that the parent hangs. A program
/// that goes on in the child calls speak_for_this_process().
///
/// - *Threads*: one at a time. A copy speaks and counts for itself.
class systemd_watchdog {
public:
    /// Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID. No other thread may change the
    /// environment meanwhile.
    ///
    /// Returns nothing if the service has no watchdog. One of the first two is not set or is empty,
    /// WATCHDOG_PID is another process, or the system is not Linux. The same holds for a socket of
    /// AF_VSOCK ("vsock:2:1234"): with it a virtual machine reports to its host, not to a watchdog.
    /// Throws std::invalid_argument with the variable and its value. The interval and the process
    /// must be numbers above 0. The socket's address must be a path, or a name that begins with
    /// '@', and not too long.
    [[nodiscard]] static std::optional<systemd_watchdog> from_environment();

    /// Sends "WATCHDOG=1" if all are alive and half of the interval has passed since the last
    /// message, or none was sent yet. Call it several times an interval.
    ///
    /// It sends nothing in a process for which it does not speak. It never waits and throws
    /// nothing. A message that could not be sent is counted, and the next call tries again.
    void operator()(bool all_alive, std::chrono::steady_clock::time_point now =
                                        std::chrono::steady_clock::now()) noexcept;

    /// From now on it speaks for the calling process only, and sends at the next call. For a
    /// service that forks and goes on in the child, as a daemon does. systemd must be told to
    /// accept that (NotifyAccess=, MAINPID=).
    void speak_for_this_process() noexcept;

    /// systemd acts if it gets no message for this time.
    [[nodiscard]] std::chrono::microseconds interval() const noexcept { return interval_; }
    /// The number of messages that could not be sent.
    [[nodiscard]] std::uint64_t failures() const noexcept { return failures_; }

private:
    systemd_watchdog(std::string address, std::chrono::microseconds interval);

    std::string address_; ///< for the kernel: an abstract address begins with a zero byte
    std::chrono::microseconds interval_;
    std::optional<std::chrono::steady_clock::time_point> last_sent_;
    std::uint64_t failures_ = 0;
    std::int64_t process_; ///< for which it speaks
};

} // namespace tollgate::liveness
