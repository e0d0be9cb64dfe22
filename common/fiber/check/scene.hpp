// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/scripted_clock.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/fiber/yield.hpp>

#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::fiber {

using faults::scripted_clock;

using scripted_round_robin = basic_round_robin<scripted_clock>;

/// What the documentation of the scheduler promises, said once more: a look comes after so many
/// picks.
inline constexpr int promised_picks = 128;

/// Runs the scene on a thread of its own whose fibers are scheduled by the algorithm; when it
/// returns, so has the thread.
template <class Algorithm = scripted_round_robin, class Scene>
void play(Scene scene) {
    std::thread([&scene] {
        scripted_clock::set(std::chrono::seconds(1));
        boost::fibers::use_scheduling_algorithm<Algorithm>();
        scene();
    }).join();
}

/// By Boost's way and by ours in turn: what holds for one holds for the other, and beside it.
inline void give_way(int times = 1) {
    static constinit thread_local unsigned calls = 0;
    for (; times > 0; --times) {
        if (calls++ % 2 == 0) {
            yield();
        } else {
            boost::this_fiber::yield();
        }
    }
}

/// So long that all others run, or wait, and the scheduler looks at the time twice.
inline void let_others_run() {
    give_way(3 * promised_picks);
}

/// The time passes, and the scheduler sees it.
inline void let_pass(std::chrono::nanoseconds time) {
    scripted_clock::pass(time);
    let_others_run();
}

/// Fibers that are joined when they go.
class cast {
public:
    /// As a fiber is made.
    template <class... Arguments>
    void add(Arguments&&... arguments) {
        fibers_.emplace_back(std::forward<Arguments>(arguments)...);
    }
    void join() {
        for (boost::fibers::fiber& member : fibers_) {
            member.join();
        }
        fibers_.clear();
    }

    cast() = default;
    cast(const cast&) = delete;
    cast& operator=(const cast&) = delete;
    ~cast() { join(); }

private:
    std::vector<boost::fibers::fiber> fibers_;
};

/// The turns of fibers that give way so often each, by the fiber's number, 100 ns a turn.
inline std::vector<int> turns_of(
    int fibers, int each, void (*give_way_once)() = [] { give_way(); }) {
    std::vector<int> turns;
    cast all;
    for (int who = 0; who < fibers; ++who) {
        all.add([&turns, who, each, give_way_once] {
            for (int i = 0; i < each; ++i) {
                turns.push_back(who);
                scripted_clock::pass(std::chrono::nanoseconds(100));
                give_way_once();
            }
        });
    }
    all.join();
    return turns;
}

/// Each fiber has a turn before any has its next one, in the order in which they were made.
inline void expect_in_turn(const std::vector<int>& turns, int fibers) {
    for (std::size_t i = 0; i < turns.size(); ++i) {
        ASSERT_EQ(turns[i], static_cast<int>(i) % fibers);
    }
}

} // namespace tollgate::fiber
