// SPDX-License-Identifier: BSL-1.0
//
// Short histories of threads that select, push, pop and close on two queues. What a select did is
// one call on one queue, and both histories are linearizable. A select that timed out has found
// each of its queues not ready.
#include "linearizable.hpp"

#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/select.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <sstream>
#include <thread>
#include <vector>

namespace tollgate::queue::orders {
namespace {

constexpr std::size_t threads = 3;
constexpr int calls_each = 4;
constexpr std::array<std::size_t, 2> capacities{1, 2};

/// The queues of a round, and the histories of one thread on them.
struct two_queues {
    blocking_queue<int> first{capacities[0]};
    blocking_queue<int> second{capacities[1]};
    std::atomic<std::uint64_t> clock{0};
};
using two_histories = std::array<history, 2>;

class history_thread {
    auto take() {
        return [this](int element) { taken_ = element; };
    }

public:
    history_thread(two_queues& tested, std::size_t number, std::uint32_t seed)
        : tested_(tested), number_(number), random_(seed) {}

    void call_once() {
        const auto time = std::chrono::microseconds(random_() % 32);
        const int value = static_cast<int>(100 * number_ + ++pushes_);
        invoked_ = ++tested_.clock;
        switch (random_() % 8) {
        case 0:
            return note(0, {operation::push, value}, tested_.first.push_for(time, value));
        case 1:
            return note_popped(1, tested_.second.pop_for(time));
        case 2:
        case 3:
            return note_select(
                {{{0, {operation::pop}}, {1, {operation::pop}}}},
                select(pop(tested_.first, take()), pop(tested_.second, take()), within(time)));
        case 4:
            return note_select(
                {{{0, {operation::push, value}}, {1, {operation::pop}}}},
                select(push(tested_.first, value), pop(tested_.second, take()), within(time)));
        case 5:
            return note_select({{{0, {operation::push, value}}, {1, {operation::push, value}}}},
                               select(by_priority, push(tested_.first, value),
                                      push(tested_.second, value), within(time)));
        case 6:
            return note_select(
                {{{0, {operation::push, value}}, {0, {operation::pop}}}},
                select(push(tested_.first, value), pop(tested_.first, take()), within(time)));
        default:
            if (random_() % 4 == 0) {
                tested_.first.close();
                note(0, {operation::close}, status::done);
            }
        }
    }

    /// Pops the elements that are left.
    void drain() {
        status last = status::done;
        do {
            invoked_ = ++tested_.clock;
            popped<int> element = tested_.first.try_pop();
            note(0, {operation::try_pop, element ? *element : 0}, last = element.status());
        } while (last == status::done);
        do {
            invoked_ = ++tested_.clock;
            popped<int> element = tested_.second.try_pop();
            note(1, {operation::try_pop, element ? *element : 0}, last = element.status());
        } while (last == status::done);
    }

    two_histories calls;

private:
    struct source {
        std::size_t queue;
        step operation;
    };

    /// `part`: calls of the same part have the order in which they are noted.
    void note(std::size_t queue, const step& performed, status result, std::size_t part = 0) {
        calls.at(queue).push_back(
            {performed.kind, performed.value, result, number_ + part * (threads + 1), invoked_, 0});
        calls.at(queue).back().responded = ++tested_.clock;
    }
    void note_popped(std::size_t queue, const popped<int>& element) {
        note(queue, {operation::pop, element ? *element : 0}, element.status());
    }
    /// A select that timed out has found its sources not ready, in any order.
    void note_select(const std::array<source, 2>& sources, const selected& ended) {
        for (std::size_t i = 0; i < sources.size(); ++i) {
            step performed = sources.at(i).operation;
            if (performed.kind == operation::pop) {
                performed.value = taken_;
            }
            if (ended.status == status::timeout || ended.index == i) {
                note(sources.at(i).queue, performed, ended.status, i);
            }
        }
    }

    two_queues& tested_;
    std::size_t number_;
    std::minstd_rand random_;
    std::size_t pushes_ = 0;
    std::uint64_t invoked_ = 0;
    int taken_ = 0;
};

/// Runs one round. Each thread makes its calls when all have come.
void expect_linearizable_round(std::uint32_t seed, std::barrier<>& together,
                               std::optional<two_queues>& tested,
                               std::array<std::optional<history_thread>, threads>& each) {
    tested.emplace();
    for (std::size_t i = 0; i < threads; ++i) {
        each.at(i).emplace(*tested, i, seed + static_cast<std::uint32_t>(i));
    }
    together.arrive_and_wait();
    together.arrive_and_wait();
    history_thread rest(*tested, threads, seed);
    rest.drain();
    for (std::size_t queue = 0; queue < capacities.size(); ++queue) {
        history all = rest.calls.at(queue);
        for (const auto& thread : each) {
            all.insert(all.end(), thread->calls.at(queue).begin(), thread->calls.at(queue).end());
        }
        if (!is_linearizable(all, capacities.at(queue))) {
            std::ostringstream text;
            for (const call& ended : all) {
                text << ended;
            }
            FAIL() << "queue " << queue << " of seed " << seed << '\n' << text.str();
        }
    }
}

TEST(histories_of_selects, are_linearizable_on_each_queue) {
    const testing::watchdog guard("a select");
    constexpr int rounds = 20'000 / testing::stress_divisor;
    std::minstd_rand random(testing::drawn_seed());
    std::barrier<> together(threads + 1);
    std::optional<two_queues> tested;
    std::array<std::optional<history_thread>, threads> each;
    std::atomic<bool> over{false};
    std::vector<std::thread> all;
    for (std::size_t i = 0; i < threads; ++i) {
        all.emplace_back([&, i] {
            while (together.arrive_and_wait(), !over) {
                for (int call = 0; call < calls_each; ++call) {
                    each.at(i)->call_once();
                }
                together.arrive_and_wait();
            }
        });
    }
    for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
        expect_linearizable_round(static_cast<std::uint32_t>(random()), together, tested, each);
    }
    over = true;
    together.arrive_and_wait();
    for (std::thread& thread : all) {
        thread.join();
    }
}

} // namespace
} // namespace tollgate::queue::orders
