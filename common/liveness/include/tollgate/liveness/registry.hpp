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

/// What a registry has done so far.
struct statistics {
    std::uint64_t looks = 0;        ///< of the monitor at all records
    std::uint64_t late_looks = 0;   ///< so late that not all the time was held against anyone
    std::uint64_t events = 0;       ///< found
    std::uint64_t lost = 0;         ///< of these, because sinks were too slow or memory was short
    std::uint64_t failed_calls = 0; ///< of sinks and of on_pulse: they threw
    std::size_t records = 0;        ///< that exist, in use or spare
};

/// Where watched scopes are watched: a monitor looks once a period at how far each of them has
/// come, and reports each that has not passed a checkpoint for its timeout, once an episode, and
/// again when it goes on. Most programs need none but `default_registry()`.
///
/// When: never before a scope's timeout of the monitor's own time is over, and, as long as the
/// monitor gets a CPU, never later than timeout + 2 periods. That time stands still while the
/// machine is suspended or the process stopped, and of what the monitor is late itself nothing
/// counts: one that is starved accuses no thread before it has looked for a timeout. No clock of
/// the day is asked. monitor_time.hpp and docs/liveness.md say why that holds.
///
/// Threads: two of its own, which start with the first registration, or at once if the settings
/// have an on_pulse: the monitor, who looks and does nothing else, and the reporter, who reads
/// /proc, calls sinks and writes. Hence no callback, full pipe or slow disk keeps the monitor from
/// looking, and no watched thread ever waits for either. All members may be called by any thread,
/// but for the destructor, which comes last. Scopes may outlive their registry: they are not
/// watched then.
///
/// The destructor looks once more and lets the reporter go on for at most a second: events that no
/// sink has been given by then are lost. It waits for the call of a sink that runs. A sink, or
/// on_pulse, may call std::exit, unless another thread may call it at the same time, such as
/// another registry's sink: each of them may wait for the other one for ever. What was found and
/// not told by then is lost. It must not destroy its registry otherwise, nor end its thread, which
/// ends the program with a sentence.
///
/// After fork(), which may come at any time (not after _Fork() or clone(2)), the child's registries
/// watch nothing and call no on_pulse. Each starts again when a scope begins in it, or with
/// `start()`. Scopes that the forking thread was in are watched again when a scope inside them
/// ends, and reported with the id of the child's thread.
///
/// Cost: of a look a few ns for each record that is or was in use at a time. Records take 128 bytes
/// and their ring, are used again and never given back before the registry ends.
class registry {
public:
    /// With an on_pulse the threads start here: a watchdog of the system hears of a program that
    /// has no scope yet. So on_pulse may be called before the constructor has returned. Throws
    /// std::invalid_argument for a value out of range, std::bad_alloc, and std::system_error if a
    /// thread cannot be started.
    explicit registry(const settings& how = {});
    ~registry();
    registry(const registry&) = delete;
    registry& operator=(const registry&) = delete;

    /// Starts the threads, unless they run or the registry is driven by hand. For a process that
    /// was forked and is to be looked after before a scope begins in it, as a daemon. Throws
    /// std::bad_alloc or std::system_error.
    void start();

    /// From now on; the monitor looks at once, and sleeps no longer than the new period.
    void set_period(std::chrono::nanoseconds period);
    /// For scopes that begin after this and have none of their own. One that begins meanwhile may
    /// have the new timeout with the old grace.
    void set_limits(limits of_scopes);
    void add_sink(sink to);
    /// Instead of all that were there.
    void set_sinks(std::vector<sink> all);

    [[nodiscard]] statistics so_far() const;

    /// For a registry that is driven by hand: looks as if it were now, and calls sinks on this
    /// thread before it returns how long to wait until the next call. One thread at a time. The
    /// first call begins the monitor's time; a call that comes by more than 3/8 of a period later
    /// than it should is a monitor's that was late. Throws std::logic_error for any other registry.
    std::chrono::nanoseconds look(std::chrono::steady_clock::time_point now);

private:
    friend class watched_scope;
    friend class migrating_scope;
    friend registry& default_registry();

    /// A record that the calling thread may keep when its scope has ended. Starts the threads if
    /// none are there. Throws std::bad_alloc or std::system_error.
    detail::record* take();
    detail::record* take_for_any_thread();

    struct abandon {
        void operator()(detail::record_store* store) const noexcept { store->abandon(); }
    };

    const std::unique_ptr<detail::record_store, abandon> store_;
    const std::unique_ptr<detail::core> core_;
};

/// The registry of the process: as settings{} say, with a text_sink to stderr. Made when it is
/// first needed; of several that threads make at the same time, one is kept. Ends as a static
/// object that was made then, and may be used later, too: by destructors of other static objects,
/// and by threads that are there still. Scopes that begin in it are not watched then. Throws
/// std::bad_alloc or std::system_error.
[[nodiscard]] registry& default_registry();

} // namespace tollgate::liveness
