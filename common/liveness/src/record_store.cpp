// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/detail/record_store.hpp>

#include <tollgate/liveness/detail/this_thread.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <bit>
#include <utility>

namespace tollgate::liveness::detail {

namespace race_detector = sleep::race_detector;

record_store::record_store(const settings& options)
    : timeout_ns(to_timeout_ns(options.default_timeouts.timeout)),
      grace_ns(to_timeout_ns(options.default_timeouts.grace)),
      // One entry more than a history shows: fact 1 in README.md.
      ring_size_(std::bit_ceil(options.history + 1)),
      with_ticks_(options.stamp == stamps::counter) {}

record_store::~record_store() {
    for (const chunk* current = chunks(); current != nullptr;) {
        const chunk* const next = current->next.load(std::memory_order_relaxed);
        delete current;
        current = next;
    }
}

/// Allocates and frees chunks without the mutex. A fork waits for the mutex, and an allocator might
/// wait for the fork.
record* record_store::take(std::int64_t thread_id) {
    std::unique_ptr<chunk> created;
    std::unique_lock lock(mutex_);
    record* taken = take_spare();
    while (taken == nullptr) {
        if (created == nullptr) {
            lock.unlock();
            created = make_chunk();
            lock.lock();
        } else {
            add(std::move(created));
        }
        taken = take_spare();
    }
    taken->next = nullptr;
    taken->thread_id.store(thread_id, std::memory_order_release);
    holders_.fetch_add(1, std::memory_order_relaxed);
    lock.unlock();
    return taken;
}

record* record_store::take_spare() noexcept {
    if (spare_ == nullptr) {
        spare_ = given_back_.exchange(nullptr, std::memory_order_acquire);
        race_detector::library_acquires(&given_back_);
    }
    if (spare_ != nullptr) {
        return std::exchange(spare_, spare_->next);
    }
    const std::uint32_t used =
        last_ == nullptr ? chunk::size : last_->used.load(std::memory_order_relaxed);
    if (used == chunk::size) {
        return nullptr;
    }
    last_->used.store(used + 1, std::memory_order_release);
    return &last_->records[used];
}

/// Only `take` removes records from the list: all at once, under the mutex.
void record_store::give_back(record* returned) noexcept {
    returned->next = given_back_.load(std::memory_order_relaxed);
    race_detector::library_releases(&given_back_);
    while (!given_back_.compare_exchange_weak(returned->next, returned, std::memory_order_release,
                                              std::memory_order_relaxed)) {
    }
    abandon();
}

void record_store::abandon() noexcept {
    race_detector::library_releases(&holders_);
    if (holders_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        race_detector::library_acquires(&holders_);
        delete this;
    }
}

std::unique_ptr<record_store::chunk> record_store::make_chunk() {
    auto created = std::make_unique<chunk>();
    const std::size_t ticks_at = chunk::size * ring_size_;
    created->entries =
        std::make_unique<std::atomic<std::uint64_t>[]>(with_ticks_ ? 2 * ticks_at : ticks_at);
    for (std::size_t i = 0; i < chunk::size; ++i) {
        record& next = created->records[i];
        next.ring = &created->entries[i * ring_size_];
        next.ticks = with_ticks_ ? next.ring + ticks_at : nullptr;
        next.clock_ms = &clock_ms;
        next.mask = static_cast<std::uint32_t>(ring_size_ - 1);
        next.store = this;
    }
    return created;
}

void record_store::add(std::unique_ptr<chunk> created) noexcept {
    chunk* const added = created.release();
    (last_ == nullptr ? first_ : last_->next).store(added, std::memory_order_release);
    last_ = added;
    chunk_count_.fetch_add(1, std::memory_order_relaxed);
}

} // namespace tollgate::liveness::detail
