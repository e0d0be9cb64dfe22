// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/start_line.hpp>

#include <cassert>
#include <thread>

namespace tollgate::cpu {

start_line::start_line(std::size_t runners) : runners_(runners) {}

void start_line::wait() {
    [[maybe_unused]] const std::size_t earlier = arrived_.fetch_add(1, std::memory_order_acq_rel);
    assert(earlier < 2 * runners_);
    while (arrived_.load(std::memory_order_acquire) < runners_) {
        std::this_thread::yield();
    }
}

void start_line::open() {
    arrived_.fetch_add(runners_, std::memory_order_acq_rel);
}

} // namespace tollgate::cpu
