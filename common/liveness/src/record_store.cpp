// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/detail/record_store.hpp>

#include <tollgate/liveness/detail/refuse.hpp>

#include <bit>

namespace tollgate::liveness::detail {

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

record* record_store::take(std::int64_t thread_id) {
    const std::lock_guard lock(mutex_);
    if (spare_ == nullptr) {
        if (last_ == nullptr || last_->used.load(std::memory_order_relaxed) == chunk::size) {
            add_chunk();
        }
        const std::uint32_t used = last_->used.load(std::memory_order_relaxed);
        spare_ = &last_->records[used];
        last_->used.store(used + 1, std::memory_order_release);
    }
    record* const taken = spare_;
    spare_ = taken->next;
    taken->next = nullptr;
    taken->thread_id.store(thread_id, std::memory_order_release);
    ++held_;
    return taken;
}

void record_store::give_back(record* one) noexcept {
    std::unique_lock lock(mutex_);
    one->next = spare_;
    spare_ = one;
    unref(std::move(lock));
}

void record_store::abandon() noexcept {
    unref(std::unique_lock(mutex_));
}

void record_store::unref(std::unique_lock<std::mutex> lock) noexcept {
    const bool last = --held_ == 0;
    lock.unlock();
    if (last) {
        delete this;
    }
}

void record_store::add_chunk() {
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
    chunk* const added = made.release();
    (last_ == nullptr ? first_ : last_->next).store(added, std::memory_order_release);
    last_ = added;
    chunks_made_.fetch_add(1, std::memory_order_relaxed);
}

void give_back(record* one) noexcept {
    one->store->give_back(one);
}

} // namespace tollgate::liveness::detail
