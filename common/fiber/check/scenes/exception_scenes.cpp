// SPDX-License-Identifier: BSL-1.0
//
// Fibers give way in handlers, and while exceptions fly: each has its own, in whichever way it
// switches, and no other one's.
#include "../scene.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/sleep.hpp>

#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/future.hpp>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <exception>
#include <string>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using boost::fibers::launch;

/// Notes its name when it is destroyed.
struct thrown {
    thrown(std::string& to, char own) : notes(to), name(own) {}
    thrown(const thrown&) = default;
    thrown& operator=(const thrown&) = delete;
    ~thrown() { notes += name; }

    std::string& notes;
    char name;
};

/// Of the exception whose handler runs.
char name_of_current() {
    if (!std::current_exception()) {
        return '-';
    }
    try {
        throw;
    } catch (const thrown& current) {
        return current.name;
    }
}

void expect_none() {
    EXPECT_EQ(name_of_current(), '-');
    EXPECT_EQ(std::uncaught_exceptions(), 0);
}

/// Throws, and does that in the handler, in which its own exception is the current one.
template <class Handler>
void throw_and_handle(std::string& notes, char name, Handler handler) {
    try {
        throw thrown(notes, name);
    } catch (const thrown&) {
        EXPECT_EQ(name_of_current(), name);
        handler();
        EXPECT_EQ(name_of_current(), name);
        EXPECT_EQ(std::uncaught_exceptions(), 0);
        notes += ' ';
    }
}

void begin_without_any() {
    expect_none();
    std::string notes;
    throw_and_handle(notes, 'z', [] { give_way(); });
    EXPECT_EQ(notes, " z");
    expect_none();
}

/// By all that switches: this library, and Boost.
constexpr void (*ways_to_leave[])() = {
    [] { yield(); },
    [] { boost::this_fiber::yield(); },
    [] { sleep_for<scripted_clock>(1us, cancel::dummy_token()); },
    [] { EXPECT_FALSE((channel<int, scripted_clock>(1).pop_for(1us))); },
    [] { boost::this_fiber::sleep_for(1ns); },
    [] { boost::fibers::fiber(launch::post, begin_without_any).join(); },
    [] { boost::fibers::fiber(launch::dispatch, begin_without_any).join(); },
};

TEST(an_exception, is_destroyed_by_its_own_handler_whatever_gives_way_there) {
    for (const auto leave : ways_to_leave) {
        play([leave] {
            std::string notes;
            int ended = 0;
            cast all;
            for (int turns = 1; turns <= 3; ++turns) {
                all.add([&, turns] {
                    throw_and_handle(notes, static_cast<char>('0' + turns), [&] {
                        for (int i = 0; i < turns; ++i) {
                            leave();
                        }
                    });
                    expect_none();
                    ++ended;
                });
            }
            throw_and_handle(notes, 'm', [&] {
                while (ended < 3) { // NOLINT(bugprone-infinite-loop): other fibers end it
                    let_pass(2us);
                }
            });
            EXPECT_EQ(notes, " 1 2 3 m");
            expect_none();
        });
    }
}

TEST(an_exception, stays_that_of_nested_handlers_and_can_be_thrown_on) {
    play([] {
        std::array<std::string, 4> notes;
        cast all;
        for (std::string& own : notes) {
            all.add([&own, before = &own - notes.data()] {
                give_way(static_cast<int>(before));
                throw_and_handle(own, 'o', [&] {
                    give_way();
                    throw_and_handle(own, 'i', [] { give_way(2); });
                    give_way();
                    try {
                        throw;
                    } catch (const thrown& again) {
                        give_way(3);
                        EXPECT_EQ(again.name, 'o');
                    }
                    give_way();
                });
                expect_none();
            });
        }
        all.join();
        for (const std::string& own : notes) {
            EXPECT_EQ(own, " i o");
        }
    });
}

/// In its destructor others run.
struct gives_way_at_its_end {
    gives_way_at_its_end() = default;
    gives_way_at_its_end(const gives_way_at_its_end&) = delete;
    gives_way_at_its_end& operator=(const gives_way_at_its_end&) = delete;
    ~gives_way_at_its_end() {
        const int flying = std::uncaught_exceptions();
        std::string notes;
        give_way();
        EXPECT_EQ(std::uncaught_exceptions(), flying);
        try {
            throw thrown(notes, 'd');
        } catch (const thrown&) {
            give_way(2);
            EXPECT_EQ(std::uncaught_exceptions(), flying);
        }
        EXPECT_EQ(notes, "d");
    }
};

TEST(an_exception, flies_for_its_own_fiber_alone) {
    play([] {
        int caught = 0;
        cast all;
        for (int fiber = 0; fiber < 3; ++fiber) {
            all.add([&caught, fiber] {
                std::string notes;
                give_way(fiber);
                try {
                    const gives_way_at_its_end outer;
                    const gives_way_at_its_end inner;
                    throw thrown(notes, 'f');
                } catch (const thrown&) {
                    ++caught;
                }
                EXPECT_EQ(notes, "f");
                expect_none();
            });
        }
        while (caught < 3) { // NOLINT(bugprone-infinite-loop): other fibers end it
            expect_none();
            give_way();
        }
        all.join();
    });
}

TEST(an_exception, goes_with_a_future_to_those_who_wait) {
    play([] {
        std::string notes;
        {
            boost::fibers::shared_future<void> result = boost::fibers::async([&] {
                throw_and_handle(notes, 't', [] { give_way(5); });
                throw thrown(notes, 'f');
            });
            cast all;
            for (int i = 0; i < 2; ++i) {
                all.add([&] {
                    throw_and_handle(notes, 'w', [&] {
                        try {
                            result.get();
                        } catch (const thrown& got) {
                            give_way();
                            EXPECT_EQ(got.name, 'f');
                        }
                    });
                });
            }
        }
        EXPECT_EQ(notes, " t w wf");
    });
}

TEST(an_exception, stays_over_a_swap_in_its_handler) {
    play([] {
        std::string notes;
        cast all;
        all.add([] { give_way(5); });
        throw_and_handle(notes, 's', [] {
            yield();
            boost::fibers::use_scheduling_algorithm<boost::fibers::algo::round_robin>();
            EXPECT_EQ(name_of_current(), 's');
            boost::fibers::use_scheduling_algorithm<scripted_round_robin>();
            EXPECT_EQ(name_of_current(), 's');
            yield();
        });
        EXPECT_EQ(notes, " s");
    });
}

} // namespace
} // namespace tollgate::fiber
