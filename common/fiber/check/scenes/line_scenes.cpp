// SPDX-License-Identifier: BSL-1.0
//
// The line of ready fibers where the memory for a longer one is refused.
#include "../scene.hpp"

#include <tollgate/fiber/channel.hpp>

#include <boost/fiber/algo/round_robin.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <new>
#include <vector>

namespace {

bool memory_is_refused = false;

} // namespace

// By that which throws, which is also a sanitizer's.
void* operator new[](std::size_t size, const std::nothrow_t& /*unused*/) noexcept {
    try {
        return memory_is_refused ? nullptr : ::operator new[](size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

namespace tollgate::fiber {
namespace {

TEST(turns, come_in_order_where_the_memory_for_a_longer_line_is_refused) {
    play([] {
        constexpr int fibers = 300;
        memory_is_refused = true;
        const std::vector<int> turns = turns_of(fibers, 20);
        memory_is_refused = false;
        expect_in_turn(turns, fibers);
        expect_in_turn(turns_of(fibers, 20), fibers); // with memory again
    });
}

TEST(turns, are_had_by_all_that_wait_while_memory_is_refused) {
    play([] {
        memory_is_refused = true;
        int awake = 0;
        {
            channel<int, scripted_clock> items(0);
            cast all;
            for (int i = 0; i < 300; ++i) {
                all.add([&] { awake += items.pop() ? 0 : 1; });
            }
            give_way(3);
            items.close();
        }
        memory_is_refused = false;
        EXPECT_EQ(awake, 300);
    });
}

TEST(a_swap, takes_along_those_without_room_too) {
    play([] {
        for (const int picks_before : {0, 200}) {
            int turns = 0;
            {
                cast all;
                give_way(picks_before);
                memory_is_refused = true;
                for (int i = 0; i < 300; ++i) {
                    all.add([&turns] { ++turns; });
                }
                boost::fibers::use_scheduling_algorithm<boost::fibers::algo::round_robin>();
                boost::fibers::use_scheduling_algorithm<scripted_round_robin>();
                memory_is_refused = false;
            }
            EXPECT_EQ(turns, 300);
        }
    });
}

} // namespace
} // namespace tollgate::fiber
