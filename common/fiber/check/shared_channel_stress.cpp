// SPDX-License-Identifier: BSL-1.0
//
// Fibers of three threads push and pop with random limits and tokens that are cancelled, until the
// channel is closed: every element that a push said was done is popped once or left, the elements
// of one producer stay in order, and every call ends in one of the ways it may end in.
#include "scene.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/faults/stress.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/shared_channel.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
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
constexpr int each = 3000 / faults::stress_divisor;

struct storm {
    storm(std::size_t capacity, std::uint32_t first_seed) : items(capacity), seed(first_seed) {
        for (auto& one : tokens) {
            one = std::make_unique<cancel::standalone_token>();
        }
    }

    [[nodiscard]] std::uint64_t calls() const {
        std::uint64_t sum = 0;
        for (const auto& one : ended) {
            sum += one.load();
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

/// A time that is over soon, or one that never is.
template <class Call>
auto with_some_limit(std::minstd_rand& chance, Call call) {
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

void note(storm& all, status how) {
    all.ended[static_cast<std::size_t>(how)].fetch_add(1);
}

void produce(storm& all, std::size_t who, const cancel::token& token) {
    std::minstd_rand chance(all.seed + static_cast<std::uint32_t>(who));
    for (std::uint64_t i = 1; i <= each; ++i) {
        const status how = with_some_limit(
            chance, [&](auto limit) { return all.items.push_for(limit, who << 32U | i, token); });
        note(all, how);
        ASSERT_TRUE(how == status::done || how == status::timeout || how == status::cancelled);
        if (how == status::done) {
            all.in[who].fetch_add(1);
        } else if (how == status::cancelled) {
            break;
        }
        if (chance() % 8 == 0) {
            give_way();
        }
    }
    if (all.producers_left.fetch_sub(1) == 1) {
        all.items.close();
    }
}

void consume(storm& all, std::size_t who, const cancel::token& token) {
    std::minstd_rand chance(all.seed + 1000 + static_cast<std::uint32_t>(who));
    std::vector<std::uint64_t> last(threads * producers, 0);
    bool is_cancelled = false;
    for (;;) {
        auto got = with_some_limit(chance, [&](auto limit) {
            return is_cancelled ? all.items.pop_for(limit) : all.items.pop_for(limit, token);
        });
        note(all, got.status());
        if (got) {
            const auto from = static_cast<std::size_t>(*got >> 32U);
            const std::uint64_t number = *got & UINT32_MAX;
            all.out_of_order += number <= last[from] ? 1 : 0;
            last[from] = number;
            all.out[from].fetch_add(1);
        } else if (got.status() == status::closed) {
            return;
        } else {
            ASSERT_TRUE(got.status() == status::timeout || got.status() == status::cancelled);
            is_cancelled = is_cancelled || got.status() == status::cancelled;
            give_way();
        }
    }
}

void run_thread(storm& all, std::size_t thread) {
    play<round_robin>([&] {
        cast fibers;
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
    while (auto one = all.items.try_pop()) {
        all.out[static_cast<std::size_t>(*one >> 32U)].fetch_add(1);
        ++left;
    }
    for (std::size_t who = 0; who < all.in.size(); ++who) {
        EXPECT_EQ(all.in[who].load(), all.out[who].load()) << "of producer " << who;
    }
    EXPECT_EQ(left, 0U) << "after the consumers have seen that it is closed";
    EXPECT_EQ(all.out_of_order.load(), 0);
}

TEST(shared_channel_storm, loses_nothing_and_ends_every_call_once) {
    const faults::watchdog guard("the storm");
    const std::uint32_t seed = faults::drawn_seed();
    for (const std::size_t capacity : {0U, 1U, 3U}) {
        for (std::uint32_t round = 0; round < 4; ++round) {
            storm all(capacity, seed + 10'000 * round);
            std::vector<std::thread> some;
            some.reserve(threads);
            for (std::size_t thread = 0; thread < threads; ++thread) {
                some.emplace_back([&all, thread] { run_thread(all, thread); });
            }
            // Half of them, spread over the time that it lasts.
            for (std::size_t i = 0; i < all.tokens.size(); i += 2) {
                while (all.calls() < i * each / 4 && all.producers_left.load() > 0) {
                    std::this_thread::yield();
                }
                all.tokens[i]->cancel();
            }
            for (std::thread& one : some) {
                one.join();
            }
            expect_nothing_lost(all);
        }
    }
}

} // namespace
} // namespace tollgate::fiber
