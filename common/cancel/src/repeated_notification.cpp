// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/helper_thread.hpp>
#include <tollgate/cancel/detail/repeated_notification.hpp>
#include <tollgate/sleep/no_pthread_cancel.hpp>
#include <tollgate/sleep/parker.hpp>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>

#include <pthread.h>
#include <unistd.h>

namespace tollgate::cancel::detail {

std::atomic<bool> repeated_notification::has_repeater_{false};

/// The data of the repeater, which is a thread.
struct repeater {
    using clock = repeated_notification::clock;

    /// Gives the notifications that are due. Returns when the next is due, or nothing if the thread
    /// is to end.
    std::optional<clock::time_point> notify_due() noexcept {
        constexpr clock::duration longest_pause = std::chrono::milliseconds(100);
        const std::lock_guard lock(mutex);
        if (ends) {
            return std::nullopt;
        }
        const clock::time_point now = clock::now();
        clock::time_point next = clock::time_point::max();
        for (repeated_notification* each = first; each != nullptr; each = each->listed_.next) {
            if (each->due_ <= now) {
                each->notify_(each->argument_);
                each->due_ = now + each->pause_;
                each->pause_ = std::min(2 * each->pause_, longest_pause);
            }
            next = std::min(next, each->due_);
        }
        return next;
    }

    static void end() noexcept;
    static void* run(void* argument) noexcept;
    static void begin_anew_in_child() noexcept;

    /// Held while notifications are given: no removed notification is under way.
    std::mutex mutex;
    repeated_notification* first = nullptr;
    bool ends = false; ///< no thread is started any more
    std::optional<pthread_t> thread;
    pid_t process = 0; ///< the process that has the thread
    sleep::parker parker;
};

namespace {

/// Never destroyed: waits in destructors of static objects need it, too.
union lasting_repeater {
    constexpr lasting_repeater() noexcept : own() {}
    lasting_repeater(const lasting_repeater&) = delete;
    lasting_repeater& operator=(const lasting_repeater&) = delete;
    ~lasting_repeater() {}
    repeater own;
};

constinit lasting_repeater instance;

/// Written only in the child of a fork, while it has one thread.
std::atomic<std::uint64_t> generation{0};

/// Runs before the program's static objects are made: they may fork, and their own handlers of
/// fork() may wait and poll.
[[gnu::constructor(101)]] void notice_forks() noexcept {
    ::pthread_atfork(nullptr, nullptr, &repeater::begin_anew_in_child);
}

/// Has the first priority: it runs after all destructors of static objects, which may wait. The
/// alternative is to keep the shared object loaded. That takes the lock of the loader, which a
/// thread in dlopen() has: a wait in there would never end.
[[gnu::destructor(101)]] void end_repeater() noexcept {
    repeater::end();
}

} // namespace

void* repeater::run(void* /*argument*/) noexcept {
    while (const auto next = instance.own.notify_due()) {
        instance.own.parker.sleep_until(*next);
    }
    return nullptr;
}

/// A process that was made without the handlers of fork() finds a thread here that it does not
/// have.
void repeater::end() noexcept {
    std::optional<pthread_t> ending;
    {
        const std::lock_guard lock(instance.own.mutex);
        repeated_notification::has_repeater_.store(false, std::memory_order_relaxed);
        instance.own.ends = true;
        ending = instance.own.thread;
    }
    if (ending && instance.own.process == ::getpid()) {
        const sleep::no_pthread_cancel here;
        instance.own.parker.wake();
        ::pthread_join(*ending, nullptr);
    }
}

/// The thread that called fork() is the only one in the child.
void repeater::begin_anew_in_child() noexcept {
    std::construct_at(&instance.own);
    generation.fetch_add(1, std::memory_order_relaxed);
    repeated_notification::has_repeater_.store(false, std::memory_order_relaxed);
}

std::uint64_t process_generation() noexcept {
    return generation.load(std::memory_order_relaxed);
}

bool repeated_notification::start_repeater() noexcept {
    const std::lock_guard lock(instance.own.mutex);
    if (instance.own.thread || instance.own.ends) {
        return !instance.own.ends;
    }
    pthread_t started{};
    const bool has_started = start_helper_thread(started, &repeater::run, nullptr) == 0;
    if (has_started) {
        instance.own.thread = started;
        instance.own.process = ::getpid();
        has_repeater_.store(true, std::memory_order_relaxed);
    }
    return has_started;
}

repeated_notification::repeated_notification(void (*notify)(void*) noexcept,
                                             void* argument) noexcept
    : notify_(notify), argument_(argument), pause_(std::chrono::microseconds(50)) {
    {
        const std::lock_guard lock(instance.own.mutex);
        generation_ = process_generation();
        enter_list<&repeated_notification::listed_>(instance.own.first, *this);
    }
    // Also while there is no thread: a thread that is started later finds the permit.
    instance.own.parker.wake();
}

/// In a child, the list in which the parent put the notification is gone.
repeated_notification::~repeated_notification() {
    const std::lock_guard lock(instance.own.mutex);
    if (generation_ == process_generation()) {
        leave_list<&repeated_notification::listed_>(*this);
    }
}

} // namespace tollgate::cancel::detail
