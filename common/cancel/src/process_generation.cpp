// SPDX-License-Identifier: BSL-1.0
#include "process_generation.hpp"

#include <atomic>
#include <system_error>

#include <pthread.h>

namespace tollgate::cancel::detail {
namespace {

std::atomic<unsigned> generation{0};

void count_child() noexcept {
    generation.fetch_add(1, std::memory_order_relaxed);
}

constinit int error_of_watching = 0;

/// Before the program's static objects are made: they may poll and fork, and so may handlers of
/// fork() that are theirs. With the first poll it would come too late for a child that is forked
/// meanwhile.
[[gnu::constructor(101)]] void count_children() noexcept {
    error_of_watching = ::pthread_atfork(nullptr, nullptr, &count_child);
}

} // namespace

void watch_for_forks() {
    if (error_of_watching != 0) {
        throw std::system_error(error_of_watching, std::generic_category(), "pthread_atfork");
    }
}

unsigned process_generation() noexcept {
    return generation.load(std::memory_order_relaxed);
}

} // namespace tollgate::cancel::detail
