// SPDX-License-Identifier: BSL-1.0
//
// Fibers that select among channels, queues, tokens, deadlines and alarms.
#include "scenario.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/select.hpp>
#include <tollgate/fiber/shared_channel.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/source_set.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using cancel::standalone_token;
using queue::status;

constexpr auto ignore_element = [](auto&&) {};

template <class... Sources>
selected scripted_select(Sources&&... sources) {
    return select<scripted_clock>(std::forward<Sources>(sources)...);
}

void expect_ending(const selected& ended, std::size_t index, status ending) {
    EXPECT_EQ(ended.index, index);
    EXPECT_EQ(queue::to_string(ended.status), queue::to_string(ending));
}

template <class Channel>
class fiber_select : public ::testing::Test {};
using channels =
    ::testing::Types<channel<int, scripted_clock>, shared_channel<int, scripted_clock>>;
TYPED_TEST_SUITE(fiber_select, channels);

TYPED_TEST(fiber_select, takes_from_a_set_that_keeps_its_channels) {
    run_on_thread([] {
        TypeParam buffered(1);
        TypeParam direct(0);
        std::vector<int> elements;
        const auto keep = [&](int element) { elements.push_back(element); };
        queue::source_set set;
        set.add(pop(buffered, keep));
        set.add(pop(direct, keep));
        fiber_group others;
        others.add([&] {
            for (int i = 0; i < 3; ++i) {
                EXPECT_EQ(direct.push(10 + i), status::done);
                EXPECT_EQ(buffered.push(i), status::done);
            }
            direct.close();
        });
        for (int i = 0; i < 6; ++i) {
            expect_ending(scripted_select(set), 0, status::done);
        }
        expect_ending(scripted_select(set), 0, status::closed);
        EXPECT_EQ(set.size(), 1U);
        EXPECT_EQ(elements, (std::vector{10, 0, 11, 1, 12, 2}));
    });
}

TYPED_TEST(fiber_select, takes_from_the_source_that_is_ready) {
    run_on_thread([] {
        TypeParam first(1);
        TypeParam second(1);
        std::vector<int> taken;
        const auto take = [&](int element) { taken.push_back(element); };
        const auto select_both = [&] {
            return scripted_select(pop(first, take), pop(second, take));
        };
        EXPECT_EQ(second.push(7), status::done);
        expect_ending(select_both(), 1, status::done);
        EXPECT_EQ(second.push(8), status::done);
        expect_ending(scripted_select(push(second, 9), push(first, 9)), 1, status::done);
        EXPECT_EQ(taken, std::vector{7});
        EXPECT_EQ(first.size() + second.size(), 2U);
        first.close();
        second.close();
        const int sum = *first.try_pop() + *second.try_pop();
        EXPECT_EQ(sum, 17);
        EXPECT_EQ(select_both().status, status::closed);
        EXPECT_EQ(scripted_select(push(second, 9)).status, status::closed);
    });
}

// The other fibers run while one waits. Then the event comes.
TYPED_TEST(fiber_select, ends_by_each_source) {
    enum class event { first, second, room, closed, cancelled, alarm };
    run_on_thread([] {
        const auto expect = [](event happening, std::size_t index, status ending) {
            TypeParam first(0);
            TypeParam second(1);
            TypeParam full(1);
            standalone_token by;
            basic_alarm<scripted_clock> end(1h);
            EXPECT_EQ(full.push(1), status::done);
            std::optional<selected> ended;
            int handled = 0;
            boost::fibers::fiber waiting([&] {
                const auto take = [&](int element) { handled += element; };
                const auto count = [&] { handled += 7; };
                ended = scripted_select(pop(first, take), pop(second, take), push(full, 5, count),
                                        cancelled_by(by, count), until(end, count));
            });
            let_others_run();
            EXPECT_FALSE(ended) << "it waits";
            switch (happening) {
            case event::first:
                EXPECT_EQ(first.push(7), status::done);
                break;
            case event::second:
                EXPECT_EQ(second.try_push(7), status::done);
                break;
            case event::room:
                EXPECT_EQ(*full.try_pop(), 1);
                break;
            case event::closed:
                second.close();
                break;
            case event::cancelled:
                by.cancel();
                break;
            case event::alarm:
                let_pass(2h);
                break;
            }
            waiting.join();
            expect_ending(*ended, index, ending);
            EXPECT_EQ(handled, ending == status::closed ? 0 : 7);
            EXPECT_EQ(first.try_push(1), status::full) << "nobody waits any more";
            EXPECT_EQ(*full.try_pop(), happening == event::room ? 5 : 1);
            EXPECT_EQ(full.try_pop().status(), status::empty);
        };
        expect(event::first, 0, status::done);
        expect(event::second, 1, status::done);
        expect(event::room, 2, status::done);
        expect(event::closed, 1, status::closed);
        expect(event::cancelled, 3, status::cancelled);
        expect(event::alarm, 4, status::timeout);
    });
}

