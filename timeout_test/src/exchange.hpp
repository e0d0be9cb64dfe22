// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <atomic>
#include <cstdint>
#include <limits>

namespace tollgate::timeout_test {

/// The message after which no other comes.
inline constexpr std::uint64_t end_of_messages = std::numeric_limits<std::uint64_t>::max();

/// What the sender of a stream and its receiver share besides the channel: messages are numbered
/// through, and each side keeps their number and their sum. The receiver has the probe, and says
/// when it was enough.
///
/// Threads: `send…` is the sender's, `took`, `missed` and `begin` the receiver's, `moves`
/// anybody's, `judge` comes after both have ended.
class exchange {
public:
    explicit exchange(measure::turnstile& probe) : probe_(probe) {}

    /// The sender need not go on.
    [[nodiscard]] bool is_over() const { return over_.is_over.load(std::memory_order_relaxed); }
    void sent(std::uint64_t message) {
        ++sending_.out.count;
        sending_.out.sum += message;
    }
    void could_not_send() { ++sending_.not_sent; }

    /// Before the first message.
    void begin() { probe_.turn(0); }
    void took(std::uint64_t message) {
        receiver_side& mine = receiving_;
        mine.disordered += message == mine.in.count ? 0 : 1;
        ++mine.in.count;
        mine.in.sum += message;
        mine.moves.store(mine.in.count, std::memory_order_relaxed);
        if (!mine.ended) {
            mine.done = mine.in.count;
            if (!probe_.turn(mine.done)) {
                mine.ended = true;
                over_.is_over.store(true, std::memory_order_relaxed);
            }
        }
    }
    /// A receive had nothing, though its timeout is one that does not fire.
    void missed() { ++receiving_.timeouts; }

    /// How many messages have been received.
    [[nodiscard]] std::uint64_t moves() const {
        return receiving_.moves.load(std::memory_order_relaxed);
    }

    /// What was wrong, and what was done.
    void judge(measure::loop_report& report) const;

private:
    struct tally {
        std::uint64_t count = 0;
        std::uint64_t sum = 0;
        friend bool operator==(const tally&, const tally&) = default;
    };

    /// Each side has lines of the cache to itself.
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
    struct alignas(64) word {
        std::atomic<bool> is_over{false};
    };

    measure::turnstile& probe_;
    sender_side sending_;
    receiver_side receiving_;
    word over_;
};

} // namespace tollgate::timeout_test
