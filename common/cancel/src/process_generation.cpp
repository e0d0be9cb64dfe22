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

/// Before main(), not with the first poll: a child that is forked meanwhile would find that begun.
const int error_of_watching = ::pthread_atfork(nullptr, nullptr, &count_child);

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
