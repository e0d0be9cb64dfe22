// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/affinity.hpp>

#include "this_thread_mask.hpp"

#include <tollgate/cpu/allowed.hpp>

#include <cassert>
#include <exception>

namespace tollgate::cpu {

void pin_this_thread(int cpu) {
    detail::set_allowed_cpus(std::span<const int>(&cpu, 1));
}

affinity_guard::affinity_guard(int cpu)
    : before_(allowed_cpus()), owner_(std::this_thread::get_id()) {
    pin_this_thread(cpu);
}

affinity_guard::~affinity_guard() {
    assert(owner_ == std::this_thread::get_id());
    try {
        detail::set_allowed_cpus(before_);
    } catch (const std::exception&) {
        // A destructor has nobody to tell; the header says where the thread then runs.
    }
}

} // namespace tollgate::cpu
