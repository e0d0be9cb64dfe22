// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/repeated_notification.hpp>
#include <tollgate/sleep/no_pthread_cancel.hpp>
#include <tollgate/sleep/parker.hpp>

#include <algorithm>
#include <csignal>
#include <memory>
#include <mutex>
#include <optional>

#include <pthread.h>
#include <unistd.h>

namespace tollgate::cancel::detail {

std::atomic<bool> repeated_notification::has_repeater_{false};

/// The data of the thread of that name.
struct repeater {
    using clock = repeated_notification::clock;

    /// Returns when the next one is due, or nothing if the thread is to end.
    std::optional<clock::time_point> give_what_is_due() noexcept {
        constexpr clock::duration longest_pause = std::chrono::milliseconds(100);
        const std::lock_guard lock(mutex);
        if (ends) {
            return std::nullopt;
        }
        const clock::time_point now = clock::now();
        clock::time_point next = clock::time_point::max();
        for (repeated_notification* one = first; one != nullptr; one = one->listed_.next) {
            if (one->due_ <= now) {
                one->notify_(one->argument_);
                one->due_ = now + one->pause_;
                one->pause_ = std::min(2 * one->pause_, longest_pause);
            }
            next = std::min(next, one->due_);
        }
        return next;
    }

    /// Of the first priority, so that it comes after all destructors of static objects, also when
    /// the process ends: they may wait. To keep a shared object loaded instead takes the lock of
    /// the loader, and a thread in dlopen() has it: one that waits there would wait for ever.
    [[gnu::destructor(101)]] static void end() noexcept;
    static void* run(void* argument) noexcept;
    static void begin_anew_in_child() noexcept;

    /// Held while notifications are given: after a removal none is being given.
    std::mutex mutex;
    repeated_notification* first = nullptr;
    bool ends = false; ///< and none is started any more
    std::optional<pthread_t> thread;
    pid_t thread_of = 0; ///< the process that has the thread
    sleep::parker news;
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

/// Written while there is one thread.
std::atomic<std::uint64_t> generation{0};

/// Before the program's static objects are made: they may fork, and handlers of fork() that are
/// theirs may wait and poll.
[[gnu::constructor(101)]] void notice_forks() noexcept {
    ::pthread_atfork(nullptr, nullptr, &repeater::begin_anew_in_child);
}

} // namespace

void* repeater::run(void* /*argument*/) noexcept {
    while (const auto next = the.own.give_what_is_due()) {
        the.own.news.sleep_until(*next);
    }
    return nullptr;
}

/// A process that was made past the handlers of fork() finds a thread here that it does not have.
void repeater::end() noexcept {
    std::optional<pthread_t> ending;
    {
        const std::lock_guard lock(the.own.mutex);
        repeated_notification::has_repeater_.store(false, std::memory_order_relaxed);
        the.own.ends = true;
        ending = the.own.thread;
    }
    if (ending && the.own.thread_of == ::getpid()) {
        const sleep::no_pthread_cancel here;
        the.own.news.wake();
        ::pthread_join(*ending, nullptr);
    }
}

/// The thread that called fork() is the only one in the child.
void repeater::begin_anew_in_child() noexcept {
    std::construct_at(&the.own);
    generation.fetch_add(1, std::memory_order_relaxed);
    repeated_notification::has_repeater_.store(false, std::memory_order_relaxed);
}

std::uint64_t process_generation() noexcept {
    return generation.load(std::memory_order_relaxed);
}

bool repeated_notification::start_repeater() noexcept {
    const std::lock_guard lock(the.own.mutex);
    if (the.own.thread || the.own.ends) {
        return !the.own.ends;
    }
    sigset_t blocked; // so that the program's handlers run on the program's threads
    ::sigfillset(&blocked);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS}) {
        ::sigdelset(&blocked, fault);
    }
    sigset_t before;
    ::pthread_sigmask(SIG_BLOCK, &blocked, &before); // the new thread inherits it
    pthread_t started{};
    const bool has_started = ::pthread_create(&started, nullptr, &repeater::run, nullptr) == 0;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (has_started) {
        the.own.thread = started;
        the.own.thread_of = ::getpid();
        has_repeater_.store(true, std::memory_order_relaxed);
    }
    return has_started;
}

repeated_notification::repeated_notification(void (*notify)(void*) noexcept,
                                             void* argument) noexcept
    : notify_(notify), argument_(argument), pause_(std::chrono::microseconds(50)) {
    {
        const std::lock_guard lock(the.own.mutex);
        generation_ = process_generation();
        enter_list<&repeated_notification::listed_>(the.own.first, *this);
    }
    // Also while there is no thread: one that is started later finds the permit.
    the.own.news.wake();
}

/// One that was listed in the parent is beside what is gone.
repeated_notification::~repeated_notification() {
    const std::lock_guard lock(the.own.mutex);
    if (generation_ == process_generation()) {
        leave_list<&repeated_notification::listed_>(*this);
    }
}

} // namespace tollgate::cancel::detail
