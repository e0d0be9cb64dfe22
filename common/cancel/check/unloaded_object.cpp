// SPDX-License-Identifier: BSL-1.0
//
// A plug-in that has the library in it. Its functions return true on success.
#include <tollgate/cancel/detail/repeated_notification.hpp>
#include <tollgate/cancel/poll.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/source_with_deadline.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/wait.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>

/// The interface of the plug-in.
extern "C" {
[[gnu::visibility("default")]] bool tollgate_check_wait();
[[gnu::visibility("default")]] bool tollgate_check_poll();
[[gnu::visibility("default")]] bool tollgate_check_deadline(void* source);
}

namespace {

using namespace std::chrono_literals;
using namespace tollgate::cancel;

std::atomic<int> notifications{0};

[[nodiscard]] bool repeats() {
    using detail::repeated_notification;
    const repeated_notification notification([](void*) noexcept { ++notifications; }, nullptr);
    const int before = notifications;
    while (notifications < before + 2) {
        std::this_thread::yield();
    }
    return repeated_notification::has_repeater();
}

/// Its destructor runs before or after those of the library's static objects: the linker decides.
/// Both may wait.
struct waiting_at_the_end {
    waiting_at_the_end() = default;
    waiting_at_the_end(const waiting_at_the_end&) = delete;
    waiting_at_the_end& operator=(const waiting_at_the_end&) = delete;
    ~waiting_at_the_end() {
        if (used && !repeats()) {
            std::terminate();
        }
    }
    bool used = false;
};

waiting_at_the_end last;

} // namespace

bool tollgate_check_wait() {
    std::mutex mutex;
    std::condition_variable condition;
    const standalone_token never;
    std::unique_lock lock(mutex);
    last.used = true;
    return wait_for(
               condition, lock, 1ms, [] { return false; }, never) == false &&
           repeats();
}

/// Leaves a source that is armed. The caller destroys it after the plug-in was unloaded.
bool tollgate_check_deadline(void* source) {
    ::new (source) cancellation_source(source_with_deadline(1h));
    const sourced_token own = source_with_deadline(1ms).get_token();
    return sleep_until((std::chrono::steady_clock::time_point::max)(), own) ==
           wait_status::cancelled;
}

bool tollgate_check_poll() {
    const standalone_token never;
    return poll({}, 1ms, never) == wait_status::timeout;
}
