// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/slot.hpp>
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/fence/light_fence.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>
#include <utility>

namespace tollgate::cancel {

/// Opened once.
class gate {
public:
    void open() {
        open_.store(true);
        open_.notify_all();
    }
    void pass() const { open_.wait(false); }
    [[nodiscard]] bool is_open() const { return open_.load(); }

private:
    std::atomic<bool> open_{false};
};

/// Counts its calls, and runs the scenario's function.
class acting final : public cancellation_handler {
public:
    explicit acting(std::function<void()> act = nullptr) : act_(std::move(act)) {}
    ~acting() = default;

    void cancel() override {
        ++runs;
        if (act_) {
            act_();
        }
    }
    void reset() noexcept override { ++resets; }

    std::atomic<int> runs{0};
    std::atomic<int> resets{0};

private:
    std::function<void()> act_;
};

/// From the second registration on a token is light.
inline void make_light(const token& which) {
    acting any;
    cancellation_guard(which, any).release();
    cancellation_guard(which, any).release();
}

/// A light token whose stack is accessible.
class open_token final : public token {
public:
    open_token() : token(&own_) { make_light(*this); }
    ~open_token() { own_.end(own_slot()); }

    bool cancel() { return own_.cancel(reason_kind::cancelled); }
    void reset() noexcept { own_.reset(own_slot()); }
    [[nodiscard]] detail::slot& stack() const noexcept { return own_slot(); }

private:
    detail::state own_;
};

/// Keeps the owner's last store to `top` in the store buffer of its CPU, as it were, until the
/// store arrives.
class delayed_store {
public:
    delayed_store(detail::slot& in, cancellation_handler* before)
        : in_(&in), after_(in.top.exchange(before)) {}
    void arrive() { in_->top.store(after_); }

private:
    detail::slot* in_;
    cancellation_handler* after_;
};

/// A whole cancellation, by another thread.
template <class Cancelled>
void cancel_elsewhere(Cancelled& which) {
    std::thread([&which] { which.cancel(); }).join();
}

/// A cancellation by another thread that stops at its fence: it has left `idle`, and has collected
/// nothing yet.
template <class Cancelled>
class halted_cancellation {
public:
    explicit halted_cancellation(Cancelled& which) {
        fence::at_heavy_fence = [this] {
            reached_.open();
            go_on_.pass();
        };
        canceller_ = std::thread([this, &which] {
            which.cancel();
            reached_.open(); // a canceller without a fence must not hang the scenario
        });
        reached_.pass();
    }
    ~halted_cancellation() { go_on(); }
    halted_cancellation(const halted_cancellation&) = delete;
    halted_cancellation& operator=(const halted_cancellation&) = delete;

    void go_on() {
        go_on_.open();
        if (canceller_.joinable()) {
            canceller_.join();
        }
    }

private:
    gate reached_;
    gate go_on_;
    std::thread canceller_;
};

class scenario : public ::testing::Test {
protected:
    scenario() {
        fence::at_light_fence = nullptr;
        fence::at_heavy_fence = nullptr;
        fence::heavy_fences = 0;
    }
};

} // namespace tollgate::cancel
