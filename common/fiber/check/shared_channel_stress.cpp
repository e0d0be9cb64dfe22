// SPDX-License-Identifier: BSL-1.0
//
// Fibers of three threads push and pop by all forms at random, with tokens that are cancelled,
// until the channel is closed. They select among the channel and a queue. Selects meet each other
// in a channel without a buffer.
#include "scenario.hpp"
#include "storm.hpp"

#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/select.hpp>
#include <tollgate/fiber/shared_channel.hpp>
#include <tollgate/queue/blocking_queue.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace tollgate::fiber {
namespace {

using queue::storm_element;

struct in_fibers {
    static void run(std::vector<std::function<void()>> workers) {
        constexpr std::size_t threads = 3;
        std::vector<std::function<void()>> all;
        for (std::size_t thread = 0; thread < threads; ++thread) {
            all.emplace_back([&workers, thread] {
                run_on_thread<round_robin>([&] {
                    fiber_group fibers;
                    for (std::size_t i = thread; i < workers.size(); i += threads) {
                        fibers.add(std::move(workers[i]));
                    }
                });
            });
        }
        queue::in_threads::run(std::move(all));
    }
    template <class... Sources>
    static selected select_one(Sources&&... sources) {
        return fiber::select(sources...);
    }
    template <class Call>
    static auto call_for(std::chrono::microseconds time, unsigned chance, Call call) {
        return chance % 2 == 0 ? call(time) : call(deferred(time));
    }
};

TEST(shared_channel_storm, loses_nothing) {
    queue::lose_nothing<in_fibers, shared_channel<storm_element>,
                        queue::blocking_queue<storm_element>>({{3, 3}, {12, 9}, {18, 3}, {3, 18}},
                                                              {0, 1, 3});
}

} // namespace
} // namespace tollgate::fiber
