// SPDX-License-Identifier: BSL-1.0
//
// Fibers yield in handlers, and while exceptions are in flight. Each fiber has its own exceptions
// only, in whichever way it switches.
#include "../scenario.hpp"

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

/// The name of the exception whose handler runs.
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

/// Throws, and runs the function in the handler, where its own exception is the current one.
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
    throw_and_handle(notes, 'z', [] { yield_both_ways(); });
    EXPECT_EQ(notes, " z");
    expect_none();
}

/// All ways to switch, by this library and by Boost.
constexpr void (*ways_to_leave[])() = {
    [] { yield(); },
    [] { boost::this_fiber::yield(); },
    [] { sleep_for<scripted_clock>(1us, cancel::dummy_token()); },
    [] { EXPECT_FALSE((channel<int, scripted_clock>(1).pop_for(1us))); },
    [] { boost::this_fiber::sleep_for(1ns); },
    [] { boost::fibers::fiber(launch::post, begin_without_any).join(); },
    [] { boost::fibers::fiber(launch::dispatch, begin_without_any).join(); },
};

TEST(an_exception, is_destroyed_by_its_own_handler_however_fibers_switch_there) {
    for (const auto leave : ways_to_leave) {
        run_on_thread([leave] {
            std::string notes;
            int ended = 0;
            fiber_group all;
            for (int yields = 1; yields <= 3; ++yields) {
                all.add([&, yields] {
                    throw_and_handle(notes, static_cast<char>('0' + yields), [&] {
                        for (int i = 0; i < yields; ++i) {
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

TEST(an_exception, is_kept_in_nested_handlers_and_can_be_rethrown) {
    run_on_thread([] {
        std::array<std::string, 4> notes;
        fiber_group all;
        for (std::string& own : notes) {
            all.add([&own, before = &own - notes.data()] {
                yield_both_ways(static_cast<int>(before));
                throw_and_handle(own, 'o', [&] {
                    yield_both_ways();
                    throw_and_handle(own, 'i', [] { yield_both_ways(2); });
                    yield_both_ways();
                    try {
                        throw;
                    } catch (const thrown& again) {
                        yield_both_ways(3);
                        EXPECT_EQ(again.name, 'o');
                    }
                    yield_both_ways();
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

/// Other fibers run in its destructor.
struct yields_in_its_destructor {
    yields_in_its_destructor() = default;
    yields_in_its_destructor(const yields_in_its_destructor&) = delete;
    yields_in_its_destructor& operator=(const yields_in_its_destructor&) = delete;
    ~yields_in_its_destructor() {
        const int in_flight = std::uncaught_exceptions();
        std::string notes;
        yield_both_ways();
        EXPECT_EQ(std::uncaught_exceptions(), in_flight);
        try {
            throw thrown(notes, 'd');
        } catch (const thrown&) {
            yield_both_ways(2);
            EXPECT_EQ(std::uncaught_exceptions(), in_flight);
        }
        EXPECT_EQ(notes, "d");
    }
};

TEST(an_exception, in_flight_belongs_to_its_own_fiber_alone) {
    run_on_thread([] {
        int caught = 0;
        fiber_group all;
        for (int fiber = 0; fiber < 3; ++fiber) {
            all.add([&caught, fiber] {
                std::string notes;
                yield_both_ways(fiber);
                try {
                    const yields_in_its_destructor outer;
                    const yields_in_its_destructor inner;
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
            yield_both_ways();
        }
        all.join();
    });
}

TEST(an_exception, is_passed_by_a_future_to_waiting_fibers) {
    run_on_thread([] {
        std::string notes;
        {
            boost::fibers::shared_future<void> result = boost::fibers::async([&] {
                throw_and_handle(notes, 't', [] { yield_both_ways(5); });
                throw thrown(notes, 'f');
            });
            fiber_group all;
            for (int i = 0; i < 2; ++i) {
                all.add([&] {
                    throw_and_handle(notes, 'w', [&] {
                        try {
                            result.get();
                        } catch (const thrown& got) {
                            yield_both_ways();
                            EXPECT_EQ(got.name, 'f');
                        }
                    });
                });
            }
        }
        EXPECT_EQ(notes, " t w wf");
    });
}

TEST(an_exception, survives_a_swap_in_its_handler) {
    run_on_thread([] {
        std::string notes;
        fiber_group all;
        all.add([] { yield_both_ways(5); });
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
