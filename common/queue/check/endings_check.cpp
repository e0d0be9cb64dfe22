// SPDX-License-Identifier: BSL-1.0
//
// How a push or pop ends, in every form: with everything that may be so when it comes, and with
// everything that may happen while it waits.
#include "sides.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <ratio>
#include <vector>

namespace tollgate::queue {
namespace {

using namespace std::chrono_literals;
using cancel::standalone_token;

std::vector<limit> all_limits() {
    std::vector<limit> all(endless_limits.begin(), endless_limits.end());
    all.insert(all.end(), past_limits.begin(), past_limits.end());
    all.insert(all.end(), short_limits.begin(), short_limits.end());
    return all;
}

template <class Which>
class who_comes : public of_a_side<Which> {
protected:
    template <class Limits, class Body>
    static void for_each(const Limits& limits, Body body) {
        for (const limit& within : limits) {
            for (const bool impatient : {false, true}) {
                SCOPED_TRACE(testing::Message() << within << (impatient ? ", impatient" : ""));
                body(within, impatient);
            }
        }
    }
};
TYPED_TEST_SUITE(who_comes, all_sides, side_name);

TYPED_TEST(who_comes, and_is_served_is_done_whatever_else_is_so) {
    standalone_token by;
    by.cancel();
    this->for_each(all_limits(), [&](const limit& within, bool /*impatient*/) {
        this->begin_served();
        EXPECT_EQ(this->come(within), status::done);
        this->begin_served();
        EXPECT_EQ(this->come(within, while_waiting(by)), status::done);
        this->expect_calls(0, 0);
        EXPECT_EQ(scripted_time::readings, 0U) << "nobody had to wait";
    });
}

TYPED_TEST(who_comes, finds_the_queue_closed_whatever_else_is_so) {
    standalone_token by;
    by.cancel();
    this->for_each(all_limits(), [&](const limit& within, bool impatient) {
        this->begin_blocked(impatient);
        this->tested_->close();
        EXPECT_EQ(this->come(within), status::closed);
        EXPECT_EQ(this->come(within, while_waiting(by)), status::closed);
        this->expect_calls(0, 0);
    });
}

TYPED_TEST(who_comes, cancelled_is_not_kept) {
    standalone_token by;
    by.cancel();
    this->for_each(all_limits(), [&](const limit& within, bool impatient) {
        this->begin_blocked(impatient);
        EXPECT_EQ(this->come(within, by), status::cancelled);
        EXPECT_EQ(this->come(within, while_waiting(by)), status::cancelled);
        this->expect_calls(0, 0);
    });
}

// Though there is something for it, or the queue is closed; and nothing is touched.
TYPED_TEST(who_comes, with_a_cancelled_token_is_told_that_first) {
    standalone_token by;
    by.cancel();
    for (const bool closed : {false, true}) {
        this->for_each(all_limits(), [&](const limit& within, bool /*impatient*/) {
            this->begin_served();
            if (closed) {
                this->tested_->close();
            }
            const std::size_t before = this->tested_->size();
            EXPECT_EQ(this->come(within, by), status::cancelled);
            EXPECT_EQ(this->tested_->size(), before);
            EXPECT_EQ(scripted_time::readings, 0U);
        });
    }
}

TYPED_TEST(who_comes, too_late_is_told_so) {
    const standalone_token by;
    this->for_each(past_limits, [&](const limit& within, bool impatient) {
        this->begin_blocked(impatient);
        EXPECT_EQ(this->come(within), status::timeout);
        EXPECT_EQ(this->come(within, by), status::timeout);
        this->expect_calls(0, 0);
    });
}

TYPED_TEST(who_comes, and_waits_is_woken_by_one_call_of_the_kernel) {
    this->for_each(endless_limits, [&](const limit& within, bool impatient) {
        const auto expect = [&](status how, auto happens) {
            standalone_token by;
            this->begin_blocked(impatient);
            this->happens_asleep([&] { happens(by); });
            EXPECT_EQ(this->come(within, by), how);
            this->expect_calls(1, 1);
        };
        expect(status::done, [&](standalone_token&) { this->serve(); });
        expect(status::closed, [&](standalone_token&) { this->tested_->close(); });
        expect(status::cancelled, [&](standalone_token& by) { by.cancel(); });
    });
}

// The kernel is late, and then everything has happened at once.
TYPED_TEST(who_comes, and_waits_is_told_the_first_of_what_has_happened_meanwhile) {
    using action = std::function<void(standalone_token&)>;
    const action serve = [this](auto&) { this->serve(); };
    const action close = [this](auto&) { this->tested_->close(); };
    const action cancel = [](auto& by) { by.cancel(); };
    const action late = [](auto&) { scripted_time::pass(30min); };
    struct scene {
        status token_last;
        status token_first;
        std::vector<action> happens;
    };
    const auto expect = [&](const auto& limits, const std::vector<scene>& scenes) {
        for (const scene& played : scenes) {
            this->for_each(limits, [&](const limit& within, bool impatient) {
                const auto come = [&](bool token_first) {
                    this->begin_blocked(impatient);
                    standalone_token by;
                    this->happens_asleep([&] {
                        for (const action& next : played.happens) {
                            next(by);
                        }
                    });
                    return token_first ? this->come(within, by)
                                       : this->come(within, while_waiting(by));
                };
                EXPECT_EQ(come(false), played.token_last);
                EXPECT_EQ(come(true), played.token_first);
                EXPECT_FALSE(this->kernel_.slept_for_ever);
            });
        }
    };
    expect(endless_limits, {{status::done, status::cancelled, {serve, cancel}},
                            {status::done, status::cancelled, {cancel, serve}},
                            {status::closed, status::cancelled, {close, cancel}},
                            {status::closed, status::cancelled, {cancel, close}}});
    expect(short_limits, {{status::done, status::done, {serve, late}},
                          {status::done, status::done, {late, serve}},
                          {status::done, status::cancelled, {cancel, late, serve}},
                          {status::closed, status::closed, {late, close}},
                          {status::closed, status::cancelled, {cancel, late, close}},
                          {status::cancelled, status::cancelled, {late, cancel}}});
}

// The clock stands still until the kernel moves it: the end is neither early nor late.
TYPED_TEST(who_comes, and_waits_in_vain_does_so_until_the_deadline) {
    this->for_each(short_limits, [&](const limit& within, bool impatient) {
        this->begin_blocked(impatient);
        const auto began = scripted_time::present();
        EXPECT_EQ(this->come(within), status::timeout);
        EXPECT_EQ(scripted_time::present() - began, within.from_now);
        this->happens_asleep([&] {
            scripted_time::pass(within.from_now / 2);
            this->serve_in_vain();
        });
        EXPECT_EQ(this->come(within), status::timeout);
        EXPECT_EQ(scripted_time::present() - began, 2 * within.from_now)
            << "who was woken in vain waits for the rest";
        this->expect_calls(3, 1);
    });
}

TYPED_TEST(who_comes, and_waits_never_returns_early) {
    for (const auto reading_cost : {1ns, 300ns, 400'000ns}) {
        scripted_time::reading_cost = reading_cost;
        this->for_each(short_limits, [&](const limit& within, bool impatient) {
            this->begin_blocked(impatient);
            const auto began = scripted_time::present();
            this->kernel_.script.push_back({.for_no_reason = true});
            EXPECT_EQ(this->come(within), status::timeout);
            EXPECT_GE(scripted_time::present() - began, within.from_now);
        });
    }
}

// One reading of what cannot be held, of what is finer than the clock, and of what is no number.
TYPED_TEST(who_comes, may_give_its_limit_in_any_unit) {
    using real = std::chrono::duration<double>;
    using picoseconds = std::chrono::duration<std::int64_t, std::pico>;
    const auto at = [](auto since_epoch) {
        return std::chrono::time_point<std::chrono::steady_clock, decltype(since_epoch)>(
            since_epoch);
    };
    const auto by_another_clock = [](auto since_epoch) {
        return std::chrono::time_point<faults::scripted_clock, decltype(since_epoch)>(since_epoch);
    };
    constexpr real infinity(std::numeric_limits<double>::infinity());
    constexpr real not_a_number(std::numeric_limits<double>::quiet_NaN());
    const auto expect = [&](status how, std::chrono::nanoseconds after, auto come) {
        this->begin_blocked(false);
        const auto began = scripted_time::present();
        if (how == status::done) {
            this->happens_asleep([this] { this->serve(); });
        }
        EXPECT_EQ(come(*this->tested_), how);
        EXPECT_EQ(scripted_time::present() - began, after);
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
