// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_probe.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <atomic>
#include <cstdint>
#include <limits>

namespace tollgate::timeout_test {

/// The message after which no other comes.
inline constexpr std::uint64_t end_of_messages = std::numeric_limits<std::uint64_t>::max();

/// What the sender and the receiver of a stream share besides the channel. Messages are numbered,
/// and each side keeps their number and their sum. The receiver has the probe, and decides when the
/// stream ends.
///
/// - *Threads*: the sender calls `sent` and `could_not_send`; the receiver calls `begin`, `took`
/// and
///   `missed`; any thread calls `is_over` and `moves`. `judge` comes after both have ended.
class exchange {
public:
    explicit exchange(measure::loop_probe& probe) : probe_(probe) {}

    /// Whether the sender may end.
    [[nodiscard]] bool is_over() const { return over_.is_over.load(std::memory_order_relaxed); }
    void sent(std::uint64_t message) {
        ++sending_.out.count;
        sending_.out.sum += message;
    }
    void could_not_send() { ++sending_.not_sent; }

    /// Before the first message.
    void begin() { probe_.keep_running(0); }
    void took(std::uint64_t message) {
        receiver_side& side = receiving_;
        side.disordered += message == side.in.count ? 0 : 1;
        ++side.in.count;
        side.in.sum += message;
        side.moves.store(side.in.count, std::memory_order_relaxed);
        if (!side.ended) {
            side.done = side.in.count;
            if (!probe_.keep_running(side.done)) {
                side.ended = true;
                over_.is_over.store(true, std::memory_order_relaxed);
            }
        }
    }
    /// A receive timed out, although its timeout should not fire.
    void missed() { ++receiving_.timeouts; }

    /// The number of received messages.
    [[nodiscard]] std::uint64_t moves() const {
        return receiving_.moves.load(std::memory_order_relaxed);
    }

    /// Adds the failures and the counts.
    void judge(measure::loop_report& report) const;

private:
    struct tally {
        std::uint64_t count = 0;
        std::uint64_t sum = 0;
        friend bool operator==(const tally&, const tally&) = default;
    };

    /// Each side has cache lines of its own.
    struct alignas(64) sender_side {
        tally out;
        std::uint64_t not_sent = 0;
    };
    struct alignas(64) receiver_side {
        tally in;
        std::uint64_t disordered = 0;
        std::uint64_t timeouts = 0;
        std::uint64_t done = 0;
        std::atomic<std::uint64_t> moves{0};
        bool ended = false;
    };
    struct alignas(64) flag {
        std::atomic<bool> is_over{false};
    };

    measure::loop_probe& probe_;
    sender_side sending_;
    receiver_side receiving_;
    flag over_;
};

} // namespace tollgate::timeout_test