// All events come before the fiber runs again.
TYPED_TEST(fiber_select, ends_by_the_first_of_several_events) {
    run_on_thread([] {
        for (const bool cancelled_first : {false, true}) {
            TypeParam first(1);
            TypeParam second(1);
            standalone_token by;
            basic_alarm<scripted_clock> end(1h);
            std::optional<selected> ended;
            boost::fibers::fiber waiting([&] {
                ended = scripted_select(pop(first, ignore_element), cancelled_by(by),
                                        pop(second, ignore_element), until(end));
            });
            let_others_run();
            if (cancelled_first) {
                by.cancel();
            }
            EXPECT_EQ(second.try_push(7), status::done);
            by.cancel();
            EXPECT_EQ(first.try_push(7), status::done);
            first.close();
            second.close();
            waiting.join();
            expect_ending(*ended, cancelled_first ? 1 : 2,
                          cancelled_first ? status::cancelled : status::done);
            EXPECT_EQ(first.size(), 1U);
            EXPECT_EQ(second.size(), cancelled_first ? 1U : 0U);
        }
    });
}

// The select was given its element, and does not run yet. The next element is for the next fiber.
TYPED_TEST(fiber_select, that_has_ended_leaves_later_elements_to_others) {
    run_on_thread([] {
        TypeParam first(0);
        TypeParam second(0);
        int selected_element = 0;
        int popped_element = 0;
        const auto take = [&](int element) { selected_element = element; };
        fiber_group all;
        all.add([&] { scripted_select(pop(first, take), pop(second, take)); });
        let_others_run();
        all.add([&] { popped_element = *first.pop(); });
        let_others_run();
        EXPECT_EQ(second.try_push(2), status::done);
        EXPECT_EQ(second.try_push(3), status::full);
        EXPECT_EQ(first.try_push(1), status::done);
        EXPECT_EQ(first.try_push(4), status::full);
        all.join();
        EXPECT_EQ(selected_element, 2);
        EXPECT_EQ(popped_element, 1);
    });
}

TYPED_TEST(fiber_select, meets_another_select_but_never_itself) {
    run_on_thread([] {
        TypeParam there(0);
        TypeParam back(0);
        std::vector<int> taken;
        const auto take = [&](int element) { taken.push_back(element); };
        std::optional<selected> ending;
        std::optional<selected> other;
        fiber_group all;
        // Each could push to itself.
        all.add(
            [&] { ending = scripted_select(push(there, 1), pop(there, take), pop(back, take)); });
        let_others_run();
        EXPECT_FALSE(ending);
        all.add([&] { other = scripted_select(pop(back, take), push(back, 2), push(back, 3)); });
        all.join();
        expect_ending(*ending, 2, status::done);
        EXPECT_EQ(other->status, status::done);
        EXPECT_EQ(taken, std::vector{static_cast<int>(other->index) + 1});
    });
}

