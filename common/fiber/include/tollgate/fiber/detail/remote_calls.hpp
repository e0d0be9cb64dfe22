// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <utility>

namespace tollgate::fiber::detail {

/// A function that another thread posts, to run on a scheduler's thread.
struct remote_call {
    explicit remote_call(void (*function)(remote_call&) noexcept) noexcept : run(function) {}

    void (*run)(remote_call&) noexcept;
    remote_call* next = nullptr;
};

/// A list of the calls that other threads have put for one thread, first in, first out.
///
/// - *Threads*: any thread may call `put`. One thread at a time calls `run_all`. A remote_call may
///   run, and may be destroyed, before its `put` returns.
/// - *Memory order*: the call sees everything that was written before its `put`.
/// - *Cost*: `put` takes a compare-and-swap. `run_all` takes an exchange, or a load if the list is
///   empty. (The list is Treiber's stack. It is emptied as a whole, so it has no ABA problem.)
class remote_calls {
public:
    void put(remote_call& call) noexcept {
        remote_call* before = last_.load(std::memory_order_relaxed);
        do {
            call.next = before;
        } while (!last_.compare_exchange_weak(before, &call, std::memory_order_release,
                                              std::memory_order_relaxed));
    }

    void run_all() noexcept {
        if (is_empty()) {
            return;
        }
        remote_call* next = in_order(last_.exchange(nullptr, std::memory_order_acquire));
        while (next != nullptr) {
            remote_call& current = *std::exchange(next, next->next);
            current.run(current);
        }
    }

    [[nodiscard]] bool is_empty() const noexcept {
        return last_.load(std::memory_order_relaxed) == nullptr;
    }

private:
    static remote_call* in_order(remote_call* last) noexcept {
        remote_call* first = nullptr;
        while (last != nullptr) {
            remote_call* const call = std::exchange(last, last->next);
            call->next = std::exchange(first, call);
        }
        return first;
    }

    std::atomic<remote_call*> last_{nullptr};
};

} // namespace tollgate::fiber::detail
