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

/// A freeze of a scope that is still frozen.
struct episode {
    event first_report;
    std::uint32_t clock_ms; ///< the monitor's clock at the first report
};

/// The monitor's result of its last scan of a record. The next scan uses this result. Only the
/// thread that scans accesses a row.
struct row {
    /// The progress of a freeze.
    enum class level : std::uint32_t {
        alive,
        suspect, ///< no new checkpoint for half of the timeout
        frozen,
        overdue
    };

    static constexpr std::int64_t never = (std::numeric_limits<std::int64_t>::max)();

    std::uint64_t head = 0;       ///< the record's head at the last scan
    std::uint64_t timeout_ns = 0; ///< the record's timeout at the last scan
    std::int64_t since_ns = 0;    ///< the monitor's time when a scan first found these values
    /// The moment, in the monitor's time, at which the level rises if the head has not moved. The
    /// value is `never` if the record has no watched scope, or if there is no higher level.
    std::int64_t due_ns = never;
    level reached = level::alive;
    std::unique_ptr<episode> open; ///< null if the scope is neither frozen nor overdue
};

/// Converts a time to ns for records and rows. Times above 100 years become 100 years. So the sum
/// of a moment and two such times does not overflow.
[[nodiscard]] constexpr std::uint64_t to_timeout_ns(std::chrono::nanoseconds time) noexcept {
    constexpr std::chrono::nanoseconds longest = std::chrono::hours(24) * 36'525;
    return static_cast<std::uint64_t>((std::min)(time, longest).count());
}

/// Owns the records of a registry, in chunks. The chunks are freed with the store. Scopes may
/// outlive their registry. So the store lives until its registry has abandoned the store and no
/// thread holds a record.
///
/// Any thread may call `take`, `give_back` and `abandon`. `take` holds a mutex for a few
/// instructions, and allocates while it does not hold the mutex. `give_back` and `abandon` take no
/// lock, because of fork(): a fork does not wait for the mutex of a store that has outlived its
/// registry. If another thread held this mutex during the fork, the mutex would stay locked in the
/// child for ever.
class record_store {
public:
    struct chunk {
        static constexpr std::size_t size = 64;

        std::array<record, size> records;
        std::array<row, size> rows;         ///< only for the thread that scans
        std::atomic<std::uint32_t> used{0}; ///< the first `used` records were taken at least once
        std::atomic<chunk*> next{nullptr};
        std::unique_ptr<std::atomic<std::uint64_t>[]> entries; ///< the rings, then the ticks
    };

    /// Creates a store that belongs to the registry until the registry calls `abandon`. Throws
    /// std::bad_alloc.
    explicit record_store(const settings& options);
    record_store(const record_store&) = delete;
    record_store& operator=(const record_store&) = delete;

    /// Returns a record for the calling thread. Throws std::bad_alloc.
    record* take(std::int64_t thread_id);
    /// Takes a record back from a thread that does not keep the record.
    void give_back(record* returned) noexcept;
    /// Removes one holder: the registry, or a thread that held a record. The last call deletes the
    /// store.
    void abandon() noexcept;

    [[nodiscard]] chunk* chunks() const noexcept { return first_.load(std::memory_order_acquire); }
    [[nodiscard]] std::size_t size() const noexcept {
        return chunk_count_.load(std::memory_order_relaxed) * chunk::size;
    }

    /// The mutex that a fork holds as long as the registry exists.
    [[nodiscard]] std::mutex& mutex() noexcept { return mutex_; }

    // Each registration reads these two values. The values have their own cache line, which is
    // rarely written.
    alignas(128) std::atomic<std::uint64_t> timeout_ns;
    std::atomic<std::uint64_t> grace_ns;
    /// The monitor's clock in milliseconds, on its own cache line, which is written once in each
    /// period.
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
    // Memory order: `give_back` pushes a record onto the list with release, and `take` takes the
    // whole list with acquire. So the next writer of a record sees all stores of the last writer.
    // Because `take` takes the whole list, a push has no ABA problem. `give_back` decrements the
    // number of holders after the push, with acquire and release. So the last holder sees all
    // stores of the other holders, and then deletes the store. Chunks are linked with release and
    // followed with acquire. So a scan takes no lock.
    std::atomic<record*> given_back_{nullptr}; ///< records given back, not yet in `spare_`
    std::atomic<std::size_t> holders_{1};      ///< the number of records in use, plus the registry
    // Changed under the mutex.
    chunk* last_ = nullptr;
    record* spare_ = nullptr;
};

} // namespace tollgate::liveness::detail
