// SPDX-License-Identifier: BSL-1.0
//
// A push or a pop waits, and a hand-over, its deadline, a close and a cancellation come in all
// orders before its fiber runs again. The first event ends it, and no element is lost.
#include "scenario.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/stop_token.hpp>
#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/shared_channel.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <stop_token>
#include <thread>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using queue::status;

enum class event { hand_over, deadline, close, cancel };
using order = std::array<event, 4>;

void find_due() {
    scripted_clock::pass(1s);
    scripted_round_robin::required().timers().pass_at(scripted_clock::now(), [](timer::timer& due) {
        auto& due_timer = static_cast<detail::expiry&>(due);
        due_timer.on_due(due_timer);
    });
}

void cancel_by(cancel::standalone_token& token, bool elsewhere) {
    if (elsewhere) {
        std::thread([&token] { token.cancel(); }).join();
        scripted_round_robin::required().run_posted();
    } else {
        token.cancel();
    }
}

status expected(event first) {
    constexpr std::array by_event{status::done, status::timeout, status::closed, status::cancelled};
    return by_event[static_cast<std::size_t>(first)];
}

template <class Channel>
class race {
public:
    race(std::size_t capacity, bool elsewhere) : items_(capacity), elsewhere_(elsewhere) {}

    void of_a_pop(const order& events) {
        status ending = status::empty;
        fiber_group all;
        all.add([&] {
            auto got = items_.pop_for(10ms, token_);
            ending = got.status();
            out_ += got ? 1 : 0;
        });
        yield_both_ways(2);
        let_come(events, [&] { in_ += items_.try_push(7) == status::done ? 1 : 0; });
        EXPECT_EQ(ending, status::empty);
        all.join();
        EXPECT_EQ(ending, expected(events.front()));
        expect_nothing_lost();
    }

    void of_a_push(const order& events) {
        status ending = status::empty;
        for (; items_.try_push(1) == status::done; ++in_) {
        }
        fiber_group all;
        all.add([&] {
            ending = items_.push_for(10ms, 7, token_);
            in_ += ending == status::done ? 1 : 0;
        });
        yield_both_ways(2);
        let_come(events, [&] { out_ += items_.try_pop() ? 1 : 0; });
        EXPECT_EQ(ending, status::empty);
        all.join();
        EXPECT_EQ(ending, expected(events.front()));
        expect_nothing_lost();
    }

private:
    template <class HandOver>
    void let_come(const order& events, HandOver hand_over) {
        for (const event next : events) {
            switch (next) {
            case event::hand_over:
                hand_over();
                break;
            case event::deadline:
                find_due();
                break;
            case event::close:
                items_.close();
                break;
            case event::cancel:
                cancel_by(token_, elsewhere_);
                break;
            }
        }
    }

    void expect_nothing_lost() {
        EXPECT_EQ(in_, out_ + static_cast<int>(items_.size()));
        let_others_run(); // no fiber is ready whose wait has ended
        EXPECT_TRUE(scripted_round_robin::required().timers().is_empty());
    }

    Channel items_;
    cancel::standalone_token token_;
    bool elsewhere_;
    int in_ = 0;
    int out_ = 0;
};

template <class Channel>
class endings : public ::testing::Test {};
using channels =
    ::testing::Types<channel<int, scripted_clock>, shared_channel<int, scripted_clock>>;
TYPED_TEST_SUITE(endings, channels, );

TYPED_TEST(endings, are_by_the_first_event) {
    for (const std::size_t capacity : {0, 1, 3}) {
        for (const bool elsewhere : {false, true}) {
            order events{event::hand_over, event::deadline, event::close, event::cancel};
            do {
                run_on_thread([&] { race<TypeParam>(capacity, elsewhere).of_a_pop(events); });
                run_on_thread([&] { race<TypeParam>(capacity, elsewhere).of_a_push(events); });
            } while (std::next_permutation(events.begin(), events.end()));
        }
    }
}

TYPED_TEST(endings, leave_the_token_usable) {
    run_on_thread([] {
        TypeParam items(1);
        cancel::standalone_token token;
        int got = 0;
        {
            fiber_group all;
            all.add([&] {
                while (auto number = items.pop_for(1h, token)) {
                    ++got;
                }
                EXPECT_EQ(items.pop(token).status(), status::cancelled);
                const queue::while_waiting waits(token);
                EXPECT_EQ(items.push(1, waits), status::done) << "it need not wait";
                EXPECT_EQ(items.push(2, waits), status::cancelled);
            });
            for (int i = 0; i < 3; ++i) {
                EXPECT_EQ(items.push(i), status::done);
                let_others_run();
            }
            token.cancel();
        }
        EXPECT_EQ(got, 3);
        EXPECT_EQ(items.size(), 1U);
        token.reset();
        EXPECT_TRUE(items.pop(token));
    });
}