TYPED_TEST(fiber_select, finds_its_alarm_and_its_token_at_once) {
    run_on_thread([] {
        TypeParam items(1);
        standalone_token by;
        basic_alarm<scripted_clock> end(1ms);
        let_others_run();
        let_pass(2ms);
        EXPECT_TRUE(end.has_gone_off());
        const auto select_all = [&] {
            return scripted_select(queue::by_priority, until(end), pop(items, ignore_element),
                                   cancelled_by(by));
        };
        expect_ending(select_all(), 0, status::timeout);
        EXPECT_EQ(items.push(1), status::done);
        expect_ending(select_all(), 1, status::done);
        EXPECT_EQ(items.push(1), status::done);
        by.cancel();
        expect_ending(select_all(), 2, status::cancelled);
        EXPECT_EQ(items.size(), 1U);
    });
}

TYPED_TEST(fiber_select, calls_its_handler_when_the_select_is_over) {
    run_on_thread([] {
        TypeParam items(1);
        TypeParam others(1);
        fiber_group all;
        all.add([&] {
            EXPECT_THROW(scripted_select(pop(items,
                                             [](int element) {
                                                 yield();
                                                 throw std::invalid_argument(
                                                     std::to_string(element));
                                             }),
                                         pop(others, ignore_element)),
                         std::invalid_argument);
        });
        let_others_run();
        EXPECT_EQ(items.push(7), status::done);
        let_others_run();
        EXPECT_EQ(items.size(), 0U) << "the element is consumed";
        EXPECT_EQ(others.push(7), status::done);
        EXPECT_EQ(others.size(), 1U) << "the select has left";
        all.join();
    });
}

TYPED_TEST(fiber_select, is_fair_among_the_ready_sources) {
    run_on_thread([] {
        std::array<TypeParam, 3> ready{TypeParam(1), TypeParam(1), TypeParam(1)};
        TypeParam empty(1);
        standalone_token by;
        constexpr int selects = 24'000;
        std::array<int, 6> times{};
        for (int i = 0; i < selects; ++i) {
            for (auto& each : ready) {
                static_cast<void>(each.try_push(i));
            }
            ++times.at(scripted_select(cancelled_by(by), pop(ready[0], ignore_element),
                                       pop(empty, ignore_element), pop(empty, ignore_element),
                                       pop(ready[1], ignore_element), pop(ready[2], ignore_element))
                           .index);
        }
        for (const std::size_t index : {1U, 4U, 5U}) {
            EXPECT_NEAR(times.at(index), selects / 3, selects / 30) << "source " << index;
        }
    });
}

TEST(a_fiber_select, leaves_the_element_of_a_push_that_did_not_happen) {
    run_on_thread([] {
        using pointers = channel<std::unique_ptr<int>, scripted_clock>;
        pointers first(0);
        pointers second(0);
        standalone_token by;
        auto kept = std::make_unique<int>(1);
        boost::fibers::fiber waiting([&] {
            // NOLINTBEGIN(bugprone-use-after-move): no push is done at first
            const auto select_all = [&] {
                return scripted_select(push(first, std::move(kept)), cancelled_by(by),
                                       push(second, std::move(kept)));
            };
            expect_ending(select_all(), 1, status::cancelled);
            EXPECT_NE(kept, nullptr);
            by.reset();
            expect_ending(select_all(), 2, status::done);
            EXPECT_EQ(kept, nullptr);
            // NOLINTEND(bugprone-use-after-move)
        });
        let_others_run();
        by.cancel();
        let_others_run();
        EXPECT_EQ(**second.pop(), 1);
        waiting.join();
    });
}

// Only the fiber waits for the queue: another fiber of the thread brings the element, and then a
// thread without fibers does.
TEST(a_fiber_select, waits_for_a_queue_of_threads) {
    const testing::watchdog guard("a select of a fiber");
    run_on_thread([] {
        queue::blocking_queue<int> items(1);
        channel<int, scripted_clock> silent(0);
        int sum = 0;
        const auto select_both = [&] {
            return scripted_select(pop(silent, ignore_element),
                                   queue::pop(items, [&](int element) { sum += element; }));
        };
        boost::fibers::fiber waiting([&] { expect_ending(select_both(), 1, status::done); });
        let_others_run();
        EXPECT_EQ(items.try_push(3), status::done);
        waiting.join();
        for (int i = 0; i < 20; ++i) {
            std::thread other([&] { EXPECT_EQ(items.push(4), status::done); });
            expect_ending(select_both(), 1, status::done);
            other.join();
        }
        EXPECT_EQ(sum, 83);
        std::thread other([&] { items.close(); });
        expect_ending(select_both(), 1, status::closed);
        other.join();
    });
}

