// SPDX-License-Identifier: BSL-1.0
//
// What a guard promises while one thread does everything.
#include "every_token.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tollgate::cancel {
namespace {

class a_guard : public every_token {};
INSTANTIATE_TEST_SUITE_P(of, a_guard, testing::ValuesIn(all_token_cases()), token_case_name);

TEST_P(a_guard, has_its_handler_run_once) {
    scripted_handler handler;
    const cancellation_guard guard(subject.get(), handler);
    EXPECT_FALSE(guard.is_cancelled());
    subject.cancel();
    subject.cancel();
    EXPECT_EQ(handler.cancels, 1);
    EXPECT_FALSE(guard.is_cancelled()) << "it was not refused";
}

TEST_P(a_guard, that_is_gone_has_nothing_run) {
    scripted_handler handler;
    { const cancellation_guard guard(subject.get(), handler); }
    subject.cancel();
    EXPECT_EQ(handler.cancels + handler.resets, 0);
}

TEST_P(a_guard, of_a_cancelled_token_is_refused) {
    subject.cancel();
    scripted_handler handler;
    {
        cancellation_guard guard(subject.get(), handler);
        EXPECT_TRUE(guard.is_cancelled());
        EXPECT_EQ(guard.try_release(), release_result::removed);
    }
    EXPECT_EQ(handler.cancels + handler.resets, 0);
}

TEST_P(a_guard, resets_exactly_what_ran_and_once) {
    scripted_handler handler;
    {
        const cancellation_guard guard(subject.get(), handler);
        subject.cancel();
        EXPECT_EQ(handler.resets, 0) << "before the guard has gone";
    }
    EXPECT_EQ(handler.cancels, 1);
    EXPECT_EQ(handler.resets, 1);
}

TEST_P(a_guard, that_is_released_early_is_not_released_again) {
    scripted_handler handler;
    {
        cancellation_guard guard(subject.get(), handler);
        subject.cancel();
        EXPECT_EQ(guard.try_release(), release_result::ran);
        EXPECT_EQ(guard.try_release(), release_result::removed);
        EXPECT_EQ(guard.release(), release_result::removed);
    }
    EXPECT_EQ(handler.cancels, 1);
    EXPECT_EQ(handler.resets, 1);
}

TEST_P(a_guard, that_is_released_before_the_cancellation_has_nothing_run) {
    scripted_handler handler;
    cancellation_guard guard(subject.get(), handler);
    EXPECT_EQ(guard.release(), release_result::removed);
    subject.cancel();
    EXPECT_EQ(handler.cancels + handler.resets, 0);
}

TEST_P(a_guard, may_register_a_handler_again_that_was_released) {
    scripted_handler handler;
    for (int i = 0; i < 3; ++i) {
        const cancellation_guard guard(subject.get(), handler);
        EXPECT_FALSE(guard.is_cancelled());
    }
    {
        const cancellation_guard guard(subject.get(), handler);
        subject.cancel();
    }
    EXPECT_EQ(handler.cancels, 1);
    const standalone_token another;
    const cancellation_guard guard(another, handler);
    EXPECT_FALSE(guard.is_cancelled());
}

TEST_P(a_guard, may_register_a_handler_with_another_token_after_it_ran) {
    scripted_handler handler;
    {
        const cancellation_guard guard(subject.get(), handler);
        subject.cancel();
    }
    cancellable another(GetParam());
    {
        const cancellation_guard guard(another.get(), handler);
        another.cancel();
    }
    EXPECT_EQ(handler.cancels, 2);
    EXPECT_EQ(handler.resets, 2);
}

/// Guards to be released in any order.
class row_of_guards {
public:
    row_of_guards(const token& with, std::size_t count) : handlers(count) {
        for (scripted_handler& handler : handlers) {
            guards_.emplace_back(std::make_unique<cancellation_guard>(with, handler));
        }
    }
    void release(std::size_t which) { guards_[which].reset(); }

    [[nodiscard]] std::vector<int> cancels() const {
        std::vector<int> all;
        for (const scripted_handler& handler : handlers) {
            all.push_back(handler.cancels);
        }
        return all;
    }

    std::deque<scripted_handler> handlers;

private:
    std::vector<std::unique_ptr<cancellation_guard>> guards_;
};

using testing::ElementsAre;

TEST_P(a_guard, may_be_released_from_the_top) {
    row_of_guards row(subject.get(), 4);
    row.release(3);
    row.release(2);
    subject.cancel();
    EXPECT_THAT(row.cancels(), ElementsAre(1, 1, 0, 0));
}

TEST_P(a_guard, may_be_released_from_the_bottom) {
    row_of_guards row(subject.get(), 4);
    row.release(0);
    row.release(1);
    subject.cancel();
    EXPECT_THAT(row.cancels(), ElementsAre(0, 0, 1, 1));
}

TEST_P(a_guard, may_be_released_in_the_middle_and_then_at_the_top) {
    row_of_guards row(subject.get(), 4);
    row.release(1);
    row.release(3);
    row.release(2);
    subject.cancel();
    EXPECT_THAT(row.cancels(), ElementsAre(1, 0, 0, 0));
}

TEST_P(a_guard, may_be_released_in_any_order_after_the_cancellation) {
    row_of_guards row(subject.get(), 4);
    subject.cancel();
    for (const std::size_t which : {1U, 3U, 0U, 2U}) {
        row.release(which);
        EXPECT_EQ(row.handlers[which].resets, 1);
    }
    EXPECT_THAT(row.cancels(), ElementsAre(1, 1, 1, 1));
}

TEST_P(a_guard, of_the_first_handler_is_served_first) {
    std::vector<int> order;
    scripted_handler lower([&] { order.push_back(1); });
    scripted_handler upper([&] { order.push_back(2); });
    const cancellation_guard of_the_lower(subject.get(), lower);
    const cancellation_guard of_the_upper(subject.get(), upper);
    subject.cancel();
    EXPECT_THAT(order, ElementsAre(1, 2));
}

TEST_P(a_guard, is_one_of_a_thousand) {
    constexpr std::size_t many = 1000;
    row_of_guards row(subject.get(), many);
    subject.cancel();
    EXPECT_THAT(row.cancels(), testing::ContainerEq(std::vector<int>(many, 1)));
    for (std::size_t i = many; i-- > 0;) {
        row.release(i);
        ASSERT_EQ(row.handlers[i].resets, 1);
    }
}

} // namespace
} // namespace tollgate::cancel
