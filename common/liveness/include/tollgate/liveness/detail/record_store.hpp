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
    event first_report;
    std::uint32_t clock_ms; ///< the monitor's, at the first report
};

/// The monitor's memory of a record from one scan to the next. Belongs to the thread that scans.
struct row {
    enum class level : std::uint32_t {
        alive,
        suspect, ///< silent for half of its timeout
        frozen,
        overdue
    };

    static constexpr std::int64_t never = (std::numeric_limits<std::int64_t>::max)();

    std::uint64_t head = 0;
    std::uint64_t timeout_ns = 0;
    std::int64_t since_ns = 0; ///< the monitor's time when the head was seen to have moved
    /// The monitor's time when the level changes if the head does not move. `never` for a record
    /// that was taken but has not begun its first scope.
    std::int64_t due_ns = never;
    level reached = level::alive;
    std::unique_ptr<episode> open; ///< while it is frozen or overdue
};

/// A time in ns for records and rows. It saturates at 100 years, so that a sum of a moment and two
/// such times does not overflow.
[[nodiscard]] constexpr std::uint64_t to_timeout_ns(std::chrono::nanoseconds time) noexcept {
    constexpr std::chrono::nanoseconds longest = std::chrono::hours(24) * 36'525;
    return static_cast<std::uint64_t>((std::min)(time, longest).count());
}

/// The records of a registry, in chunks that are freed with the store. The store lives until its
/// registry has abandoned it and no thread holds a record: scopes may outlive their registry.
///
/// Any thread may call `take`, `give_back` and `abandon`. `take` holds a mutex for a few
/// instructions, and allocates without it. `give_back` and `abandon` take no lock: in a child of
/// fork() the mutex of a store that has outlived its registry could be held for ever.
class record_store {
public:
    struct chunk {
        static constexpr std::size_t size = 64;

        std::array<record, size> records;
        std::array<row, size> rows;         ///< for the thread that scans, one at a time
        std::atomic<std::uint32_t> used{0}; ///< the number of records ever taken: the first ones
        std::atomic<chunk*> next{nullptr};
        std::unique_ptr<std::atomic<std::uint64_t>[]> entries; ///< rings, then ticks if any
    };

    /// Belongs to the registry until it calls `abandon`. Throws std::bad_alloc.
    explicit record_store(const settings& options);
    record_store(const record_store&) = delete;
    record_store& operator=(const record_store&) = delete;

    /// A record for the calling thread. Throws std::bad_alloc.
    record* take(std::int64_t thread_id);
    /// From a thread that does not keep the record.
    void give_back(record* returned) noexcept;
    /// One holder less: the registry, or the holder of a record.
    void abandon() noexcept;

    [[nodiscard]] chunk* chunks() const noexcept { return first_.load(std::memory_order_acquire); }
    [[nodiscard]] std::size_t size() const noexcept {
        return chunk_count_.load(std::memory_order_relaxed) * chunk::size;
    }

    /// Held while the process forks, as long as the registry exists.
    [[nodiscard]] std::mutex& mutex() noexcept { return mutex_; }

    // Read at each registration: a cache line that is hardly ever written.
    alignas(128) std::atomic<std::uint64_t> timeout_ns;
    std::atomic<std::uint64_t> grace_ns;
    /// Milliseconds of the monitor's clock, written once a period: a cache line of its own.
    alignas(128) std::atomic<std::uint32_t> clock_ms{0};

private:
    ~record_store();
    [[nodiscard]] std::unique_ptr<chunk> make_chunk();
    [[nodiscard]] record* take_spare() noexcept;
    void add(std::unique_ptr<chunk> created) noexcept;

    alignas(128) std::mutex mutex_;
    const std::size_t ring_size_;
    const bool with_ticks_;
    std::atomic<chunk*> first_{nullptr};
    std::atomic<std::size_t> chunk_count_{0};
    // Memory order: `give_back` pushes with release, and `take` takes the whole list with acquire.
    // So the next writer of a record sees all that its last writer wrote, and no element is removed
    // while another is pushed onto it. The count of holders is decremented with acquire and
    // release, after the push. The last holder deletes the store, and sees all that others did to
    // it. Chunks are linked with release and followed with acquire: a scan takes no lock.
    std::atomic<record*> given_back_{nullptr}; ///< records given back, not yet in `spare_`
    std::atomic<std::size_t> holders_{1};      ///< records in use, and the registry
    // Under the mutex.
    chunk* last_ = nullptr;
    record* spare_ = nullptr;
};

} // namespace tollgate::liveness::detail
