// SPDX-License-Identifier: BSL-1.0
//
// Plain data written before the line and read by everybody after it: wrong values show a line that
// lets go early, a thread sanitizer a missing synchronization.
#include <tollgate/cpu/start_line.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <deque>
#include <thread>
#include <vector>

namespace {

using tollgate::cpu::start_line;

constexpr std::size_t runners = 8;
constexpr std::size_t repetitions = 20'000;

// Two lines around a write by one runner: the others read the old value before the first line and
// the new one after the second, so the data is handed over in both directions.
TEST(start_line_stress, one_writer_between_two_lines) {
    std::deque<start_line> lines;
    for (std::size_t i = 0; i < 2 * repetitions; ++i) {
        lines.emplace_back(runners);
    }
    std::size_t shared = 0;
    std::array<std::size_t, runners> wrong{};
    std::vector<std::thread> threads;
    for (std::size_t me = 0; me < runners; ++me) {
        threads.emplace_back([&, me] {
            for (std::size_t i = 0; i < repetitions; ++i) {
                wrong[me] += shared != i ? 1 : 0;
                lines[2 * i].wait();
                if (me == i % runners) {
                    ++shared;
                }
                lines[2 * i + 1].wait();
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, (std::array<std::size_t, runners>{}));
    EXPECT_EQ(shared, repetitions);
}

} // namespace
