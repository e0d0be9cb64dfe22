// SPDX-License-Identifier: BSL-1.0
//
// The destructor of a pthread key runs when a thread ends. A thread_local object with a destructor
// would not do: glibc registers it under the lock of the loader. A thread stuck in dlopen would
// then stop each thread that begins its first scope.
//
// The key is created before the program's static objects, so that no child of fork() finds it half
// created. It is deleted after them, or when the library is unloaded, because threads must not call
// unloaded code. Threads keep no records after that.
#include <tollgate/liveness/detail/this_thread.hpp>

#include <tollgate/liveness/detail/record_store.hpp>

#include <atomic>
#include <cstdint>
#include <utility>

#include <pthread.h>
#include <unistd.h>

namespace tollgate::liveness::detail {

constinit thread_local thread_words this_thread{};

namespace {

void give_back_spares() noexcept {
    record* spare = std::exchange(this_thread.spare, nullptr);
    while (spare != nullptr) {
        record* const next = spare->next;
        spare->store->give_back(spare);
        spare = next;
    }
}

/// Scopes may begin after this, in destructors of other keys: the thread keeps no record of them.
extern "C" void tollgate_liveness_thread_ends(void* /*words*/) {
    this_thread.ending = true;
    this_thread.spare_of = nullptr;
    give_back_spares();
}

pthread_key_t key;
constinit std::atomic<bool> has_key{false};

[[gnu::constructor(101)]] void make_key() noexcept {
    has_key = ::pthread_key_create(&key, &tollgate_liveness_thread_ends) == 0;
}

[[gnu::destructor(101)]] void delete_key() noexcept {
    if (has_key.exchange(false)) {
        ::pthread_key_delete(key);
    }
}

} // namespace

std::int64_t this_thread_id() noexcept {
    if (this_thread.id == 0) [[unlikely]] {
#if defined(__linux__)
        this_thread.id = ::gettid();
#else
        static constinit std::atomic<std::int64_t> last{0};
        this_thread.id = ++last;
#endif
    }
    return this_thread.id;
}

void keep_spares_of(const record_store* store) noexcept {
    if (this_thread.ending || this_thread.spare_of == store) {
        return;
    }
    give_back_spares();
    const bool will_end = has_key && ::pthread_setspecific(key, &this_thread) == 0;
    this_thread.spare_of = will_end ? store : nullptr;
}

} // namespace tollgate::liveness::detail
