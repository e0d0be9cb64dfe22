// SPDX-License-Identifier: BSL-1.0
#include "stack.hpp"

#include <boost/stacktrace/safe_dump_to.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <mutex>

#include <csignal>
#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::liveness::detail {
namespace {

/// Global because a signal handler is given nothing but the number of its signal. It and its mutex
/// are never destroyed: a handler may run as late as the process does.
constinit stack_mailbox mailbox;
constinit std::mutex turn;
/// Chosen with the turn. Not a static of a function, whose initialization a child of fork() might
/// find begun by a thread that it does not have.
constexpr int not_chosen = 0;
constexpr int none_is_free = -1;
constinit std::atomic<int> the_signal{not_chosen};

/// Whether the stack on which a handler runs has room to unwind, which takes some 3 KiB. Few
/// threads have set aside less than that for signals; below it is memory of others.
bool has_room_to_unwind() noexcept {
    constexpr std::ptrdiff_t enough = 4096;
    stack_t own{};
    return ::sigaltstack(nullptr, &own) != 0 || (own.ss_flags & SS_ONSTACK) == 0 ||
           static_cast<const char*>(__builtin_frame_address(0)) -
                   static_cast<const char*>(own.ss_sp) >=
               enough;
}

/// The calls that the signal interrupted: those that follow the handler's caller.
std::size_t collect(stack_mailbox::frames& into, const void* called_from) noexcept {
    const std::size_t dumped = boost::stacktrace::safe_dump_to(into.data(), sizeof(into));
    // A null address is behind them.
    const auto end = into.begin() + (dumped == 0 ? 0 : static_cast<std::ptrdiff_t>(dumped - 1));
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

/// On the stack that the thread has set aside for signals, if it has: its own may be a fiber's, or
/// used up. No other handler interrupts it, since that one might never return. From above, since
/// programs that take realtime signals begin below; not the last one, which Valgrind keeps for
/// itself.
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

/// Not if somebody has taken our handler away: by default, the signal ends the process.
bool interrupt(std::int64_t thread_id) {
    const int signal = the_signal.load(std::memory_order_relaxed);
    return is_handled_by(signal, &tollgate_liveness_answer) &&
           ::syscall(SYS_tgkill, ::getpid(), static_cast<pid_t>(thread_id), signal) == 0;
}

/// When the library is unloaded, and with the process: what is not there any more handles no
/// signal, and the library that is loaded next finds it free. A signal that a thread has blocked so
/// far is thrown away first. Questions are asked with the turn alone, and there are none
/// afterwards.
[[gnu::destructor(101)]] void give_signal_back() noexcept {
    const std::lock_guard lock(turn);
    const int signal = the_signal.load(std::memory_order_relaxed);
    if (is_handled_by(signal, &tollgate_liveness_answer)) {
        the_signal.store(none_is_free, std::memory_order_relaxed);
        ::signal(signal, SIG_IGN);
        ::signal(signal, SIG_DFL);
    }
}

} // namespace

bool prepare_stacks() {
    if (the_signal.load(std::memory_order_acquire) == not_chosen) {
        const std::lock_guard lock(turn);
        if (the_signal.load(std::memory_order_relaxed) == not_chosen) {
            stack_mailbox::frames warmed_up{};
            static_cast<void>(collect(warmed_up, nullptr));
            the_signal.store(install_handler(), std::memory_order_release);
        }
    }
    return the_signal.load(std::memory_order_relaxed) > 0;
}

void forget_questions_of_parent() noexcept {
    std::construct_at(&mailbox);
    std::construct_at(&turn);
}

std::vector<std::uintptr_t> frames_of(std::int64_t thread_id) {
    if (!prepare_stacks() || thread_id <= 0 || thread_id == ::gettid()) {
        return {};
    }
    const std::lock_guard lock(turn);
    if (!mailbox.ask(static_cast<std::uint32_t>(thread_id))) {
        return {};
    }
    const auto frames = interrupt(thread_id)
                            ? mailbox.wait_until(std::chrono::steady_clock::now() + stack_patience)
                            : mailbox.take_back();
    std::vector<std::uintptr_t> addresses;
    for (const void* frame : frames) {
        // All but the first are return addresses. A call that never returns may be the last
        // instruction of its function: the byte before belongs to the call.
        addresses.push_back(reinterpret_cast<std::uintptr_t>(frame) - (addresses.empty() ? 0 : 1));
    }
    return addresses;
}

} // namespace tollgate::liveness::detail
