// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <memory>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace tollgate::queue::orders {

/// A thread of control that runs only while the others of its thread stand still. The thread itself
/// is a coroutine, too. The body never returns.
class coroutine {
public:
    coroutine() = default;
    coroutine(const coroutine&) = delete;
    coroutine& operator=(const coroutine&) = delete;

    /// The coroutine will start with `body()`.
    void prepare(void (*body)(), std::size_t stack_size = std::size_t{64} * 1024) {
        stack_ = std::make_unique<std::byte[]>(stack_size);
        getcontext(&context_);
        context_.uc_stack.ss_sp = stack_.get();
        context_.uc_stack.ss_size = stack_size;
        context_.uc_link = nullptr;
        makecontext(&context_, body, 0);
#if defined(__SANITIZE_THREAD__)
        fiber_ = __tsan_create_fiber(0);
#endif
    }

    ~coroutine() {
#if defined(__SANITIZE_THREAD__)
        if (stack_ != nullptr) {
            __tsan_destroy_fiber(fiber_);
        }
#endif
    }

    /// Suspends this coroutine, which runs, and resumes `next`.
    void hand_over_to(coroutine& next) noexcept {
#if defined(__SANITIZE_THREAD__)
        if (stack_ == nullptr) {
            fiber_ = __tsan_get_current_fiber();
        }
        __tsan_switch_to_fiber(next.fiber_, 0);
#endif
        swapcontext(&context_, &next.context_);
    }

private:
    ucontext_t context_{};
    std::unique_ptr<std::byte[]> stack_;
#if defined(__SANITIZE_THREAD__)
    void* fiber_ = nullptr;
#endif
};

} // namespace tollgate::queue::orders
