// SPDX-License-Identifier: BSL-1.0
//
// Fibers of three threads push and pop, also in batches, with random timeouts and with tokens that
// are cancelled, until the channel is closed. Every element whose push returned `done` is popped
// once or left, each producer's elements stay in order, and every call ends with a status that it
// may end with.
#include "scenario.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/shared_channel.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <thread>
#include <vector>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using queue::status;
using steady_numbers = shared_channel<std::uint64_t>;

constexpr std::size_t threads = 3;
constexpr std::size_t producers = 4; ///< on each thread
constexpr int consumers = 3;
constexpr int each = 3000 / testing::stress_divisor;

struct storm {
    storm(std::size_t capacity, std::uint32_t first_seed) : items(capacity), seed(first_seed) {
        for (auto& token : tokens) {
            token = std::make_unique<cancel::standalone_token>();
        }
    }

    [[nodiscard]] std::uint64_t calls() const {
        std::uint64_t sum = 0;
        for (const auto& count : ended) {
            sum += count.load();
        }
        return sum;
    }

    steady_numbers items;
    std::uint32_t seed;
    std::array<std::unique_ptr<cancel::standalone_token>, threads*(producers + consumers)> tokens;
    std::array<std::atomic<std::uint64_t>, threads * producers> in{};
    std::array<std::atomic<std::uint64_t>, threads * producers> out{};
    std::array<std::atomic<std::uint64_t>, 6> ended{};
    std::atomic<int> out_of_order{0};
    std::atomic<std::size_t> producers_left{threads * producers};
};

/// Calls with a timeout that ends soon, or never.
template <class Call>
auto with_random_timeout(std::minstd_rand& chance, Call call) {
    const auto brief = std::chrono::nanoseconds(chance() % 20'000);
    switch (chance() % 4) {
    case 0:
        return call(brief);
    case 1:
        return call(deferred(brief));
    case 2:
        return call(0ns);
    default:
        return call(deferred(1h));
    }
}

void note(storm& all, status ending) {
    all.ended[static_cast<std::size_t>(ending)].fetch_add(1);
}

void produce(storm& all, std::size_t who, const cancel::token& token) {
    std::minstd_rand chance(all.seed + static_cast<std::uint32_t>(who));
    for (std::uint64_t i = 1; i <= each;) {
        const std::array<std::uint64_t, 3> numbers{who << 32U | i, who << 32U | (i + 1),
                                                   who << 32U | (i + 2)};
        const auto next = std::span(numbers).first(chance() % 4 == 0 ? 3 : 1);
        const queue::batch pushed = with_random_timeout(chance, [&](auto timeout) -> queue::batch {
            if (next.size() > 1) {
                return all.items.push_all_for(timeout, next, token);
            }
            const status ending = all.items.push_for(timeout, numbers[0], token);
            return {ending, ending == status::done ? std::size_t{1} : 0};
        });
        note(all, pushed.status);
        ASSERT_TRUE(pushed.status == status::done || pushed.status == status::timeout ||
                    pushed.status == status::cancelled);
        ASSERT_EQ(pushed.count == next.size(), pushed.status == status::done);
        all.in[who].fetch_add(pushed.count);
        i += next.size();
        if (pushed.status == status::cancelled) {
            break;
        }
        if (chance() % 8 == 0) {
            yield_both_ways();
        }
    }
    if (all.producers_left.fetch_sub(1) == 1) {
        all.items.close();
    }
}

template <class Timeout, class... Token>
queue::batch pop_one_or_some(storm& all, Timeout timeout, std::span<std::uint64_t> room,
                             const Token&... by) {
    if (room.size() > 1) {
        return all.items.pop_some_for(timeout, room, by...);
    }
    const auto number = all.items.pop_for(timeout, by...);
    room[0] = number ? *number : 0;
    return {number.status(), number ? std::size_t{1} : 0};
}

void consume(storm& all, std::size_t who, const cancel::token& token) {
    std::minstd_rand chance(all.seed + 1000 + static_cast<std::uint32_t>(who));
    std::vector<std::uint64_t> last(threads * producers, 0);
    bool is_cancelled = false;
    for (;;) {
        std::array<std::uint64_t, 4> places{};
        const auto room = std::span(places).first(1 + chance() % places.size());
        const queue::batch got = with_random_timeout(chance, [&](auto timeout) {
            return is_cancelled ? pop_one_or_some(all, timeout, room)
                                : pop_one_or_some(all, timeout, room, token);
        });
        note(all, got.status);
        if (got) {
            for (const std::uint64_t number : room.first(got.count)) {
                const auto from = static_cast<std::size_t>(number >> 32U);
                all.out_of_order += (number & UINT32_MAX) <= last[from] ? 1 : 0;
                last[from] = number & UINT32_MAX;
                all.out[from].fetch_add(1);
            }
        } else if (got.status == status::closed) {
            return;
        } else {
            ASSERT_TRUE(got.status == status::timeout || got.status == status::cancelled);
            is_cancelled = is_cancelled || got.status == status::cancelled;
            yield_both_ways();
        }
    }
}

void run_thread(storm& all, std::size_t thread) {
    run_on_thread<round_robin>([&] {
        fiber_group fibers;
        for (std::size_t i = 0; i < producers; ++i) {
            const std::size_t who = thread * producers + i;
            fibers.add([&all, who] { produce(all, who, *all.tokens[who]); });
        }
        for (std::size_t i = 0; i < consumers; ++i) {
            const std::size_t who = thread * consumers + i;
            fibers.add([&all, who] { consume(all, who, *all.tokens[threads * producers + who]); });
        }
    });
}

void expect_nothing_lost(storm& all) {
    std::uint64_t left = 0;
    while (auto number = all.items.try_pop()) {
        all.out[static_cast<std::size_t>(*number >> 32U)].fetch_add(1);
        ++left;
    }
    for (std::size_t who = 0; who < all.in.size(); ++who) {
        EXPECT_EQ(all.in[who].load(), all.out[who].load()) << "of producer " << who;
    }
    EXPECT_EQ(left, 0U) << "after the consumers have found it closed";
    EXPECT_EQ(all.out_of_order.load(), 0);
}

TEST(shared_channel_storm, loses_nothing_and_ends_every_call_once) {
    const testing::watchdog guard("the storm");
    const std::uint32_t seed = testing::drawn_seed();
    for (const std::size_t capacity : {0U, 1U, 3U}) {
        for (std::uint32_t round = 0; round < 4; ++round) {
            storm all(capacity, seed + 10'000 * round);
            std::vector<std::thread> all_threads;
            all_threads.reserve(threads);
            for (std::size_t thread = 0; thread < threads; ++thread) {
                all_threads.emplace_back([&all, thread] { run_thread(all, thread); });
            }
            // Half of the tokens, spread over the whole storm.
            for (std::size_t i = 0; i < all.tokens.size(); i += 2) {
                while (all.calls() < i * each / 4 && all.producers_left.load() > 0) {
                    std::this_thread::yield();
                }
                all.tokens[i]->cancel();
            }
            for (std::thread& thread : all_threads) {
                thread.join();
            }
            expect_nothing_lost(all);
        }
    }
}

} // namespace
} // namespace tollgate::fiber
