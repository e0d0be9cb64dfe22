// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/repeated_notification.hpp>
#include <tollgate/cancel/detail/start_thread.hpp>
#include <tollgate/sleep/parker.hpp>

#include <algorithm>
#include <memory>
#include <mutex>

#include <pthread.h>

namespace tollgate::cancel::detail {

std::atomic<bool> repeated_notification::has_repeater_{false};

/// The data of the thread of that name.
struct repeater {
    using clock = repeated_notification::clock;

    void add(repeated_notification& one) noexcept {
        {
            const std::lock_guard lock(mutex);
            one.generation_ = generation;
            one.listed_by_ = &first;
            one.next_ = first;
            if (first != nullptr) {
                first->listed_by_ = &one.next_;
            }
            first = &one;
        }
        // Also while there is no thread: one that is started later finds the permit.
        news.wake();
    }

    void remove(const repeated_notification& one) noexcept {
        const std::lock_guard lock(mutex);
        if (one.generation_ != generation) {
            return; // it was listed in the parent, and its neighbours may be gone
        }
        *one.listed_by_ = one.next_;
        if (one.next_ != nullptr) {
            one.next_->listed_by_ = one.listed_by_;
        }
    }

    /// Returns when the next one is due.
    clock::time_point give_what_is_due() noexcept {
        constexpr clock::duration longest_pause = std::chrono::milliseconds(100);
        const std::lock_guard lock(mutex);
        const clock::time_point now = clock::now();
        clock::time_point next = clock::time_point::max();
        for (repeated_notification* one = first; one != nullptr; one = one->next_) {
            if (one->due_ <= now) {
                one->notify_(one->argument_);
                one->due_ = now + one->pause_;
                one->pause_ = std::min(2 * one->pause_, longest_pause);
            }
            next = std::min(next, one->due_);
        }
        return next;
    }

    [[noreturn]] static void run() noexcept;
    static void begin_anew_in_child() noexcept;

    /// Held while notifications are given: after a removal none is being given.
    std::mutex mutex;
    repeated_notification* first = nullptr;
    std::uint64_t generation = 0; ///< how many forks there were from the first process to this one
    sleep::parker news;
    sleep::parker begun; ///< in which the thread that starts it waits
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

constinit lasting_repeater the;

/// False as long as the program's static objects are being made: there is no repeater then.
const bool forks_are_noticed =
    ::pthread_atfork(nullptr, nullptr, &repeater::begin_anew_in_child) == 0;

/// A thread_local object of this kind keeps the shared object that its thread runs in loaded.
struct kept_loaded {
    kept_loaded() noexcept = default;
    kept_loaded(const kept_loaded&) = delete;
    kept_loaded& operator=(const kept_loaded&) = delete;
    ~kept_loaded() { the.own.news.wake(); }
};

} // namespace

void repeater::run() noexcept {
    static thread_local const kept_loaded here;
    the.own.begun.wake();
    for (;;) {
        the.own.news.sleep_until(the.own.give_what_is_due());
    }
}

/// The thread that called fork() is the only one in the child.
void repeater::begin_anew_in_child() noexcept {
    const std::uint64_t parents = the.own.generation;
    std::construct_at(&the.own);
    the.own.generation = parents + 1;
    repeated_notification::has_repeater_.store(false, std::memory_order_relaxed);
}

bool repeated_notification::start_repeater() noexcept {
    const std::lock_guard lock(the.own.mutex);
    if (!has_repeater_.load(std::memory_order_relaxed) && forks_are_noticed &&
        start_thread(&repeater::run)) {
        the.own.begun.sleep(); // until it keeps its code loaded
        has_repeater_.store(true, std::memory_order_relaxed);
    }
    return has_repeater_.load(std::memory_order_relaxed);
}

repeated_notification::repeated_notification(void (*notify)(void*) noexcept,
                                             void* argument) noexcept
    : notify_(notify), argument_(argument), pause_(std::chrono::microseconds(50)) {
    the.own.add(*this);
}

repeated_notification::~repeated_notification() {
    the.own.remove(*this);
}

} // namespace tollgate::cancel::detail
