// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/liveness/settings.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>

namespace tollgate::liveness::detail {

/// A freeze that is not over.
struct episode {
    event as_found;
    std::uint32_t clock_ms; ///< the monitor's, then
};

/// What the monitor remembers of a record from one look to the next. Belongs to whoever looks.
struct row {
    enum class level : std::uint32_t {
        alive,
        suspect, ///< silent for half of its limit
        frozen,
        overdue
    };

    static constexpr std::int64_t never = (std::numeric_limits<std::int64_t>::max)();

    std::uint64_t head = 0;
    std::uint64_t limit_ns = 0;
    std::int64_t since_ns = 0; ///< of the monitor's time: the head was seen to have moved
    /// And when its level changes, if it does not move. Of a record that is taken, but has not
    /// begun its first scope: never.
    std::int64_t due_ns = never;
    level at = level::alive;
    std::unique_ptr<episode> open; ///< while it is frozen or overdue
};

/// So long in ns as records and rows have it: saturates at 100 years, so that sums of a moment and
/// two of them do not overflow.
[[nodiscard]] constexpr std::uint64_t to_limit(std::chrono::nanoseconds time) noexcept {
    constexpr std::chrono::nanoseconds longest = std::chrono::hours(24) * 36'525;
    return static_cast<std::uint64_t>((std::min)(time, longest).count());
}

/// The records of a registry, in chunks that are never taken back while it lives. It lives until
/// its registry has let go of it and no thread holds a record any more, so that scopes may outlive
/// their registry: nobody watches them then.
///
/// Threads: `take`, `give_back` and `abandon` may be called by any. `take` holds a mutex for some
/// instructions, and allocates without it. The other two take no lock: of a store that has outlived
/// its registry, a child of fork() could find it held for ever. A look at the records takes none
/// either: chunks are linked with release and followed with acquire.
///
/// A record that is given back is pushed with release, and `take` takes the whole list at once with
/// acquire: its next writer sees all that the last one wrote, and no element is removed while
/// another one is pushed upon it. The count of holders is taken down with acquire and release,
/// after the push: the last holder, which deletes the store, sees what all others did to it.
class record_store {
public:
    struct chunk {
        static constexpr std::size_t size = 64;

        std::array<record, size> records;
        std::array<row, size> rows;         ///< for whoever looks, one at a time
        std::atomic<std::uint32_t> used{0}; ///< so many were ever taken, the first ones
        std::atomic<chunk*> next{nullptr};
        std::unique_ptr<std::atomic<std::uint64_t>[]> entries; ///< rings, then ticks if any
    };

    /// Belongs to the registry until it calls `abandon`. Throws std::bad_alloc.
    explicit record_store(const settings& how);
    record_store(const record_store&) = delete;
    record_store& operator=(const record_store&) = delete;

    /// A record for the calling thread. Throws std::bad_alloc.
    record* take(std::int64_t thread_id);
    /// By a thread that keeps none of it.
    void give_back(record* one) noexcept;
    /// The registry is gone.
    void abandon() noexcept;

    [[nodiscard]] chunk* chunks() const noexcept { return first_.load(std::memory_order_acquire); }
    [[nodiscard]] std::size_t size() const noexcept {
        return chunks_made_.load(std::memory_order_relaxed) * chunk::size;
    }

    /// Held while the process forks, for as long as the registry is there.
    [[nodiscard]] std::mutex& mutex() noexcept { return mutex_; }

    // Read at each registration: a line that is hardly ever written.
    alignas(128) std::atomic<std::uint64_t> timeout_ns;
    std::atomic<std::uint64_t> grace_ns;
    /// Milliseconds of the monitor's clock, written once a period: a line of its own.
    alignas(128) std::atomic<std::uint32_t> clock_ms{0};

private:
    ~record_store();
    [[nodiscard]] std::unique_ptr<chunk> make_chunk();
    [[nodiscard]] record* take_spare() noexcept;
    void add(std::unique_ptr<chunk> made) noexcept;

    alignas(128) std::mutex mutex_;
    const std::size_t ring_;
    const bool with_ticks_;
    std::atomic<chunk*> first_{nullptr};
    std::atomic<std::size_t> chunks_made_{0};
    std::atomic<record*> given_back_{nullptr}; ///< and not yet among the spare ones
    std::atomic<std::size_t> held_{1};         ///< records out, and the registry
    // With the mutex.
    chunk* last_ = nullptr;
    record* spare_ = nullptr;
};

} // namespace tollgate::liveness::detail