/// Every form of push and pop, with the cancellation `by`: with endless timeouts, and with timeouts
/// that are over.
template <class Channel, class By>
void expect_all_pushes(Channel& items, const By& by, status ending) {
    basic_alarm<scripted_clock> in_an_hour(1h);
    EXPECT_EQ(items.push(7, by), ending);
    EXPECT_EQ(items.push_for(1h, 7, by), ending);
    EXPECT_EQ(items.push_for(deferred(1h), 7, by), ending);
    EXPECT_EQ(items.push_for(0s, 7, by), ending);
    EXPECT_EQ(items.push_until(in_an_hour, 7, by), ending);
    EXPECT_EQ(items.push_until(scripted_clock::time_point::max(), 7, by), ending);
    EXPECT_EQ(items.push_until(scripted_clock::present() - 1s, 7, by), ending);
}
template <class Channel, class By>
void expect_all_pops(Channel& items, const By& by, status ending) {
    basic_alarm<scripted_clock> in_an_hour(1h);
    EXPECT_EQ(items.pop(by).status(), ending);
    EXPECT_EQ(items.pop_for(1h, by).status(), ending);
    EXPECT_EQ(items.pop_for(deferred(1h), by).status(), ending);
    EXPECT_EQ(items.pop_for(0s, by).status(), ending);
    EXPECT_EQ(items.pop_until(in_an_hour, by).status(), ending);
    EXPECT_EQ(items.pop_until(scripted_clock::time_point::max(), by).status(), ending);
    EXPECT_EQ(items.pop_until(scripted_clock::present() - 1s, by).status(), ending);
}

TYPED_TEST(endings, prefer_a_cancelled_token) {
    run_on_thread([] {
        cancel::standalone_token token;
        token.cancel();
        TypeParam items(20);
        for (int i = 0; i < 10; ++i) {
            EXPECT_EQ(items.push(i), status::done);
        }
        expect_all_pushes(items, token, status::cancelled);
        expect_all_pops(items, token, status::cancelled);
        EXPECT_EQ(items.size(), 10U) << "there was room, and there were elements";
        expect_all_pushes(items, queue::while_waiting(token), status::done);
        expect_all_pops(items, queue::while_waiting(token), status::done);
        EXPECT_EQ(items.size(), 10U);
        items.close();
        expect_all_pushes(items, token, status::cancelled);
        expect_all_pops(items, token, status::cancelled);
        expect_all_pushes(items, queue::while_waiting(token), status::closed);
        expect_all_pops(items, queue::while_waiting(token), status::done);
        while (items.try_pop()) {
        }
        expect_all_pops(items, queue::while_waiting(token), status::closed);
        expect_all_pops(items, token, status::cancelled);
    });
}

TYPED_TEST(endings, may_be_by_a_stop_token) {
    run_on_thread([] {
        std::stop_source stop;
        TypeParam items(0);
        status popped = status::empty;
        fiber_group all;
        all.add([&] { popped = items.pop(cancel::from_stop_token(stop.get_token())).status(); });
        let_others_run();
        EXPECT_EQ(items.push(7, cancel::from_stop_token(stop.get_token())), status::done);
        all.join();
        EXPECT_EQ(popped, status::done);
        all.add([&] {
            popped = items.pop_for(1h, cancel::from_stop_token(stop.get_token())).status();
        });
        let_others_run();
        stop.request_stop();
        all.join();
        EXPECT_EQ(popped, status::cancelled);
        const cancel::from_stop_token stopped(stop.get_token());
        expect_all_pushes(items, stopped, status::cancelled);
        expect_all_pops(items, stopped, status::cancelled);
    });
}

// A fiber of the other side waits with an element, or for an element.
TYPED_TEST(endings, prefer_a_cancelled_token_to_a_hand_over) {
    run_on_thread([] {
        cancel::standalone_token token;
        token.cancel();
        TypeParam items(0);
        fiber_group all;
        all.add([&] { EXPECT_EQ(items.push(1), status::done); });
        let_others_run();
        expect_all_pops(items, token, status::cancelled);
        EXPECT_TRUE(items.pop(queue::while_waiting(token)));
        all.add([&] { EXPECT_TRUE(items.pop()); });
        let_others_run();
        expect_all_pushes(items, token, status::cancelled);
        EXPECT_EQ(items.push(1, queue::while_waiting(token)), status::done);
        expect_all_pushes(items, queue::while_waiting(token), status::cancelled);
        expect_all_pops(items, queue::while_waiting(token), status::cancelled);
        all.join();
    });
}

} // namespace
} // namespace tollgate::fiber
