// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/detail/record_store.hpp>

#include <tollgate/liveness/detail/this_thread.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <bit>
#include <utility>

namespace tollgate::liveness::detail {

namespace race_detector = sleep::race_detector;

record_store::record_store(const settings& how)
    : timeout_ns(to_limit(how.of_scopes.timeout)),
      grace_ns(to_limit(how.of_scopes.grace)),
      // One more than can be shown: see basic_record, 1.
      ring_(std::bit_ceil(how.history + 1)),
      with_ticks_(how.stamp == stamps::counter) {}

record_store::~record_store() {
    for (const chunk* one = chunks(); one != nullptr;) {
        const chunk* const next = one->next.load(std::memory_order_relaxed);
        delete one;
        one = next;
    }
}

/// A chunk is made without the mutex, since a fork waits for that: what allocates under it might
/// wait for the fork. One that is not wanted any more goes without it, too.
record* record_store::take(std::int64_t thread_id) {
    std::unique_ptr<chunk> made;
    std::unique_lock lock(mutex_);
    record* taken = take_spare();
    while (taken == nullptr) {
        if (made == nullptr) {
            lock.unlock();
            made = make_chunk();
            lock.lock();
        } else {
            add(std::move(made));
        }
        taken = take_spare();
    }
    taken->next = nullptr;
    taken->thread_id.store(thread_id, std::memory_order_release);
    held_.fetch_add(1, std::memory_order_relaxed);
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

/// Only `take` removes any, all at once and with the mutex.
void record_store::give_back(record* one) noexcept {
    one->next = given_back_.load(std::memory_order_relaxed);
    race_detector::library_releases(&given_back_);
    while (!given_back_.compare_exchange_weak(one->next, one, std::memory_order_release,
                                              std::memory_order_relaxed)) {
    }
    abandon();
}

void record_store::abandon() noexcept {
    race_detector::library_releases(&held_);
    if (held_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        race_detector::library_acquires(&held_);
        delete this;
    }
}

std::unique_ptr<record_store::chunk> record_store::make_chunk() {
    auto made = std::make_unique<chunk>();
    const std::size_t ticks_at = chunk::size * ring_;
    made->entries =
        std::make_unique<std::atomic<std::uint64_t>[]>(with_ticks_ ? 2 * ticks_at : ticks_at);
    for (std::size_t i = 0; i < chunk::size; ++i) {
        record& one = made->records[i];
        one.ring = &made->entries[i * ring_];
        one.ticks = with_ticks_ ? one.ring + ticks_at : nullptr;
        one.clock_ms = &clock_ms;
        one.mask = static_cast<std::uint32_t>(ring_ - 1);
        one.store = this;
    }
    return made;
}

void record_store::add(std::unique_ptr<chunk> made) noexcept {
    chunk* const added = made.release();
    (last_ == nullptr ? first_ : last_->next).store(added, std::memory_order_release);
    last_ = added;
    chunks_made_.fetch_add(1, std::memory_order_relaxed);
}

} // namespace tollgate::liveness::detail
