// SPDX-License-Identifier: BSL-1.0
//
// How a push or pop ends that has not begun to wait: every form with everything that may be so when
// it comes.
#include "cancellable.hpp"
#include "forms.hpp"
#include "sides.hpp"

#include <tollgate/queue/status.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace tollgate::queue {
namespace {

template <class Which>
class who_comes : public of_a_side<Which> {
protected:
    /// Calls `with(limit, token...)` for every limit, with what cancels and without.
    template <class By, class With>
    void in_every_form(const By& by, With with) {
        const auto in_both_ways = [&](const char* name, auto limit, auto... /*length*/) {
            SCOPED_TRACE(name);
            with(limit);
            with(limit, by);
        };
        with_every_endless_limit(in_both_ways);
        with_every_past_limit(in_both_ways);
        with_every_short_limit(in_both_ways);
    }
};
TYPED_TEST_SUITE(who_comes, all_sides, side_name);

TYPED_TEST(who_comes, and_is_served_is_done_whatever_else_is_so) {
    using who = typename TestFixture::side;
    for (const bool cancelled : {false, true}) {
        cancellable by;
        if (cancelled) {
            by.cancel();
        }
        this->in_every_form(while_waiting(by.get()), [this](auto limit, const auto&... token) {
            this->begin();
            who::block(*this->tested_);
            who::serve(*this->tested_);
            EXPECT_EQ(this->come(limit, token...), status::done);
            this->expect_calls(0, 0);
            EXPECT_EQ(scripted_time::readings, 0U) << "nobody had to wait";
        });
    }
}

TYPED_TEST(who_comes, finds_the_queue_closed_whatever_else_is_so) {
    using who = typename TestFixture::side;
    for (const bool cancelled : {false, true}) {
        for (const bool impatient : {false, true}) {
            cancellable by;
            if (cancelled) {
                by.cancel();
            }
            this->in_every_form(while_waiting(by.get()), [&](auto limit, const auto&... token) {
                this->begin_blocked(impatient);
                this->tested_->close();
                EXPECT_EQ(this->come(limit, token...), status::closed);
                this->expect_calls(0, 0);
                EXPECT_EQ(who::try_it(*this->tested_), status::closed);
            });
        }
    }
}

TYPED_TEST(who_comes, cancelled_is_not_kept) {
    for (const token_sort sort : all_token_sorts) {
        for (const bool impatient : {false, true}) {
            cancellable by(sort);
            by.cancel();
            const auto comes = [&](const char* name, auto limit, auto... /*length*/) {
                SCOPED_TRACE(name);
                this->begin_blocked(impatient);
                EXPECT_EQ(this->come(limit, by.get()), status::cancelled);
                EXPECT_EQ(this->come(limit, while_waiting(by.get())), status::cancelled);
                this->expect_calls(0, 0);
            };
            with_every_endless_limit(comes);
            with_every_past_limit(comes);
            with_every_short_limit(comes);
        }
    }
}

// Though there is something for it, or the queue is closed; and nothing is touched.
TYPED_TEST(who_comes, with_a_cancelled_token_is_told_that_first) {
    using who = typename TestFixture::side;
    for (const token_sort sort : all_token_sorts) {
        for (const bool closed : {false, true}) {
            cancellable by(sort);
            by.cancel();
            const auto comes = [&](const char* name, auto limit, auto... /*length*/) {
                SCOPED_TRACE(name);
                this->begin();
                who::block(*this->tested_);
                who::serve(*this->tested_);
                if (closed) {
                    this->tested_->close();
                }
                const std::size_t before = this->tested_->size();
                EXPECT_EQ(this->come(limit, by.get()), status::cancelled);
                EXPECT_EQ(this->tested_->size(), before);
                this->expect_calls(0, 0);
                EXPECT_EQ(scripted_time::readings, 0U);
            };
            with_every_endless_limit(comes);
            with_every_past_limit(comes);
            with_every_short_limit(comes);
        }
    }
}

TYPED_TEST(who_comes, too_late_is_told_so) {
    for (const bool impatient : {false, true}) {
        const cancellable by;
        with_every_past_limit([&](const char* name, auto limit) {
            SCOPED_TRACE(name);
            this->begin_blocked(impatient);
            EXPECT_EQ(this->come(limit), status::timeout);
            EXPECT_EQ(this->come(limit, by.get()), status::timeout);
            this->expect_calls(0, 0);
        });
    }
}

TYPED_TEST(who_comes, and_only_tries_never_waits) {
    using who = typename TestFixture::side;
    this->begin_blocked(false);
    EXPECT_EQ(who::try_it(*this->tested_), TestFixture::side::blocked);
    who::serve(*this->tested_);
    EXPECT_EQ(who::try_it(*this->tested_), status::done);
    EXPECT_EQ(who::try_it(*this->tested_), TestFixture::side::blocked);
    this->expect_calls(0, 0);
    EXPECT_EQ(scripted_time::readings, 0U);
}

} // namespace
} // namespace tollgate::queue
