// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/reference_loop.hpp>

#include <tollgate/cpu/affinity.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <optional>
#include <system_error>
#include <thread>

namespace tollgate::measure {
namespace {

constexpr std::size_t parts = 10;
constexpr std::uint64_t laps_of_a_part = 18'000;

/// Six chains side by side. What is computed passes through empty assembly, so that no compiler can
/// put laps together.
[[gnu::noinline]] void work() {
    std::uint64_t a = 1;
    std::uint64_t b = 2;
    std::uint64_t c = 3;
    std::uint64_t d = 4;
    std::uint64_t e = 5;
    std::uint64_t f = 6;
    for (std::uint64_t lap = 0; lap < laps_of_a_part; ++lap) {
        a += lap;
        b ^= lap;
        c += 3;
        d ^= 5;
        e += lap;
        f += 7;
        asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
    }
}

/// What two threads hand to each other: even numbers are the caller's turn.
struct alignas(64) shared_line {
    static constexpr std::uint32_t given_up = UINT32_MAX;
    std::atomic<std::uint32_t> turn{0};
    std::atomic<bool> there{false};
};

constexpr std::uint32_t ways_of_a_part = 100;
constexpr std::uint32_t first_ways = 10; // until the line is where it will be

/// Answers each odd number with the even one behind it.
void answer(shared_line& line, int cpu) {
    try {
        const cpu::affinity_guard here(cpu);
        line.there.store(true, std::memory_order_release);
        line.there.notify_one();
        for (std::uint32_t turn = 1;; turn += 2) {
            std::uint32_t seen = line.turn.load(std::memory_order_acquire);
            while (seen != turn) {
                if (seen == shared_line::given_up) {
                    return;
                }
                seen = line.turn.load(std::memory_order_acquire);
            }
            // The caller may have given up meanwhile, and waits for this thread's end.
            if (!line.turn.compare_exchange_strong(seen, turn + 1, std::memory_order_acq_rel)) {
                return;
            }
        }
    } catch (const std::system_error&) {
        line.turn.store(shared_line::given_up, std::memory_order_release);
        line.there.store(true, std::memory_order_release);
        line.there.notify_one();
    }
}

/// So many ways there and back; false if that takes longer than anything that is measured would.
bool go(shared_line& line, std::uint32_t& turn, std::uint32_t ways) {
    constexpr std::uint32_t looks_between_readings = 4096;
    constexpr std::chrono::milliseconds longest{20};
    for (const std::uint32_t last = turn + 2 * ways; turn != last; turn += 2) {
        std::uint32_t even = turn;
        if (!line.turn.compare_exchange_strong(even, turn + 1, std::memory_order_acq_rel)) {
            return false;
        }
        std::uint32_t looks = 0;
        std::optional<std::chrono::steady_clock::time_point> begun;
        while (line.turn.load(std::memory_order_acquire) == turn + 1) {
            if (++looks % looks_between_readings == 0) {
                const auto now = std::chrono::steady_clock::now();
                if (now - begun.value_or(now) > longest) {
                    return false;
                }
                begun = begun.value_or(now);
            }
        }
    }
    return true;
}

} // namespace

double run_distance_loop(int one, int other) {
    shared_line line;
    double distance_ns = 0;
    try {
        // Made before this thread is moved: a new one inherits where its maker may be.
        std::thread peer([&] { answer(line, other); });
        line.there.wait(false, std::memory_order_acquire);
        try {
            const cpu::affinity_guard here(one);
            std::array<double, parts> lengths{};
            std::uint32_t turn = 0;
            bool going = go(line, turn, first_ways);
            for (double& length : lengths) {
                const auto before = std::chrono::steady_clock::now();
                going = going && go(line, turn, ways_of_a_part);
                length = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() -
                                                                  before)
                             .count();
            }
            std::sort(lengths.begin(), lengths.end());
            distance_ns = going ? std::midpoint(lengths[parts / 2 - 1], lengths[parts / 2]) /
                                      (2 * ways_of_a_part)
                                : 0;
        } catch (const std::system_error&) {
            distance_ns = 0; // it was taken away meanwhile
        }
        line.turn.store(shared_line::given_up, std::memory_order_release);
        peer.join();
    } catch (const std::system_error&) {
        return 0; // there is no thread to be had
    }
    return distance_ns;
}

reference_time run_reference_loop() {
    std::array<double, parts> lengths{};
    auto before = std::chrono::steady_clock::now();
    for (double& length : lengths) {
        work();
        const auto after = std::chrono::steady_clock::now();
        length = std::chrono::duration<double, std::nano>(after - before).count();
        before = after;
    }
    const double sum = std::accumulate(lengths.begin(), lengths.end(), 0.0);
    std::sort(lengths.begin(), lengths.end());
    return {std::midpoint(lengths[parts / 2 - 1], lengths[parts / 2]),
            sum / static_cast<double>(parts), lengths.front()};
}

reference_time run_reference_loop_on(int cpu) {
    try {
        const cpu::affinity_guard there(cpu);
        return run_reference_loop();
    } catch (const std::system_error&) {
        return {}; // it was taken away meanwhile
    }
}

} // namespace tollgate::measure
