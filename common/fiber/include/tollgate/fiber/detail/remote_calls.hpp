// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <utility>

namespace tollgate::fiber::detail {

/// A function that another thread wants to run on a scheduler's thread.
struct remote_call {
    explicit remote_call(void (*function)(remote_call&) noexcept) noexcept : run(function) {}

    void (*run)(remote_call&) noexcept;
    remote_call* next = nullptr;
};

/// Calls on their way to a thread, first in, first out.
///
/// - *Threads*: any thread may put; one thread at a time runs. A call may be destroyed before its
///   `put` returns.
/// - *Memory order*: what was written before `put` is visible to the call.
/// - *Cost*: `put` takes a compare-and-swap, `run_all` an exchange, or a load if no call is there.
///   (Treiber's stack; it is emptied as a whole, and so has no ABA problem.)
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
