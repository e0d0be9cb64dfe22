// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/repeated_notification.hpp>
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

    void add(repeated_notification& one) noexcept {
        {
            const std::lock_guard lock(mutex);
            one.generation_ = generation;
            enter_list<&repeated_notification::listed_>(first, one);
        }
        // Also while there is no thread: one that is started later finds the permit.
        news.wake();
    }

    void remove(const repeated_notification& one) noexcept {
        const std::lock_guard lock(mutex);
        if (one.generation_ == generation) { // else it was listed in the parent, beside what is gone
            leave_list<&repeated_notification::listed_>(one);
        }
    }

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

    bool start() noexcept;
    void end() noexcept;
    static void* run(void* argument) noexcept;
    static void begin_anew_in_child() noexcept;

    /// Held while notifications are given: after a removal none is being given.
    std::mutex mutex;
    repeated_notification* first = nullptr;
    std::uint64_t generation = 0; ///< how many forks there were from the first process to this one
    bool ends = false;            ///< and none is started any more
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

/// If not, there is no repeater.
constinit bool forks_are_noticed = false;

/// Before the program's static objects are made: handlers of fork() that are theirs may wait.
[[gnu::constructor(101)]] void notice_forks() noexcept {
    forks_are_noticed = ::pthread_atfork(nullptr, nullptr, &repeater::begin_anew_in_child) == 0;
}

/// When a shared object that has the library in it is unloaded, the code that the thread runs is
/// gone: the thread ends before. To keep the object loaded instead takes the lock of the loader (a
/// thread_local object with a destructor does so), and a thread in dlopen() has it: one that waits
/// there, in a constructor of a plug-in, or for a thread that waits, would wait for ever.
///
/// Of the first priority, so that it comes after all destructors of static objects, also when the
/// process ends: they may wait.
[[gnu::destructor(101)]] void end_repeater() noexcept {
    the.own.end();
}

/// A thread that blocks all signals but those of its own faults, so that the program's handlers run
/// on the program's threads. Nothing if the machine has no thread left.
std::optional<pthread_t> start_thread(void* (*run)(void*)) noexcept {
    sigset_t blocked;
    ::sigfillset(&blocked);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS}) {
        ::sigdelset(&blocked, fault);
    }
    sigset_t before;
    ::pthread_sigmask(SIG_BLOCK, &blocked, &before); // the new thread inherits it
    pthread_t started{};
    const int error = ::pthread_create(&started, nullptr, run, nullptr);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return error == 0 ? std::optional(started) : std::nullopt;
}

} // namespace

void* repeater::run(void* /*argument*/) noexcept {
    while (const auto next = the.own.give_what_is_due()) {
        the.own.news.sleep_until(*next);
    }
    return nullptr;
}

bool repeater::start() noexcept {
    const std::lock_guard lock(mutex);
    if (!thread && !ends && forks_are_noticed) {
        thread = start_thread(&run);
        thread_of = ::getpid();
        repeated_notification::has_repeater_.store(thread.has_value(), std::memory_order_relaxed);
    }
    return thread && !ends;
}

/// A process that was made past the handlers of fork() finds a thread here that it does not have.
void repeater::end() noexcept {
    std::optional<pthread_t> ending;
    {
        const std::lock_guard lock(mutex);
        repeated_notification::has_repeater_.store(false, std::memory_order_relaxed);
        ends = true;
        ending = thread;
    }
    if (ending && thread_of == ::getpid()) {
        news.wake();
        ::pthread_join(*ending, nullptr);
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
    return the.own.start();
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
