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
    std::uint64_t late_scans = 0; ///< scans so late that a part of the time was not counted
    std::uint64_t events = 0;     ///< events that the monitor has found
    std::uint64_t lost = 0; ///< events that no sink got: 4096 others waited, or the registry ended
    std::uint64_t failed_calls = 0; ///< exceptions from sinks and on_heartbeat
    std::size_t records = 0;        ///< records that exist, in use or spare
};

/// Watches scopes. A monitor thread scans all scopes once in each period, and reports each frozen
/// scope.
///
///     tollgate::liveness::settings options;
///     options.period = std::chrono::milliseconds(20);
///     tollgate::liveness::registry watcher(options);
///     watcher.add_sink([](const tollgate::liveness::event&) {});
///
/// A scope is frozen if it passes no checkpoint for its timeout. Each freeze is reported once. If
/// the scope has a grace time, the freeze is reported again after this time. The recovery of the
/// scope is reported, too. `timeouts` describes how early and how late a report may come. Most
/// programs need only default_registry().
///
/// - *Threads*: any thread may call the members, but the destructor must be the last call. The
///   monitor thread scans. A second thread, the reporter, reads /proc, calls sinks and writes. So
///   this work never delays a scan. No watched thread ever waits for the monitor or the reporter.
/// - *Lifetime*: a scope may outlive its registry. Then the scope is not watched. A child of fork()
///   watches nothing until you call start() or a scope begins in the registry.
/// - *Cost*: each scope needs a record, which takes 128 bytes and a ring buffer of checkpoints.
///   Records are reused, and freed with the registry. A scan takes a few ns for each record that is
///   or was in use.
class registry {
public:
    /// Creates a registry. With an on_heartbeat, the constructor starts the threads. So a watchdog
    /// of the system gets heartbeats even from a program without any scope. on_heartbeat may then
    /// be called before the constructor has returned. Without an on_heartbeat, the first scope
    /// starts the threads.
    ///
    /// Throws std::invalid_argument for a value out of range, std::bad_alloc, and std::system_error
    /// if a thread cannot be started.
    explicit registry(const settings& options = {});
    /// Scans once more, and calls sinks for at most one second. Later events are lost. Then the
    /// destructor waits for the call of a sink that still runs.
    ///
    /// A sink or on_heartbeat may call std::exit. Events that are not yet reported are then lost.
    /// No other thread, such as the thread of another registry's sink, may call std::exit at the
    /// same time: each call may wait for the other call for ever. A sink or on_heartbeat must not
    /// destroy its registry in any other way, and must not end its thread. Otherwise the program
    /// ends with a message.
    ~registry();
    registry(const registry&) = delete;
    registry& operator=(const registry&) = delete;

    /// Starts the threads, unless they run or the registry is driver::by_hand.
    ///
    /// Call start() in a forked process, such as a daemon, that must be watched before a scope
    /// begins. A fork() may come at any time, but _Fork() and clone(2) may not. In the child, a
    /// registry watches nothing and calls no on_heartbeat until a scope begins in the registry, or
    /// until you call start(). Suppose that the forking thread was in a scope. The child watches
    /// this scope again when an inner scope has ended. Reports of the scope then contain the id of
    /// the child's thread.
    ///
    /// Throws std::bad_alloc or std::system_error.
    void start();

    /// Changes the period at once: the monitor scans now, and from then on sleeps no longer than
    /// the new period. Throws std::invalid_argument if the period is out of range.
    void set_period(std::chrono::nanoseconds period);
    /// Changes the defaults for scopes that begin later. A scope that begins during the call may
    /// get the new timeout with the old grace time. Throws std::invalid_argument if a value is out
    /// of range.
    void set_timeouts(timeouts defaults);
    /// Adds a sink to the present sinks.
    void add_sink(sink added);
    /// Replaces all sinks.
    void set_sinks(std::vector<sink> sinks);

    /// Returns the counts at this moment.
    [[nodiscard]] statistics so_far() const;

    /// Scans a registry that is driver::by_hand, as if the time were `now`, and calls sinks on this
    /// thread. Returns the time to wait until the next call. One thread at a time may call scan().
    ///
    /// The first call begins the monitor's time. A call is late if it comes more than 3/8 of a
    /// period after the planned moment. A late call adds only the planned time to the monitor's
    /// time. Throws std::logic_error for a registry with its own threads.
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

/// Returns the registry of the process: settings{} with a text_sink to stderr.
///
/// - *Threads*: any. The first call creates the registry. If several threads create a registry at
///   the same time, one registry is kept.
/// - *Lifetime*: the registry ends like a static object that the first call has created.
///   Destructors of other static objects, and threads that still run, may use the registry later.
///   Their new scopes are then not watched.
/// - *Exceptions*: std::bad_alloc or std::system_error.
[[nodiscard]] registry& default_registry();

} // namespace tollgate::liveness
