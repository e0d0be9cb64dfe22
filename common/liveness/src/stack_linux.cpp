// SPDX-License-Identifier: BSL-1.0
#include "stack.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include <csignal>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

namespace tollgate::liveness::detail {
namespace {

/// Global, because a signal handler gets only the number of its signal. It and its mutex are never
/// destroyed: a handler may run until the process has ended.
constinit stack_mailbox mailbox;
constinit std::mutex mailbox_mutex;
/// Chosen under the mutex. Not a static of a function: a child of fork() could find its
/// initialization begun by a thread that the child does not have.
constexpr int not_chosen = 0;
constexpr int none_is_free = -1;
constinit std::atomic<int> chosen_signal{not_chosen};

/// Whether the handler's stack has room to unwind, which takes some 3 KiB. A thread may have
/// provided a smaller stack for signals, with other data below it.
bool has_room_to_unwind() noexcept {
    constexpr std::ptrdiff_t enough = 4096;
    stack_t own{};
    return ::sigaltstack(nullptr, &own) != 0 || (own.ss_flags & SS_ONSTACK) == 0 ||
           static_cast<const char*>(__builtin_frame_address(0)) -
                   static_cast<const char*>(own.ss_sp) >=
               enough;
}

/// The places of a list that the unwinder has not filled yet.
using places_left = std::span<const void*>;

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* places) {
    auto& left = *static_cast<places_left*>(places);
    const _Unwind_Ptr address = _Unwind_GetIP(context);
    if (left.empty() || address == 0) {
        return _URC_END_OF_STACK;
    }
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the unwinder has addresses as numbers
    left.front() = reinterpret_cast<const void*>(address);
    left = left.subspan(1);
    return _URC_NO_REASON;
}

/// Collects the interrupted calls: they follow the handler's caller.
std::size_t collect(stack_mailbox::frames& into, const void* called_from) noexcept {
    places_left left = into;
    _Unwind_Backtrace(&add_frame, &left);
    const auto end = into.end() - static_cast<std::ptrdiff_t>(left.size());
    const auto handler_ends = std::find(into.begin(), end, called_from);
    if (handler_ends == end) {
        return static_cast<std::size_t>(end - into.begin());
    }
    return static_cast<std::size_t>(std::copy(handler_ends + 1, end, into.begin()) - into.begin());
}

extern "C" void tollgate_liveness_answer(int /*signal*/) {
    const int saved = errno;
    const void* const called_from = __builtin_return_address(0);
    mailbox.answer(static_cast<std::uint32_t>(::gettid()), [called_from](auto& into) {
        return has_room_to_unwind() ? collect(into, called_from) : 0;
    });
    errno = saved;
}

bool is_handled_by(int signal, void (*handler)(int)) {
    struct sigaction now {};
    return ::sigaction(signal, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) == 0 &&
           now.sa_handler == handler;
}

/// The handler runs on the thread's stack for signals, if it has one: its own stack may be a
/// fiber's, or used up. It blocks all signals, because another handler might never return. The
/// search begins at the top, because programs take realtime signals from the bottom. Valgrind
/// reserves the last signal.
int install_handler() {
    struct sigaction ours {};
    ours.sa_handler = tollgate_liveness_answer;
    ours.sa_flags = SA_RESTART | SA_ONSTACK;
    sigfillset(&ours.sa_mask);
    for (int signal = SIGRTMAX - 1; signal >= SIGRTMIN; --signal) {
        if (is_handled_by(signal, SIG_DFL) && ::sigaction(signal, &ours, nullptr) == 0) {
            return signal;
        }
    }
    return none_is_free;
}

/// Sends no signal if the program has removed our handler: by default, the signal ends the process.
bool interrupt(std::int64_t thread_id) {
    const int signal = chosen_signal.load(std::memory_order_relaxed);
    return is_handled_by(signal, &tollgate_liveness_answer) &&
           ::syscall(SYS_tgkill, ::getpid(), static_cast<pid_t>(thread_id), signal) == 0;
}

/// Runs when the library is unloaded, and at the end of the process. Unloaded code must not handle
/// a signal, and the next library finds the signal free. SIG_IGN first discards a signal that a
/// thread has blocked. Questions are asked under the mutex alone, and none are asked afterwards.
[[gnu::destructor(101)]] void give_signal_back() noexcept {
    const std::lock_guard lock(mailbox_mutex);
    const int signal = chosen_signal.load(std::memory_order_relaxed);
    if (is_handled_by(signal, &tollgate_liveness_answer)) {
        chosen_signal.store(none_is_free, std::memory_order_relaxed);
        ::signal(signal, SIG_IGN);
        ::signal(signal, SIG_DFL);
    }
}

} // namespace

bool prepare_stacks() {
    if (chosen_signal.load(std::memory_order_acquire) == not_chosen) {
        const std::lock_guard lock(mailbox_mutex);
        if (chosen_signal.load(std::memory_order_relaxed) == not_chosen) {
            stack_mailbox::frames warmed_up{};
            static_cast<void>(collect(warmed_up, nullptr));
            chosen_signal.store(install_handler(), std::memory_order_release);
        }
    }
    return chosen_signal.load(std::memory_order_relaxed) > 0;
}

void forget_questions_of_parent() noexcept {
    std::construct_at(&mailbox);
    std::construct_at(&mailbox_mutex);
}

std::vector<std::uintptr_t> frames_of(std::int64_t thread_id) {
    if (!prepare_stacks() || thread_id <= 0 || thread_id == ::gettid()) {
        return {};
    }
    const std::lock_guard lock(mailbox_mutex);
    if (!mailbox.ask(static_cast<std::uint32_t>(thread_id))) {
        return {};
    }
    const auto frames = interrupt(thread_id)
                            ? mailbox.wait_until(std::chrono::steady_clock::now() + stack_timeout)
                            : mailbox.take_back();
    std::vector<std::uintptr_t> addresses;
    for (const void* frame : frames) {
        // All but the first are return addresses. A call that never returns may be the last
        // instruction of its function: only the byte before the address belongs to that function.
        addresses.push_back(reinterpret_cast<std::uintptr_t>(frame) - (addresses.empty() ? 0 : 1));
    }
    return addresses;
}

} // namespace tollgate::liveness::detail
