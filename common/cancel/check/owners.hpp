// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/token.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

namespace tollgate::cancel {

/// Waits until `holds` is true: spins for a moment, then yields.
template <class Holds>
void spin_until(Holds holds) {
    for (int checks = 0; !holds(); ++checks) {
        if (checks > 500) {
            std::this_thread::yield();
        }
    }
}

/// Knows whether it lives, and counts calls when it does not.
class mortal final : public cancellation_handler {
public:
    explicit mortal(std::atomic<int>& broken) noexcept : broken_(&broken) {}
    ~mortal() { magic_ = dead; }

    void cancel() override {
        *broken_ += magic_ != alive || runs_ != 0 ? 1 : 0;
        ++runs_;
    }
    void reset() noexcept override { ++resets_; }

    /// Whether the calls of this handler agree with the result of its release.
    [[nodiscard]] bool agrees_with(release_result result) const noexcept {
        const int expected = result == release_result::ran ? 1 : 0;
        return magic_ == alive && runs_ == expected && resets_ == expected;
    }

private:
    static constexpr std::uint64_t alive = 0x600D'600D'600D'600D;
    static constexpr std::uint64_t dead = 0xDEAD'DEAD'DEAD'DEAD;
    std::uint64_t volatile magic_ = alive; // written when it dies, and read only by mistake
    std::atomic<int>* broken_;
    int runs_ = 0; // plain: the library orders it
    int resets_ = 0;
};

struct books {
    std::atomic<int> broken{0};
    int ran = 0;
    int refused = 0;
};

/// Registers and unregisters two nested handlers until the token is cancelled.
inline void register_until_cancelled(const token& with, books& in) {
    for (int count = 0; with; ++count) {
        if (count > 500) {
            std::this_thread::yield();
        }
        std::optional<mortal> outer(std::in_place, in.broken);
        std::optional<mortal> inner(std::in_place, in.broken);
        cancellation_guard below(with, *outer);
        cancellation_guard above(with, *inner);
        const auto first = above.release();
        in.broken += inner->agrees_with(first) ? 0 : 1;
        inner.reset();
        const auto second = below.release();
        in.broken += outer->agrees_with(second) ? 0 : 1;
        in.ran += first == release_result::ran || second == release_result::ran ? 1 : 0;
        in.refused += above.is_cancelled() ? 1 : 0;
    }
}

/// Calls a function in each round, on its own thread, a moment after the round begins.
class canceller {
public:
    void begin(std::function<void()> cancel) {
        cancel_ = std::move(cancel);
        ++begun_;
    }
    void await() const {
        spin_until([this] { return done_.load() == begun_.load(); });
    }
    ~canceller() {
        over_ = true;
        thread_.join();
    }
    canceller() = default;
    canceller(const canceller&) = delete;
    canceller& operator=(const canceller&) = delete;

private:
    void work() {
        for (std::uint32_t round = 1; !over_; ++round) {
            spin_until([this, round] { return begun_.load() >= round || over_; });
            if (over_) {
                return;
            }
            for (std::uint32_t spins = round * 7919 % 512; spins > 0; --spins) {
                std::atomic_signal_fence(std::memory_order_seq_cst);
            }
            cancel_();
            done_ = round;
        }
    }

    std::function<void()> cancel_;
    std::atomic<std::uint32_t> begun_{0};
    std::atomic<std::uint32_t> done_{0};
    std::atomic<bool> over_{false};
    std::thread thread_{[this] { work(); }};
};

} // namespace tollgate::cancel
