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

/// The place where a thread writes its calls when it is asked: one question at a time. The answer
/// is written in a signal handler, with loads, stores and the waker's system call alone. The
/// argument is below the class.
class stack_mailbox {
public:
    using time_point = std::chrono::steady_clock::time_point;
    using frames = std::array<const void*, 128>;

    constexpr stack_mailbox() = default;

    /// Returns false while an earlier thread still writes. For one asking thread at a time.
    [[nodiscard]] bool ask(std::uint32_t thread_id) noexcept {
        const std::uint64_t word = word_.load(std::memory_order_relaxed);
        if (state_of(word) != idle && state_of(word) != done) {
            return false;
        }
        // No other thread changes the word in these states.
        word_.store(pack(asked, thread_id), std::memory_order_release);
        return true;
    }

    /// For the handler. `collect(frames&)` returns the number of calls written.
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

    /// Waits for the answer and returns it, valid until the next question. Empty after the
    /// deadline.
    [[nodiscard]] std::span<const void* const> wait_until(time_point deadline) noexcept {
        while (state_of(word_.load(std::memory_order_acquire)) != done) {
            // A wake-up may come from an earlier answer.
            if (answered_.sleep_until(deadline) == sleep::outcome::timeout) {
                break;
            }
        }
        return take_back();
    }

    /// Withdraws the question, because it was not delivered or the time is over.
    std::span<const void* const> take_back() noexcept {
        std::uint64_t word = word_.load(std::memory_order_acquire);
        if (state_of(word) == asked &&
            word_.compare_exchange_strong(word, idle, std::memory_order_acquire)) {
            return {};
        }
        return state_of(word) == done ? std::span<const void* const>(frames_.data(), count_)
                                      : std::span<const void* const>();
    }

private:
    enum state : std::uint64_t { idle, asked, writing, done };

    static constexpr std::uint64_t pack(state state, std::uint32_t thread_id) noexcept {
        return std::uint64_t{thread_id} << 32U | state;
    }
    static constexpr std::uint64_t state_of(std::uint64_t word) noexcept {
        return word & 0xffffffffU;
    }

    std::atomic<std::uint64_t> word_{idle};
    sleep::parker answered_;
    std::size_t count_ = 0;
    frames frames_{};
};

// Design: the word holds a state and the id of the asked thread.
//
//     from       to        by
//     idle       asked     the asking thread
//     asked      writing   the asked thread; all other threads leave the word alone
//     writing    done      the asked thread, when it has written the frames
//     asked      idle      the asking thread, when its time is over
//     done       asked     the asking thread, with its next question
//
// One compare-and-swap, of the asked or of the asking thread, leaves `asked`. After the asking
// thread has given up, a late handler finds nothing to do. If the asked thread is still writing
// when the time is over (it was stopped there), the word stays at `writing`. The next question is
// then refused until that thread goes on. So no thread reads frames while they are written, and no
// other thread writes them. `done` releases the frames, and the asking thread acquires it.
//
// A late handler may find the next question to the same thread, and answers it. That is right: it
// writes where the thread is now.

/// The time to wait for an answer. A thread that needs longer runs no signal handler: it is
/// stopped, starved, or blocks the signal.
inline constexpr std::chrono::milliseconds stack_timeout{100};

/// Installs a handler for an unused realtime signal, once in the life of the process. It also calls
/// the unwinder, which allocates and loads only at its first call.
///
/// Returns whether stacks are available: only on Linux, and not if all realtime signals are in use.
/// frames_of calls it. An early call finds a signal before other code takes it. The signal is given
/// back when the library is unloaded.
[[nodiscard]] bool prepare_stacks();

/// In a child of fork(), before any other thread starts: a thread that was asking for a stack does
/// not exist there.
void forget_questions_of_parent() noexcept;

/// The stack of another thread of this process: an address in each call, the innermost first, at
/// most about 120. Empty if there is no such thread, if it does not answer within `stack_timeout`,
/// or if it is the calling thread. Any thread may call it; calls are serialized.
///
/// A signal interrupts the thread, which collects the addresses in some tens of microseconds. The
/// kernel then restarts most system calls. Some return EINTR with any handler (signal(7)):
/// nanosleep, poll, epoll_wait, semtimedop, msgrcv, a futex with a timeout, reads with SO_RCVTIMEO
/// and others. A program that treats EINTR as an error should not use stacks.
[[nodiscard]] std::vector<std::uintptr_t> frames_of(std::int64_t thread_id);

} // namespace tollgate::liveness::detail
