// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::liveness {

/// Sends messages to systemd as long as no watched thread is frozen (WatchdogSec=).
///
///     if (auto watchdog = tollgate::liveness::systemd_watchdog::from_environment()) {
///         const bool all_alive = true; // in a program: heartbeat::all_alive()
///         (*watchdog)(all_alive);      // several times in each interval
///     }
///
/// The *interval* is the time of WatchdogSec=. systemd restarts the service if it gets no message
/// for this interval. In each half of the interval, the watchdog sends one message. No library of
/// systemd is needed. For each message the watchdog opens a new socket, so a daemon may close all
/// descriptors. If the process can open no more descriptors, the message is not sent.
///
/// A watchdog sends messages only in the process that created it, and not in a child of fork().
/// Otherwise, with NotifyAccess=all, the messages of the child would continue, and systemd would
/// not notice that the parent hangs. A program that continues in the child calls
/// speak_for_this_process().
///
/// - *Threads*: one at a time. A copy sends its own messages and has its own counts.
class systemd_watchdog {
public:
    /// Creates a watchdog from the variables NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID. No
    /// other thread may change the environment during the call.
    ///
    /// Returns nothing if the service has no watchdog, which means at least one of these cases:
    ///
    /// - NOTIFY_SOCKET or WATCHDOG_USEC is not set or is empty;
    /// - WATCHDOG_PID is the id of another process;
    /// - the socket is of AF_VSOCK ("vsock:2:1234"): with such a socket a virtual machine reports
    ///   to its host, not to a watchdog;
    /// - the system is not Linux.
    ///
    /// Throws std::invalid_argument with the variable and its value if WATCHDOG_USEC or
    /// WATCHDOG_PID is not a number above 0. Throws the same exception if the address in
    /// NOTIFY_SOCKET is too long, or is neither a path nor a name that begins with '@'.
    [[nodiscard]] static std::optional<systemd_watchdog> from_environment();

    /// Sends "WATCHDOG=1" if `all_alive` is true and a message is due. A message is due if no
    /// message was sent yet, or if half of the interval has passed since the last message. Call
    /// this operator several times in each interval.
    ///
    /// The call sends nothing in a process that did not create the watchdog, except after
    /// speak_for_this_process(). The call never waits and throws nothing. A message that cannot be
    /// sent is counted, and the next call tries again.
    void operator()(bool all_alive, std::chrono::steady_clock::time_point now =
                                        std::chrono::steady_clock::now()) noexcept;

    /// Makes the watchdog send messages for the calling process and for no other process. The next
    /// call sends a message. This function is for a service that forks and continues in the child,
    /// as a daemon does. You must configure systemd to accept messages from the child
    /// (NotifyAccess=, MAINPID=).
    void speak_for_this_process() noexcept;

    /// The interval: systemd restarts the service if it gets no message for this time.
    [[nodiscard]] std::chrono::microseconds interval() const noexcept { return interval_; }
    /// The number of messages that could not be sent.
    [[nodiscard]] std::uint64_t failures() const noexcept { return failures_; }

private:
    systemd_watchdog(std::string address, std::chrono::microseconds interval);

    std::string address_; ///< as the kernel needs it: an abstract address begins with a zero byte
    std::chrono::microseconds interval_;
    std::optional<std::chrono::steady_clock::time_point> last_sent_;
    std::uint64_t failures_ = 0;
    std::int64_t process_; ///< the process for which the watchdog sends messages
};

} // namespace tollgate::liveness
