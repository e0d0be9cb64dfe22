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

/// The counts of a registry.
struct statistics {
    std::uint64_t scans = 0;        ///< of all records by the monitor
    std::uint64_t late_scans = 0;   ///< so late that a part of the time was not counted
    std::uint64_t events = 0;       ///< found
    std::uint64_t lost = 0;         ///< events lost: sinks were too slow, or memory was short
    std::uint64_t failed_calls = 0; ///< exceptions from sinks and on_heartbeat
    std::size_t records = 0;        ///< that exist, in use or spare
};

/// Watches scopes: a monitor scans all of them once a period, and reports each frozen scope.
///
///     tollgate::liveness::settings options;
///     options.period = std::chrono::milliseconds(20);
///     tollgate::liveness::registry watcher(options);
///     watcher.add_sink([](const tollgate::liveness::event&) {});
///
/// A scope without a checkpoint for its timeout is reported once an episode, and again when it goes
/// on (`timeouts` says when). Most programs need only default_registry().
///
/// - *Threads*: any, but the destructor comes last. The monitor's thread scans. The reporter's
///   thread reads /proc, calls sinks and writes: they never delay a scan. No watched thread ever
///   waits for either thread.
/// - *Lifetime*: scopes may outlive their registry; they are not watched then. A child of fork()
///   watches nothing until start() or until a scope begins in the registry.
/// - *Cost*: a scan takes a few ns for each record that is or was in use at a time. A record takes
///   128 bytes and its ring of checkpoints. Records are reused, and freed with the registry.
class registry {
public:
    /// The threads start with the first registration, or here if there is an on_heartbeat. So a
    /// watchdog of the system hears from a program without any scope. In that case on_heartbeat may
    /// be called before the constructor has returned. Throws std::invalid_argument for a value out
    /// of range, std::bad_alloc, and std::system_error if a thread cannot be started.
    explicit registry(const settings& options = {});
    /// Scans once more and reports for at most one second: later events are lost. It waits for the
    /// call of a sink that runs.
    ///
    /// A sink or on_heartbeat may call std::exit; events not yet reported are lost. No other
    /// thread, such as another registry's sink, may call std::exit at the same time: both may wait
    /// for each other for ever. In any other way a sink or on_heartbeat must not destroy its
    /// registry nor end its thread: the program ends with a message.
    ~registry();
    registry(const registry&) = delete;
    registry& operator=(const registry&) = delete;

    /// Starts the threads, unless they run or the registry is driver::by_hand.
    ///
    /// For a forked process, such as a daemon, that must be watched before a scope begins. A fork()
    /// may come at any time (but not _Fork() or clone(2)). The child's registries watch nothing and
    /// call no on_heartbeat until a scope begins in them, or until this call. A scope of the
    /// forking thread is watched again when a scope inside it ends, with the id of the child's
    /// thread. Throws std::bad_alloc or std::system_error.
    void start();

    /// The new period holds at once: the monitor scans now, and sleeps no longer than the period.
    /// Throws std::invalid_argument if it is out of range.
    void set_period(std::chrono::nanoseconds period);
    /// The defaults for scopes that begin later. A scope that begins during the call may have the
    /// new timeout with the old grace. Throws std::invalid_argument if a value is out of range.
    void set_timeouts(timeouts defaults);
    /// Adds a sink to those that are there.
    void add_sink(sink added);
    /// Replaces all sinks.
    void set_sinks(std::vector<sink> sinks);

    /// The counts at this moment.
    [[nodiscard]] statistics so_far() const;

    /// For driver::by_hand: scans as if it were `now`, and calls sinks on this thread. Returns the
    /// time to wait until the next call. One thread at a time.
    ///
    /// The first call begins the monitor's time. A call more than 3/8 of a period later than
    /// planned counts as late. Throws std::logic_error for a registry with its own threads.
    std::chrono::nanoseconds scan(std::chrono::steady_clock::time_point now);

private:
    friend class watched_scope;
    friend class migrating_scope;
    friend registry& default_registry();

    /// A record that the calling thread may keep when its scope has ended. Starts the threads if
    /// they do not run. Throws std::bad_alloc or std::system_error.
    detail::record* take();
    detail::record* take_for_any_thread();

    struct abandon {
        void operator()(detail::record_store* store) const noexcept { store->abandon(); }
    };

    const std::unique_ptr<detail::record_store, abandon> store_;
    const std::unique_ptr<detail::core> core_;
};

/// The registry of the process: settings{} with a text_sink to stderr.
///
/// - *Threads*: any. The first call creates it; if several threads create it, one is kept.
/// - *Lifetime*: it ends as a static object that the first call created. Destructors of static
///   objects and threads that still run may use it later: their new scopes are not watched.
/// - *Exceptions*: std::bad_alloc or std::system_error.
[[nodiscard]] registry& default_registry();

} // namespace tollgate::liveness
