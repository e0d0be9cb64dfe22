// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/reference_loop.hpp>

#include <tollgate/cpu/affinity.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <system_error>

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

} // namespace

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
