// SPDX-License-Identifier: BSL-1.0
#include "forked.hpp"

#include "core.hpp"
#include "stack.hpp"

#include <tollgate/liveness/detail/this_thread.hpp>

#include <algorithm>
#include <mutex>
#include <system_error>
#include <vector>

#include <pthread.h>

namespace tollgate::liveness::detail {
namespace {

/// All registries of the process: pthread_atfork hands nothing to its functions. Never destroyed,
/// because others may fork while static objects end.
struct living {
    std::mutex mutex;
    std::vector<core*> all;
};

living& cores() {
    static living* const them = new living;
    return *them;
}

void before_fork() {
    cores().mutex.lock();
    for (core* one : cores().all) {
        one->lock_for_fork();
    }
}

void after_fork_in_parent() {
    for (core* one : cores().all) {
        one->unlock_after_fork();
    }
    cores().mutex.unlock();
}

void after_fork_in_child() {
    // A scope that found a spare record would not start the threads.
    this_thread.spare = nullptr;
    this_thread.spare_of = nullptr;
    this_thread.id = 0;
    forget_questions_of_parent();
    for (core* one : cores().all) {
        one->start_anew();
    }
    after_fork_in_parent();
}

} // namespace

void watch_for_fork(core& one) {
    const std::lock_guard lock(cores().mutex);
    if (static bool installed = false; !installed) {
        const int error =
            ::pthread_atfork(&before_fork, &after_fork_in_parent, &after_fork_in_child);
        if (error != 0) {
            throw std::system_error(error, std::generic_category(), "pthread_atfork");
        }
        installed = true;
    }
    cores().all.push_back(&one);
}

void forget_for_fork(core& one) noexcept {
    const std::lock_guard lock(cores().mutex);
    cores().all.erase(std::find(cores().all.begin(), cores().all.end(), &one));
}

} // namespace tollgate::liveness::detail
