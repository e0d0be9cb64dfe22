// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::liveness {

/// Tells systemd that the service lives, as WatchdogSec= asks for, and says nothing any more once a
/// thread is frozen: systemd then restarts the service. One datagram half an interval; it needs no
/// library of systemd's.
///
/// It speaks for the process that it was made in, and is silent in a child of fork(): with
/// NotifyAccess=all the child's word would keep systemd from noticing that the parent hangs. A
/// program that goes on in the child says so by `speak_for_this_process()`.
///
/// It keeps no descriptor, which a daemon might close: each word opens a socket, and is not sent
/// where none is left.
///
/// Threads: one at a time. A copy speaks, and counts, for itself.
class systemd_watchdog {
public:
    /// What the service was started with, from NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID; none
    /// if it has no watchdog (one of the first two is not set or empty), if that is meant for
    /// another process, if the socket is one of AF_VSOCK ("vsock:2:1234"), by which a virtual
    /// machine reports to its host, who is no watchdog, or on another system than Linux. Throws
    /// std::invalid_argument naming the variable and its value: an interval or a process that is no
    /// number above 0, a socket whose address is neither a path nor begins with '@', or is too
    /// long. Reads the environment: no other thread may change it meanwhile.
    [[nodiscard]] static std::optional<systemd_watchdog> from_environment();

    /// To be called several times an interval. Sends "WATCHDOG=1" if all are alive and half of the
    /// interval has passed since that was last sent, or it never was; nothing in a process that it
    /// does not speak for. It never waits and throws nothing; what could not be sent is counted,
    /// and tried again at the next call.
    void operator()(bool all_alive, std::chrono::steady_clock::time_point now =
                                        std::chrono::steady_clock::now()) noexcept;

    /// From now on it speaks for the calling process and no longer for the one that it was made in,
    /// at once: for a service that forks and goes on in the child, as a daemon does. systemd must
    /// be told to listen to that (NotifyAccess=, MAINPID=).
    void speak_for_this_process() noexcept;

    /// After so long without a word systemd acts.
    [[nodiscard]] std::chrono::microseconds interval() const noexcept { return interval_; }
    [[nodiscard]] std::uint64_t failures() const noexcept { return failures_; }

private:
    systemd_watchdog(std::string address, std::chrono::microseconds interval);

    std::string address_; ///< as the kernel wants it: an abstract one begins with a zero byte
    std::chrono::microseconds interval_;
    std::optional<std::chrono::steady_clock::time_point> last_sent_;
    std::uint64_t failures_ = 0;
    std::int64_t process_; ///< that it speaks for
};

} // namespace tollgate::liveness
