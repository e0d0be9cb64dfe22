// SPDX-License-Identifier: BSL-1.0
//
// How a push or a pop ends, in every form: for each state of the queue at the call, and for
// everything that may happen while the call waits.
#include "sides.hpp"

#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/stop_token.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <ratio>
#include <stop_token>
#include <vector>

namespace tollgate::queue {
namespace {

using namespace std::chrono_literals;
using cancel::from_stop_token;
using cancel::standalone_token;

std::vector<wait_form> all_forms() {
    std::vector<wait_form> all(endless_forms.begin(), endless_forms.end());
    all.insert(all.end(), past_forms.begin(), past_forms.end());
    all.insert(all.end(), short_forms.begin(), short_forms.end());
    return all;
}

// Its token would end before the wait does.
struct converts_by_value {
    explicit operator cancel::sourced_token() const;
};
struct converts_silently_by_value {
    // NOLINTNEXTLINE(google-explicit-constructor, hicpp-explicit-conversions): that is refused
    operator cancel::sourced_token() const;
};
static_assert(!detail::cancellation<converts_by_value>);
static_assert(!detail::cancellation<converts_silently_by_value>);
static_assert(detail::cancellation<from_stop_token>);
static_assert(detail::cancellation<cancel::sourced_token>);

template <class Type>
class queue_call : public one_side<Type> {
protected:
    template <class Forms, class Body>
    static void for_each(const Forms& forms, Body body) {
        for (const wait_form& within : forms) {
            for (const bool without_spin : {false, true}) {
                SCOPED_TRACE(::testing::Message()
                             << within << (without_spin ? ", without a spin" : ""));
                body(within, without_spin);
            }
        }
    }
};
TYPED_TEST_SUITE(queue_call, all_sides, side_name);

TYPED_TEST(queue_call, that_is_served_is_done_whatever_else_holds) {
    standalone_token by;
    by.cancel();
    this->for_each(all_forms(), [&](const wait_form& within, bool /*without_spin*/) {
        this->begin_served();
        EXPECT_EQ(this->call_it(within), status::done);
        this->begin_served();
        EXPECT_EQ(this->call_it(within, while_waiting(by)), status::done);
        this->expect_calls(0, 0);
        EXPECT_EQ(scripted_time::readings, 0U) << "it did not have to wait";
    });
}

TYPED_TEST(queue_call, finds_the_queue_closed_whatever_else_holds) {
    standalone_token by;
    by.cancel();
    this->for_each(all_forms(), [&](const wait_form& within, bool without_spin) {
        this->begin_blocked(without_spin);
        this->tested_->close();
        EXPECT_EQ(this->call_it(within), status::closed);
        EXPECT_EQ(this->call_it(within, while_waiting(by)), status::closed);
        this->expect_calls(0, 0);
    });
}

TYPED_TEST(queue_call, that_would_wait_is_cancelled_at_once) {
    standalone_token by;
    by.cancel();
    this->for_each(all_forms(), [&](const wait_form& within, bool without_spin) {
        this->begin_blocked(without_spin);
        EXPECT_EQ(this->call_it(within, by), status::cancelled);
        EXPECT_EQ(this->call_it(within, while_waiting(by)), status::cancelled);
        this->expect_calls(0, 0);
    });
}

// Although there is an item for it, or the queue is closed; and the queue is not touched.
TYPED_TEST(queue_call, with_a_cancelled_token_returns_cancelled_first) {
    standalone_token by;
    by.cancel();
    for (const bool closed : {false, true}) {
        this->for_each(all_forms(), [&](const wait_form& within, bool /*without_spin*/) {
            this->begin_served();
            if (closed) {
                this->tested_->close();
            }
            const std::size_t before = this->tested_->size();
            EXPECT_EQ(this->call_it(within, by), status::cancelled);
            EXPECT_EQ(this->tested_->size(), before);
            EXPECT_EQ(scripted_time::readings, 0U);
        });
    }
}

TYPED_TEST(queue_call, with_a_past_deadline_times_out) {
    const standalone_token by;
    this->for_each(past_forms, [&](const wait_form& within, bool without_spin) {
        this->begin_blocked(without_spin);
        EXPECT_EQ(this->call_it(within), status::timeout);
        EXPECT_EQ(this->call_it(within, by), status::timeout);
        this->expect_calls(0, 0);
    });
}

TYPED_TEST(queue_call, that_waits_is_woken_by_one_system_call) {
    this->for_each(endless_forms, [&](const wait_form& within, bool without_spin) {
        const auto expect = [&](status expected, auto action) {
            standalone_token by;
            this->begin_blocked(without_spin);
            this->happens_asleep([&] { action(by); });
            EXPECT_EQ(this->call_it(within, by), expected);
            this->expect_calls(1, 1);
        };
        expect(status::done, [&](standalone_token&) { this->serve(); });
        expect(status::closed, [&](standalone_token&) { this->tested_->close(); });
        expect(status::cancelled, [&](standalone_token& by) { by.cancel(); });
    });
}

// As a token by itself: it comes first, and it ends a wait.
TYPED_TEST(queue_call, takes_a_stop_token_as_its_cancellation) {
    std::stop_source requested;
    requested.request_stop();
    this->for_each(all_forms(), [&](const wait_form& within, bool /*without_spin*/) {
        this->begin_served();
        const std::size_t before = this->tested_->size();
        EXPECT_EQ(this->call_it(within, from_stop_token(requested.get_token())), status::cancelled);
        EXPECT_EQ(this->tested_->size(), before);
        EXPECT_EQ(this->call_it(within, from_stop_token(std::stop_token())), status::done);
    });
    this->for_each(endless_forms, [&](const wait_form& within, bool without_spin) {
        std::stop_source stop;
        this->begin_blocked(without_spin);
        this->happens_asleep([&] { stop.request_stop(); });
        EXPECT_EQ(this->call_it(within, from_stop_token(stop.get_token())), status::cancelled);
        this->expect_calls(1, 1);
    });
}

// The kernel wakes the thread late, when several things have happened.
TYPED_TEST(queue_call, that_waited_returns_the_first_reason_in_the_order_of_status) {
    using action = std::function<void(standalone_token&)>;
    const action serve = [this](auto&) { this->serve(); };
    const action close = [this](auto&) { this->tested_->close(); };
    const action cancel = [](auto& by) { by.cancel(); };
    const action late = [](auto&) { scripted_time::pass(30min); };
    struct scenario {
        status token_last;
        status token_first;
        std::vector<action> actions;
    };
    const auto expect = [&](const auto& forms, const std::vector<scenario>& scenarios) {
        for (const scenario& played : scenarios) {
            this->for_each(forms, [&](const wait_form& within, bool without_spin) {
                const auto call_with_token = [&](bool token_first) {
                    this->begin_blocked(without_spin);
                    standalone_token by;
                    this->happens_asleep([&] {
                        for (const action& next : played.actions) {
                            next(by);
                        }
                    });
                    return token_first ? this->call_it(within, by)
                                       : this->call_it(within, while_waiting(by));
                };
                EXPECT_EQ(call_with_token(false), played.token_last);
                EXPECT_EQ(call_with_token(true), played.token_first);
                EXPECT_FALSE(this->kernel_.slept_for_ever);
            });
        }
    };
    expect(endless_forms, {{status::done, status::cancelled, {serve, cancel}},
                           {status::done, status::cancelled, {cancel, serve}},
                           {status::closed, status::cancelled, {close, cancel}},
                           {status::closed, status::cancelled, {cancel, close}}});
    expect(short_forms, {{status::done, status::done, {serve, late}},
                         {status::done, status::done, {late, serve}},
                         {status::done, status::cancelled, {cancel, late, serve}},
                         {status::closed, status::closed, {late, close}},
                         {status::closed, status::cancelled, {cancel, late, close}},
                         {status::cancelled, status::cancelled, {late, cancel}}});
}

// The clock stands still until the kernel moves it: the call ends neither early nor late.
TYPED_TEST(queue_call, that_is_not_served_waits_until_its_deadline) {
    this->for_each(short_forms, [&](const wait_form& within, bool without_spin) {
        this->begin_blocked(without_spin);
        const auto start = scripted_time::present();
        EXPECT_EQ(this->call_it(within), status::timeout);
        EXPECT_EQ(scripted_time::present() - start, within.from_now);
        this->happens_asleep([&] {
            scripted_time::pass(within.from_now / 2);
            this->serve_in_vain();
        });
        EXPECT_EQ(this->call_it(within), status::timeout);
        EXPECT_EQ(scripted_time::present() - start, 2 * within.from_now)
            << "a call that was woken in vain waits for the remaining time";
        this->expect_calls(3, 1);
    });
}

TYPED_TEST(queue_call, that_times_out_is_never_early) {
    for (const auto reading_cost : {1ns, 300ns, 400'000ns}) {
        scripted_time::reading_cost = reading_cost;
        this->for_each(short_forms, [&](const wait_form& within, bool without_spin) {
            this->begin_blocked(without_spin);
            const auto start = scripted_time::present();
            this->kernel_.script.push_back({.spurious = true});
            EXPECT_EQ(this->call_it(within), status::timeout);
            EXPECT_GE(scripted_time::present() - start, within.from_now);
        });
    }
}

// Times beyond the range of the clock, finer than its tick, and NaN.
TYPED_TEST(queue_call, takes_times_in_any_unit) {
    using real = std::chrono::duration<double>;
    using picoseconds = std::chrono::duration<std::int64_t, std::pico>;
    const auto at = [](auto since_epoch) {
        return std::chrono::time_point<std::chrono::steady_clock, decltype(since_epoch)>(
            since_epoch);
    };
    const auto by_another_clock = [](auto since_epoch) {
        return std::chrono::time_point<testing::scripted_clock, decltype(since_epoch)>(since_epoch);
    };
    constexpr real infinity(std::numeric_limits<double>::infinity());
    constexpr real not_a_number(std::numeric_limits<double>::quiet_NaN());
    const auto expect = [&](status expected, std::chrono::nanoseconds duration, auto make_call) {
        this->begin_blocked(false);
        const auto start = scripted_time::present();
        if (expected == status::done) {
            this->happens_asleep([this] { this->serve(); });
        }
        EXPECT_EQ(make_call(*this->tested_), expected);
        EXPECT_EQ(scripted_time::present() - start, duration);
    };
    const auto within = [](auto time) {
        return [time](auto& tested) {
            if constexpr (TestFixture::side::blocked == status::full) {
                return tested.push_for(time, 7);
            } else {
                return tested.pop_for(time).status();
            }
        };
    };
    const auto until = [](auto deadline) {
        return [deadline](auto& tested) {
            if constexpr (TestFixture::side::blocked == status::full) {
                return tested.push_until(deadline, 7);
            } else {
                return tested.pop_until(deadline).status();
            }
        };
    };
    expect(status::done, 0ns, within(std::chrono::hours::max()));
    expect(status::done, 0ns, within(infinity));
    expect(status::timeout, 0ns, within(not_a_number));
    expect(status::timeout, 333'333'334ns, within(std::chrono::duration<int, std::ratio<1, 3>>(1)));
    expect(status::done, 0ns, until(at(std::chrono::hours::max())));
    expect(status::done, 0ns, until(at(infinity)));
    expect(status::timeout, 0ns, until(at(not_a_number)));
    expect(status::done, 0ns, until(by_another_clock(std::chrono::hours::max())));
    expect(status::timeout, 0ns, until(by_another_clock(not_a_number)));
    expect(status::timeout, 1ns,
           until(at(picoseconds(scripted_time::present().time_since_epoch()) + picoseconds(1))));
}

} // namespace
} // namespace tollgate::queue
