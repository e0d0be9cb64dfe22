// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/parker.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tollgate::liveness::detail {

/// Where a thread that was asked for its calls puts them: one question at a time. The answer is
/// given inside a signal handler, with nothing but loads, stores and the waker's system call.
///
/// The word holds a state and the thread that is meant:
///
///     from       to        by
///     idle       asked     the one who asks
///     asked      writing   the thread that is meant; all others leave it alone
///     writing    done      that thread, which has then written the frames
///     asked      idle      the one who asks, whose time is over
///     done       idle      the one who asks, who has read the frames
///
/// Why it is right. `asked` is left by one compare-and-swap only, either by the thread or by the
/// one who asks: if the latter gives up, a late handler finds nothing to do. If the thread has
/// begun to write when time is over (it was stopped in the midst), the word stays at `writing`, and
/// whoever asks next is refused until the thread goes on: nobody reads what is being written, and
/// nobody else writes there. `done` releases the frames, and the one who asks acquires it.
///
/// A handler that comes late and finds the next question put to the same thread answers that: what
/// it writes is where the thread is now, which is what is asked.
class stack_mailbox {
public:
    using time_point = std::chrono::steady_clock::time_point;
    /// Of all that a thread's calls may be, with the zero behind them.
    using frames = std::array<const void*, 129>;

    constexpr stack_mailbox() = default;

    /// False if somebody still writes. Only by the thread whose turn it is to ask.
    [[nodiscard]] bool ask(std::uint32_t thread_id) noexcept {
        std::uint64_t found = word_.load(std::memory_order_relaxed);
        if (state_of(found) != idle && state_of(found) != done) {
            return false;
        }
        // No other one changes the word in these states.
        word_.store(pack(asked, thread_id), std::memory_order_release);
        return true;
    }

    /// By the handler. `collect(frames&)` returns how many it has written.
    template <class Collect>
    void answer(std::uint32_t thread_id, Collect collect) noexcept {
        std::uint64_t expected = pack(asked, thread_id);
        if (!word_.compare_exchange_strong(expected, pack(writing, thread_id),
                                           std::memory_order_acquire, std::memory_order_relaxed)) {
            return;
        }
        count_ = collect(frames_);
        word_.store(pack(done, thread_id), std::memory_order_release);
        answered_.wake();
    }

    /// Waits for the answer and returns it, valid until the next question; or nothing.
    [[nodiscard]] std::span<const void* const> wait_until(time_point deadline) noexcept {
        while (state_of(word_.load(std::memory_order_acquire)) != done) {
            // A wake may be of an earlier answer.
            if (answered_.sleep_until(deadline) == sleep::outcome::timeout) {
                break;
            }
        }
        return take_back();
    }

    /// The question is not put after all, or time is over.
    std::span<const void* const> take_back() noexcept {
        std::uint64_t found = word_.load(std::memory_order_acquire);
        if (state_of(found) == asked &&
            word_.compare_exchange_strong(found, idle, std::memory_order_acquire)) {
            return {};
        }
        return state_of(found) == done ? std::span<const void* const>(frames_.data(), count_)
                                       : std::span<const void* const>();
    }

private:
    enum state : std::uint64_t { idle, asked, writing, done };

    static constexpr std::uint64_t pack(state what, std::uint32_t thread_id) noexcept {
        return std::uint64_t{thread_id} << 32U | what;
    }
    static constexpr std::uint64_t state_of(std::uint64_t word) noexcept {
        return word & 0xffffffffU;
    }

    std::atomic<std::uint64_t> word_{idle};
    sleep::parker answered_;
    std::size_t count_ = 0;
    frames frames_{};
};

/// A thread that has not answered by then runs no signal handler: it is stopped, starved, or blocks
/// the signal.
inline constexpr std::chrono::milliseconds stack_patience{100};

/// Installs, once in the life of the process, a handler for a realtime signal that nobody uses, and
/// calls the unwinder, which allocates memory and loads what it needs the first time only. Returns
/// whether stacks can be had: not if all realtime signals are in use, nor on another system than
/// Linux. Called by frames_of; early, it finds a signal before others have taken it. The signal
/// is given back when the library is unloaded.
[[nodiscard]] bool prepare_stacks();

/// In a child of fork(), where the thread that asked for a stack at that moment never goes on.
/// Before any other thread is started.
void forget_questions_of_parent() noexcept;

/// Where another thread of this process is: an address in each of its calls, the innermost
/// first, at most some 120. Empty if there is no such thread, if it does not answer within
/// `stack_patience`, or if it is the caller.
///
/// The thread is interrupted by the signal and collects the addresses itself, in some tens of
/// microseconds. What it waits in goes on afterwards if the kernel restarts it; some system calls
/// do not: nanosleep, poll, epoll_wait, semtimedop, msgrcv, a futex with a time limit, reads with
/// SO_RCVTIMEO and others return EINTR however the handler is installed (signal(7)). A program that
/// takes EINTR for an error should not ask for stacks.
///
/// Threads: any; calls take turns.
[[nodiscard]] std::vector<std::uintptr_t> frames_of(std::int64_t thread_id);

} // namespace tollgate::liveness::detail
