// SPDX-License-Identifier: BSL-1.0
#include "spare_records.hpp"

#include <tollgate/liveness/detail/refuse.hpp>
#include <tollgate/liveness/detail/this_thread.hpp>

#include <atomic>
#include <cstdint>
#include <utility>

#include <pthread.h>

namespace tollgate::liveness::detail {
namespace {

void give_back_spares() noexcept {
    record* one = std::exchange(this_thread.spare, nullptr);
    while (one != nullptr) {
        record* const next = one->next;
        give_back(one);
        one = next;
    }
}

/// Scopes may begin after this, in destructors of other keys: they keep nothing.
extern "C" void tollgate_liveness_thread_ends(void* /*words*/) {
    this_thread.ending = true;
    this_thread.spare_of = nullptr;
    give_back_spares();
}

/// The key whose destructor runs when a thread ends. It is no thread_local object with a
/// destructor: to register one, glibc takes the lock of the loader, and a thread that is stuck in
/// dlopen would stop each thread that begins its first scope.
///
/// It goes when the library is unloaded, because no thread may call what is not there any more, or
/// when the process ends: threads that come later keep nothing.
class thread_end {
public:
    constexpr thread_end() noexcept = default;
    ~thread_end() {
        const std::uint64_t last = state_.exchange(gone);
        if (last >= first_key) {
            ::pthread_key_delete(static_cast<pthread_key_t>(last - first_key));
        }
    }
    thread_end(const thread_end&) = delete;
    thread_end& operator=(const thread_end&) = delete;

    /// Of the calling thread. False if the system has no room for that.
    [[nodiscard]] bool watch() noexcept {
        std::uint64_t found = state_.load(std::memory_order_acquire);
        if (found == not_made) {
            found = make();
        }
        return found >= first_key &&
               ::pthread_setspecific(static_cast<pthread_key_t>(found - first_key), &this_thread) ==
                   0;
    }

private:
    static constexpr std::uint64_t not_made = 0;
    static constexpr std::uint64_t gone = 1;
    static constexpr std::uint64_t first_key = 2; ///< and the others behind it

    /// Of several threads that make one at the same time, one has it its way. Without a lock, which
    /// a child of fork() might find held.
    std::uint64_t make() noexcept {
        pthread_key_t key{};
        if (::pthread_key_create(&key, &tollgate_liveness_thread_ends) != 0) {
            return not_made;
        }
        std::uint64_t found = not_made;
        const std::uint64_t made = first_key + key;
        if (state_.compare_exchange_strong(found, made)) {
            return made;
        }
        ::pthread_key_delete(key);
        return found;
    }

    std::atomic<std::uint64_t> state_{not_made};
};

constinit thread_end end_of_threads;

} // namespace

void keep_spares_of(const record_store* store) noexcept {
    if (this_thread.ending || this_thread.spare_of == store) {
        return;
    }
    give_back_spares();
    this_thread.spare_of = end_of_threads.watch() ? store : nullptr;
}

} // namespace tollgate::liveness::detail
