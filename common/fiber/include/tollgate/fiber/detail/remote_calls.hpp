// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <utility>

namespace tollgate::fiber::detail {

/// Something that another thread wants done on a scheduler's own.
struct remote_call {
    explicit remote_call(void (*what)(remote_call&) noexcept) noexcept : run(what) {}

    void (*run)(remote_call&) noexcept;
    remote_call* next = nullptr;
};

/// Calls on their way to a thread, first come first served.
///
/// Threads: any may put, one at a time runs. A call that was put may be gone before `put` returns.
/// Memory order: what was written before a `put` is visible to the call.
///
/// Cost: one compare-and-swap to put, one exchange to run all that are there, and a load if none
/// is. (Treiber's stack, emptied at once, hence without its ABA problem.)
class remote_calls {
public:
    void put(remote_call& one) noexcept {
        remote_call* before = last_.load(std::memory_order_relaxed);
        do {
            one.next = before;
        } while (!last_.compare_exchange_weak(before, &one, std::memory_order_release,
                                              std::memory_order_relaxed));
    }

    void run_all() noexcept {
        if (is_empty()) {
            return;
        }
        remote_call* one = in_order(last_.exchange(nullptr, std::memory_order_acquire));
        while (one != nullptr) {
            remote_call& current = *std::exchange(one, one->next);
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
            remote_call* const one = std::exchange(last, last->next);
            one->next = std::exchange(first, one);
        }
        return first;
    }

    std::atomic<remote_call*> last_{nullptr};
};

} // namespace tollgate::fiber::detail
