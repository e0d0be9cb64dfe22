// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/sanitized.hpp>

#include <climits>
#include <functional>
#include <utility>

#include <pthread.h>

namespace tollgate::liveness {

/// Something to be done at the very end of a thread: in the last round of the destructors of keys,
/// after which no key that is set anew is heard of. For one thread at a time. The library's own key
/// is there before: it has watched a scope.
class last_of_all {
public:
    last_of_all() { ::pthread_key_create(&key_, &at_each_round); }
    ~last_of_all() { ::pthread_key_delete(key_); }
    last_of_all(const last_of_all&) = delete;
    last_of_all& operator=(const last_of_all&) = delete;

    /// At the end of the calling thread.
    void call(std::function<void()> what) {
        rounds_ = 0;
        call_ = std::move(what);
        ::pthread_setspecific(key_, this);
    }

private:
    /// The last ones are the sanitizer's.
    static constexpr int rounds = faults::is_thread_sanitized ? 2 : PTHREAD_DESTRUCTOR_ITERATIONS;

    static void at_each_round(void* what) {
        auto& self = *static_cast<last_of_all*>(what);
        if (++self.rounds_ < rounds) {
            ::pthread_setspecific(self.key_, what);
        } else {
            self.call_();
        }
    }

    pthread_key_t key_{};
    int rounds_ = 0;
    std::function<void()> call_;
};

} // namespace tollgate::liveness
