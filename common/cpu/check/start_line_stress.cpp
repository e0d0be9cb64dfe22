// SPDX-License-Identifier: BSL-1.0
//
// Plain data written before the line and read by everybody after it. Wrong values would show a
// line that lets go early; a thread sanitizer shows a missing synchronization even when the values
// happen to be right.
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

struct repetition {
    start_line line{runners};
    std::array<std::size_t, runners> written{};
};

TEST(start_line_stress, what_was_written_before_is_read_after) {
    std::deque<repetition> all(repetitions);
    std::array<std::size_t, runners> wrong{};
    std::vector<std::thread> threads;
    for (std::size_t me = 0; me < runners; ++me) {
        threads.emplace_back([&, me] {
            for (std::size_t i = 0; i < repetitions; ++i) {
                all[i].written[me] = i * runners + me + 1;
                all[i].line.wait();
                for (std::size_t other = 0; other < runners; ++other) {
                    wrong[me] += all[i].written[other] != i * runners + other + 1 ? 1 : 0;
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, (std::array<std::size_t, runners>{}));
}

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
