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

} // namespace

void watch_for_forks() {
    static const bool watching = [] {
        const int error = ::pthread_atfork(nullptr, nullptr, &count_child);
        if (error != 0) {
            throw std::system_error(error, std::generic_category(), "pthread_atfork");
        }
        return true;
    }();
    static_cast<void>(watching);
}

unsigned process_generation() noexcept {
    return generation.load(std::memory_order_relaxed);
}

} // namespace tollgate::cancel::detail
