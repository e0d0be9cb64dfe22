// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

namespace tollgate::thread_test {

/// A mutex, a condition variable and a flag for each member. The notification comes after the
/// mutex is released, so that the woken thread need not wait for it again.
class condvar_baton {
public:
    static constexpr const char* name = "condvar";
    static constexpr const char* unit = "one hand-off: notify to return of wait";

    explicit condvar_baton(std::size_t members) : boxes_(members) {}

    void wait(std::size_t member) {
        box& own = boxes_[member];
        std::unique_lock lock(own.mutex);
        own.changed.wait(lock, [&] { return own.full; });
        own.full = false;
    }

    void pass(std::size_t to) {
        box& next = boxes_[to];
        {
            const std::lock_guard lock(next.mutex);
            next.full = true;
        }
        next.changed.notify_one();
    }

private:
    struct alignas(64) box {
        std::mutex mutex;
        std::condition_variable changed;
        bool full = false;
    };
    std::vector<box> boxes_;
};

} // namespace tollgate::thread_test
