// SPDX-License-Identifier: BSL-1.0
#include "core.hpp"
#include "stack.hpp"

#include <tollgate/liveness/detail/this_thread.hpp>

#include <cstdint>
#include <mutex>
#include <system_error>
#include <type_traits>

#include <pthread.h>

namespace tollgate::liveness::detail {
namespace {

/// All registries of the process, since pthread_atfork hands nothing to its functions. There before
/// the program begins, so that none of its threads can be in the middle of making them when another
/// one forks, and never destroyed, because others may fork while static objects end.
constinit std::mutex mutex;
constinit core* first_core = nullptr; // with the mutex

static_assert(std::is_trivially_destructible_v<std::mutex>);

template <class Action>
void for_each_core(Action action) {
    for (core* each = first_core; each != nullptr; each = each->next_for_fork) {
        action(*each);
    }
}

void before_fork() {
    mutex.lock();
    for_each_core([](core& one) { one.lock_for_fork(); });
}

void after_fork_in_parent() {
    for_each_core([](core& one) { one.unlock_after_fork(); });
    mutex.unlock();
}

void after_fork_in_child() {
    // A scope that found a spare record would not start the threads.
    this_thread.spare = nullptr;
    this_thread.spare_of = nullptr;
    this_thread.id = 0;
    forget_questions_of_parent();
    const std::int64_t thread_id = this_thread_id();
    for_each_core([=](core& one) { one.start_anew(thread_id); });
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

void core::watch_for_fork() {
    if (refused != 0) {
        throw std::system_error(refused, std::generic_category(), "pthread_atfork");
    }
    const std::lock_guard lock(mutex);
    next_for_fork = first_core;
    first_core = this;
}

void core::forget_for_fork() noexcept {
    const std::lock_guard lock(mutex);
    core** at = &first_core;
    while (*at != this) {
        at = &(*at)->next_for_fork;
    }
    *at = next_for_fork;
}

} // namespace tollgate::liveness::detail