TEST(a_fiber_select, is_cancelled_by_another_thread) {
    const testing::watchdog guard("a select of a fiber");
    run_on_thread([] {
        for (int i = 0; i < 50; ++i) {
            channel<int, scripted_clock> items(0);
            shared_channel<int, scripted_clock> others(0);
            standalone_token by;
            std::thread other([&] { by.cancel(); });
            expect_ending(scripted_select(pop(items, ignore_element), pop(others, ignore_element),
                                          cancelled_by(by)),
                          2, status::cancelled);
            other.join();
        }
    });
}

TEST(a_fiber_select, meets_the_select_of_a_thread) {
    const testing::watchdog guard("a select of a thread");
    shared_channel<int, scripted_clock> there(0);
    shared_channel<int, scripted_clock> back(0);
    constexpr int rounds = 200;
    std::thread other([&] {
        run_on_thread([&] {
            for (int i = 0; i < rounds; ++i) {
                int got = -1;
                expect_ending(scripted_select(pop(there, [&](int element) { got = element; }),
                                              pop(back, ignore_element)),
                              0, status::done);
                EXPECT_EQ(got, i);
                expect_ending(scripted_select(pop(there, ignore_element), push(back, got)), 1,
                              status::done);
            }
        });
    });
    for (int i = 0; i < rounds; ++i) {
        expect_ending(queue::select(push(there, i), pop(there, ignore_element)), 0, status::done);
        int got = -1;
        expect_ending(queue::select(pop(there, ignore_element),
                                    pop(back, [&](int element) { got = element; })),
                      1, status::done);
        EXPECT_EQ(got, i);
    }
    other.join();
}

TEST(a_fiber_select, ends_at_a_deadline) {
    run_on_thread<round_robin>([] {
        channel<int> items(1);
        using time_point = std::chrono::steady_clock::time_point;
        const auto before = std::chrono::steady_clock::now();
        expect_ending(fiber::select(pop(items, ignore_element), within(1ms), within(1h)), 1,
                      status::timeout);
        expect_ending(fiber::select(until(time_point::max()), pop(items, ignore_element),
                                    until(before + 2ms)),
                      2, status::timeout);
        EXPECT_GE(std::chrono::steady_clock::now(), before + 2ms);
        auto time = within(3ms);
        for (int i = 0; i < 2; ++i) {
            expect_ending(fiber::select(pop(items, ignore_element), time), 1, status::timeout);
        }
        EXPECT_GE(std::chrono::steady_clock::now(), before + 8ms);
        expect_ending(fiber::select(pop(items, ignore_element), within(0s)), 1, status::timeout);
        expect_ending(fiber::select(pop(items, ignore_element), until(time_point::min())), 1,
                      status::timeout);
        EXPECT_EQ(items.push(1), status::done);
        expect_ending(
            fiber::select(until(time_point::min()), within(-1h), pop(items, ignore_element)), 2,
            status::done);
    });
}

TEST(a_fiber_select, throws_without_its_scheduler_only_if_it_has_to_wait) {
    std::thread([] {
        channel<int> items(1);
        EXPECT_EQ(items.try_push(1), status::done);
        expect_ending(select(pop(items, ignore_element)), 0, status::done);
        EXPECT_THROW(select(pop(items, ignore_element)), std::logic_error);
        EXPECT_EQ(items.try_push(1), status::done);
        EXPECT_EQ(items.size(), 1U);
    }).join();
}

} // namespace
} // namespace tollgate::fiber
