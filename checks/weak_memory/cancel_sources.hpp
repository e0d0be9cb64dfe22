// SPDX-License-Identifier: BSL-1.0
#pragma once
// The sources of the library cancel for a scenario, and stand-ins for the functions of the system
// that they call.
#include "model.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/sleep/futex_word_linux.hpp>

#include <cerrno>
#include <mutex>
#include <span>
#include <thread>

// Without exceptions, as in the standard library.
// clang-format off
#define try if (true)
#define catch(...) else
// clang-format on
#include "cancel/src/source_state.cpp"
#include "cancel/src/state.cpp"
#include "cancel/src/state_cancel.cpp"
#undef try
#undef catch

extern "C" {
long __VERIFIER_thread_self() noexcept;

/// A different address in each thread, which nothing accesses.
int* __errno_location() noexcept {
    return reinterpret_cast<int*>(4 * (__VERIFIER_thread_self() + 1));
}
char __libc_single_threaded = 0;
FILE* stderr = nullptr;
int sched_yield() noexcept {
    return 0;
}
int pthread_atfork(void (*)(), void (*)(), void (*)()) noexcept {
    return 0;
}
}

namespace tollgate::sleep {

void futex_word::wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
    model::futex::wait(word, expected);
}
void futex_word::wake_one(const std::atomic<std::uint32_t>* word) noexcept {
    model::futex::wake_one(word);
}

} // namespace tollgate::sleep

void tollgate::cancel::detail::deferred_wake::perform() const noexcept {
    parked.finish();
}
