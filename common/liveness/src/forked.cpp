// SPDX-License-Identifier: BSL-1.0
#include "forked.hpp"

#include "core.hpp"
#include "stack.hpp"
#include "thread_id.hpp"

#include <tollgate/liveness/detail/this_thread.hpp>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <system_error>
#include <vector>

#include <pthread.h>

namespace tollgate::liveness::detail {
namespace {

/// All registries of the process: pthread_atfork hands nothing to its functions.
struct living {
    std::mutex mutex;
    std::vector<core*> all;
};

/// There before the program begins, so that none of its threads can be in the middle of making it
/// when another one forks. Never destroyed, because others may fork while static objects end.
union lasting {
    constexpr lasting() noexcept : cores() {}
    ~lasting() {}
    lasting(const lasting&) = delete;
    lasting& operator=(const lasting&) = delete;

    living cores;
};
constinit lasting the;

void before_fork() {
    the.cores.mutex.lock();
    for (core* one : the.cores.all) {
        one->lock_for_fork();
    }
}

void after_fork_in_parent() {
    for (core* one : the.cores.all) {
        one->unlock_after_fork();
    }
    the.cores.mutex.unlock();
}

void after_fork_in_child() {
    // A scope that found a spare record would not start the threads.
    this_thread.spare = nullptr;
    this_thread.spare_of = nullptr;
    this_thread.id = 0;
    forget_questions_of_parent();
    const std::int64_t thread_id = this_thread_id();
    for (core* one : the.cores.all) {
        one->start_anew(thread_id);
    }
    after_fork_in_parent();
}

constinit int refused = 0; // the error, if a system does not take the functions

/// Before the program's static objects are made, and when a shared object is loaded: whatever holds
/// one of the locks is watched for a fork already. Asked for at the first registry, it would come
/// too late for a fork by another thread meanwhile.
[[gnu::constructor(101)]] void watch_for_forks() noexcept {
    refused = ::pthread_atfork(&before_fork, &after_fork_in_parent, &after_fork_in_child);
}

} // namespace

void watch_for_fork(core& one) {
    if (refused != 0) {
        throw std::system_error(refused, std::generic_category(), "pthread_atfork");
    }
    const std::lock_guard lock(the.cores.mutex);
    the.cores.all.push_back(&one);
}

void forget_for_fork(core& one) noexcept {
    const std::lock_guard lock(the.cores.mutex);
    the.cores.all.erase(std::find(the.cores.all.begin(), the.cores.all.end(), &one));
}

} // namespace tollgate::liveness::detail
