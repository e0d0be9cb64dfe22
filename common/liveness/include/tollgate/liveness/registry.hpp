// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record_store.hpp>
#include <tollgate/liveness/settings.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tollgate::liveness {

namespace detail {
class core;
} // namespace detail

/// The counts of a registry. A record is the memory of one watched scope.
struct statistics {
    std::uint64_t scans = 0;      ///< scans of all records by the monitor
    std::uint64_t late_scans = 0; ///< scans that came late; the delay counts towards no timeout
    std::uint64_t events = 0;     ///< events that the monitor has found
    std::uint64_t lost = 0;       ///< events lost because 4096 events waited, or the registry ended
    std::uint64_t failed_calls = 0; ///< exceptions from sinks and on_heartbeat
    std::size_t records = 0;        ///< all records: those in use, and spare records
};

/// Watches scopes. A scope is a part of a thread's work. A scope is *frozen* if the scope passes no
/// checkpoint for its timeout. A monitor thread scans all scopes once in each period, and reports
/// each frozen scope.
///
///     tollgate::liveness::settings options;
///     options.period = std::chrono::milliseconds(20);
///     tollgate::liveness::registry watcher(options);
///     watcher.add_sink([](const tollgate::liveness::event&) {});
///
/// The registry reports each freeze once. If the scope has a grace time and is still frozen after
/// this time, the registry reports the freeze again. The registry also reports the recovery of the
/// scope. The class `timeouts` describes how early and how late a report may come. Most programs
/// need only default_registry().
///
/// - *Threads*: any thread may call the members, but the destructor must be the last call. The
///   monitor thread scans, and calls on_heartbeat. A second thread, the reporter, reads /proc and
///   calls sinks. So a slow sink never delays a scan. No watched thread ever waits for the monitor
///   or the reporter.
/// - *Lifetime*: a scope may outlive its registry, but is not watched after the end of the
///   registry. In a child of fork(), the registry watches nothing until you call start() or a scope
///   begins in the registry.
/// - *Cost*: each scope needs a record, which takes 128 bytes and a ring buffer of checkpoints.
///   Later scopes reuse the record. The records are freed when the registry has ended and no thread
///   keeps a record. A scan takes a few ns for each record that is or was in use.
class registry {
public:
    /// Creates a registry. With an on_heartbeat, the constructor starts the threads. So a watchdog
    /// of the system gets heartbeats even from a program without any scope. The first call of
    /// on_heartbeat may come before the constructor has returned. Without an on_heartbeat, the
    /// first scope starts the threads.
    ///
    /// Throws std::invalid_argument for a value out of range, std::bad_alloc, and std::system_error
    /// if a thread cannot be started.
    explicit registry(const settings& options = {});
    /// Scans once more, and calls sinks for at most one second. Events that still wait after this
    /// second are lost. If a call of a sink still runs, the destructor waits for the end of this
    /// call.
    ///
    /// A sink or on_heartbeat may call std::exit. Events that are not yet reported are then lost.
    /// No other thread, such as a thread of another registry, may be in std::exit at the same time.
    /// Otherwise each of the two calls may wait for the other call for ever.
    ///
    /// A sink or on_heartbeat must not destroy its own registry, except by a call of std::exit. A
    /// sink or on_heartbeat must not end the thread that calls it, for example with pthread_exit.
    /// Otherwise the program ends with a message.
    ~registry();
    registry(const registry&) = delete;
    registry& operator=(const registry&) = delete;

    /// Starts the threads, unless the threads run already or the registry is driver::by_hand.
    ///
    /// A process may call fork() at any time, but not _Fork() or clone(2). In the child, a registry
    /// watches nothing and calls no on_heartbeat until a scope begins in the registry, or until you
    /// call start(). So call start() in a child that needs heartbeats earlier, such as a daemon.
    /// Suppose that the forking thread was in a scope. At first the child does not watch this
    /// scope. The child watches it again when a watched_scope inside it ends in the child. If the
    /// thread was in a blocking_scope, the end of this blocking_scope is decisive instead. Then
    /// reports of the outer scope contain the id of the child's thread.
    ///
    /// Throws std::bad_alloc or std::system_error.
    void start();

    /// Changes the period at once: the monitor scans now, and from then on sleeps no longer than
    /// the new period. Throws std::invalid_argument if the period is out of range.
    void set_period(std::chrono::nanoseconds period);
    /// Changes the default timeouts of scopes that begin later. A scope that begins during the call
    /// may get the new timeout with the old grace time. Throws std::invalid_argument if a value is
    /// out of range.
    void set_timeouts(timeouts defaults);
    /// Adds a sink to the present sinks.
    void add_sink(sink added);
    /// Replaces all sinks.
    void set_sinks(std::vector<sink> sinks);

    /// Returns the counts at this moment.
    [[nodiscard]] statistics so_far() const;

    /// Scans the scopes of a registry that is driver::by_hand. The time of the scan is `now`. Calls
    /// the sinks on the calling thread. Returns the time to wait until the next call. One thread at
    /// a time may call scan().
    ///
    /// The first call begins the monitor's time. Each later call adds the time since the previous
    /// call. But a call is late if it comes more than 3/8 of a period after the moment that the
    /// previous call asked for. A late call adds only the time until that moment. Throws
    /// std::logic_error for a registry with its own threads.
    std::chrono::nanoseconds scan(std::chrono::steady_clock::time_point now);

private:
    friend class watched_scope;
    friend class migrating_scope;
    friend registry& default_registry();

    /// Returns a record that the calling thread may keep when its scope has ended. Starts the
    /// threads if they do not run. Throws std::bad_alloc or std::system_error.
    detail::record* take();
    detail::record* take_for_any_thread();

    struct abandon {
        void operator()(detail::record_store* store) const noexcept { store->abandon(); }
    };

    const std::unique_ptr<detail::record_store, abandon> store_;
    const std::unique_ptr<detail::core> core_;
};

/// Returns the registry of the process. This registry has the default settings, and a text_sink
/// that writes to stderr.
///
/// - *Threads*: any. The first call creates the registry. If several threads make the first call at
///   the same time, all of them get the same registry.
/// - *Lifetime*: the registry ends like a static object that the first call has created. After this
///   end, destructors of other static objects, and threads that still run, may use the registry.
///   Their new scopes are not watched.
/// - *Exceptions*: std::bad_alloc or std::system_error.
[[nodiscard]] registry& default_registry();

} // namespace tollgate::liveness
