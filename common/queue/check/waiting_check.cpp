// SPDX-License-Identifier: BSL-1.0
//
// How a push or pop ends that waits, in every form: what happens meanwhile is a script.
#include "cancellable.hpp"
#include "forms.hpp"
#include "sides.hpp"

#include <tollgate/queue/status.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <utility>

namespace tollgate::queue {
namespace {

using namespace std::chrono_literals;

template <class Which>
class who_waits : public of_a_side<Which> {
protected:
    using side = typename of_a_side<Which>::side;
    using action = std::function<void()>;

    /// Every endless form, blocked, while `happens`.
    void expect_endless(status how, cancellable& by, const action& happens) {
        for (const bool impatient : {false, true}) {
            with_every_endless_limit([&](const char* name, auto limit) {
                SCOPED_TRACE(name);
                this->begin_blocked(impatient);
                this->kernel_.script.push_back({.asleep = happens});
                EXPECT_EQ(this->come(limit, by.get()), how);
                EXPECT_EQ(this->kernel_.waits, 1U);
                EXPECT_FALSE(this->kernel_.slept_for_ever);
            });
        }
    }
    /// The same for what cancels, which a token does but once: `given(token)` is waited with.
    template <class Given>
    void expect_endless_cancelling(status how, Given given,
                                   const std::function<void(cancellable&)>& happens) {
        for (const token_sort sort : all_token_sorts) {
            for (const bool impatient : {false, true}) {
                with_every_endless_limit([&](const char* name, auto limit) {
                    SCOPED_TRACE(name);
                    cancellable by(sort);
                    this->begin_blocked(impatient);
                    this->kernel_.script.push_back({.asleep = [&] { happens(by); }});
                    EXPECT_EQ(this->come(limit, given(by.get())), how);
                    EXPECT_EQ(this->kernel_.waits, 1U);
                    EXPECT_FALSE(this->kernel_.slept_for_ever);
                });
            }
        }
    }
    static constexpr auto token_first = [](const cancel::token& by) -> const cancel::token& {
        return by;
    };
    static constexpr auto token_last = [](const cancel::token& by) { return while_waiting(by); };
    void serve() { side::serve(*this->tested_); }
    void close() { this->tested_->close(); }
};
TYPED_TEST_SUITE(who_waits, all_sides, side_name);

TYPED_TEST(who_waits, is_served_for_one_call_of_the_kernel) {
    cancellable by;
    this->expect_endless(status::done, by, [this] { this->serve(); });
    EXPECT_EQ(this->kernel_.wake_ones, 1U);
    for (const bool impatient : {false, true}) {
        with_every_endless_limit([&](const char* name, auto limit) {
            SCOPED_TRACE(name);
            this->begin_blocked(impatient);
            this->kernel_.script.push_back({.asleep = [this] { this->serve(); }});
            EXPECT_EQ(this->come(limit), status::done) << "without a token";
            this->expect_calls(1, 1);
        });
    }
}

TYPED_TEST(who_waits, is_told_of_the_close) {
    cancellable by;
    this->expect_endless(status::closed, by, [this] { this->close(); });
    EXPECT_EQ(this->kernel_.wake_ones, 1U);
}

TYPED_TEST(who_waits, is_cancelled) {
    const auto cancel = [](cancellable& by) { by.cancel(); };
    this->expect_endless_cancelling(status::cancelled, this->token_first, cancel);
    EXPECT_EQ(this->kernel_.wake_ones, 1U);
    this->expect_endless_cancelling(status::cancelled, this->token_last, cancel);
    EXPECT_EQ(this->kernel_.wake_ones, 1U);
}

TYPED_TEST(who_waits, is_cancelled_even_if_served_or_told_of_the_close) {
    const auto expect = [this](std::function<void(cancellable&)> happens) {
        this->expect_endless_cancelling(status::cancelled, this->token_first, happens);
    };
    expect([this](cancellable& by) { by.cancel(), this->serve(); });
    expect([this](cancellable& by) { this->serve(), by.cancel(); });
    expect([this](cancellable& by) { by.cancel(), this->close(); });
    expect([this](cancellable& by) { this->close(), by.cancel(); });
}

TYPED_TEST(who_waits, is_served_even_if_cancelled_only_while_waiting) {
    this->expect_endless_cancelling(status::done, this->token_last, [this](cancellable& by) {
        by.cancel();
        this->serve();
    });
    this->expect_endless_cancelling(status::done, this->token_last, [this](cancellable& by) {
        this->serve();
        by.cancel();
    });
}

TYPED_TEST(who_waits, is_told_of_the_close_even_if_cancelled_only_while_waiting) {
    this->expect_endless_cancelling(status::closed, this->token_last, [this](cancellable& by) {
        by.cancel();
        this->close();
    });
    this->expect_endless_cancelling(status::closed, this->token_last, [this](cancellable& by) {
        this->close();
        by.cancel();
    });
}

// The clock stands still until the kernel moves it: the end is neither early nor late.
TYPED_TEST(who_waits, in_vain_does_so_until_the_deadline) {
    for (const bool impatient : {false, true}) {
        const cancellable by;
        with_every_short_limit([&](const char* name, auto limit, auto length) {
            SCOPED_TRACE(name);
            this->begin_blocked(impatient);
            const auto began = scripted_time::present();
            EXPECT_EQ(this->come(limit, by.get()), status::timeout);
            EXPECT_EQ(scripted_time::present() - began, length);
            EXPECT_EQ(this->come(limit), status::timeout);
            EXPECT_EQ(scripted_time::present() - began, 2 * length);
            this->expect_calls(2, 0);
        });
    }
}

TYPED_TEST(who_waits, never_returns_early) {
    for (const auto reading_cost : {1ns, 300ns, 400'000ns}) {
        scripted_time::reading_cost = reading_cost;
        for (const bool impatient : {false, true}) {
            with_every_short_limit([&](const char* name, auto limit, auto length) {
                SCOPED_TRACE(name);
                this->begin_blocked(impatient);
                const auto began = scripted_time::present();
                this->kernel_.script.push_back({.for_no_reason = true});
                this->kernel_.script.push_back({.for_no_reason = true});
                EXPECT_EQ(this->come(limit), status::timeout);
                EXPECT_GE(scripted_time::present() - began, length);
            });
        }
    }
}

TYPED_TEST(who_waits, sleeps_on_where_the_kernel_returns_for_no_reason) {
    this->begin_blocked(false);
    this->kernel_.script.push_back({.for_no_reason = true});
    this->kernel_.script.push_back({.for_no_reason = true});
    this->kernel_.script.push_back({.asleep = [this] { this->serve(); }});
    EXPECT_EQ(this->come(for_ever()), status::done);
    this->expect_calls(3, 1);
}

// The kernel is late, and then everything has happened at once.
TYPED_TEST(who_waits, is_told_the_first_of_what_has_happened_meanwhile) {
    const auto late = [] { scripted_time::pass(1h); };
    struct scene {
        status token_last;
        status token_first;
        std::function<void(cancellable&)> happens;
    };
    const scene all[] = {
        {status::done, status::done, [&](cancellable&) { this->serve(), late(); }},
        {status::done, status::done, [&](cancellable&) { late(), this->serve(); }},
        {status::done, status::cancelled,
         [&](cancellable& by) { by.cancel(), late(), this->serve(); }},
        {status::closed, status::closed, [&](cancellable&) { late(), this->close(); }},
        {status::closed, status::cancelled,
         [&](cancellable& by) { by.cancel(), late(), this->close(); }},
        {status::cancelled, status::cancelled, [&](cancellable& by) { late(), by.cancel(); }},
    };
    for (const scene& one : all) {
        for (const bool impatient : {false, true}) {
            with_every_short_limit([&](const char* name, auto limit, auto /*length*/) {
                SCOPED_TRACE(name);
                const auto come = [&](auto given) {
                    this->begin_blocked(impatient);
                    cancellable by;
                    this->kernel_.script.push_back({.asleep = [&] { one.happens(by); }});
                    return this->come(limit, given(by.get()));
                };
                EXPECT_EQ(come(this->token_last), one.token_last);
                EXPECT_EQ(come(this->token_first), one.token_first);
            });
        }
    }
}

// What it was woken for is gone when it looks: that is no end.
TYPED_TEST(who_waits, and_was_woken_in_vain_waits_on) {
    for (const bool impatient : {false, true}) {
        this->begin_blocked(impatient);
        for (int i = 0; i < 3; ++i) {
            this->kernel_.script.push_back({.asleep = [this] {
                this->serve();
                TestFixture::side::steal(*this->tested_);
            }});
        }
        this->kernel_.script.push_back({.asleep = [this] { this->serve(); }});
        EXPECT_EQ(this->come(for_ever()), status::done);
        this->expect_calls(4, 4);
    }
}

TYPED_TEST(who_waits, and_was_woken_in_vain_does_so_until_the_same_deadline) {
    with_every_short_limit([&](const char* name, auto limit, auto length) {
        SCOPED_TRACE(name);
        this->begin_blocked(false);
        const auto began = scripted_time::present();
        this->kernel_.script.push_back({.asleep = [&] {
            scripted_time::pass(length / 2);
            this->serve();
            TestFixture::side::steal(*this->tested_);
        }});
        EXPECT_EQ(this->come(limit), status::timeout);
        EXPECT_EQ(scripted_time::present() - began, length);
        this->expect_calls(2, 1);
    });
}

// One wait leaves nothing behind that would disturb the next.
TYPED_TEST(who_waits, does_so_again_after_every_ending) {
    this->begin_blocked(false);
    for (int i = 0; i < 10; ++i) {
        cancel::standalone_token by;
        this->kernel_.forget_counts();
        this->kernel_.script.push_back({.asleep = [&] { by.cancel(); }});
        EXPECT_EQ(this->come(for_ever(), by), status::cancelled);
        by.reset();
        EXPECT_EQ(this->come(1ms, by), status::timeout);
        this->kernel_.script.push_back({.asleep = [this] { this->serve(); }});
        EXPECT_EQ(this->come(for_ever(), by), status::done);
        EXPECT_EQ(this->kernel_.wake_ones, 2U);
        EXPECT_EQ(this->kernel_.waits, 3U);
        by.cancel();
    }
    EXPECT_FALSE(this->kernel_.slept_for_ever);
}

} // namespace
} // namespace tollgate::queue
