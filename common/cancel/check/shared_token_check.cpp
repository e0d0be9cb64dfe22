// SPDX-License-Identifier: BSL-1.0
//
// One token that several threads register with.
#include "cancellable.hpp"

#include <tollgate/cancel/detail/slot.hpp>
#include <tollgate/testing/in_child.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

namespace tollgate::cancel {
namespace {

class a_shared_token : public every_token {
protected:
    /// Runs on another thread, which has ended when this returns.
    static void elsewhere(const std::function<void()>& act) { std::thread(act).join(); }

    std::unique_ptr<cancellation_guard> guard_of(scripted_handler& handler) const {
        return std::make_unique<cancellation_guard>(subject.get(), handler);
    }
};
INSTANTIATE_TEST_SUITE_P(of, a_shared_token, ::testing::ValuesIn(all_token_cases()),
                         token_case_name);

TEST_P(a_shared_token, runs_handlers_in_the_order_in_which_threads_registered_them) {
    std::vector<int> order;
    std::vector<std::unique_ptr<scripted_handler>> handlers;
    std::vector<std::unique_ptr<cancellation_guard>> guards;
    const auto add = [&](int number) {
        handlers.push_back(
            std::make_unique<scripted_handler>([&order, number] { order.push_back(number); }));
        guards.push_back(guard_of(*handlers.back()));
    };
    add(0);
    elsewhere([&] { add(1); });
    add(2);
    elsewhere([&] { add(3); });
    add(4);
    subject.cancel();
    EXPECT_THAT(order, ::testing::ElementsAre(0, 1, 2, 3, 4));
}

TEST_P(a_shared_token, is_used_again_by_the_first_thread_when_the_others_have_gone) {
    scripted_handler own;
    scripted_handler other;
    auto outer = guard_of(own);
    std::unique_ptr<cancellation_guard> of_other;
    elsewhere([&] { of_other = guard_of(other); });
    scripted_handler inner;
    { const cancellation_guard meanwhile(subject.get(), inner); }
    elsewhere([&] { EXPECT_EQ(of_other->release(), release_result::removed); });
    const cancellation_guard afterwards(subject.get(), inner);
    outer.reset();
    subject.cancel();
    EXPECT_EQ(own.cancels + other.cancels, 0);
    EXPECT_EQ(inner.cancels, 1);
}

/// The handler runs on a third thread meanwhile.
TEST_P(a_shared_token, waits_for_the_running_handler_of_the_thread_that_unregisters_it) {
    std::latch runs(1);
    std::latch go_on(1);
    int payload = 0;
    scripted_handler handler([&] {
        runs.count_down();
        go_on.wait();
        payload = 42;
    });
    scripted_handler own;
    const cancellation_guard guard(subject.get(), own);
    std::unique_ptr<cancellation_guard> of_other;
    elsewhere([&] { of_other = guard_of(handler); });
    std::thread canceller([&] { subject.cancel(); });
    runs.wait();
    EXPECT_EQ(of_other->try_release(), release_result::running);
    go_on.count_down();
    EXPECT_EQ(of_other->release(), release_result::ran);
    EXPECT_EQ(payload, 42);
    EXPECT_EQ(handler.resets, 1);
    canceller.join();
}

TEST_P(a_shared_token, lets_handlers_destroy_the_guards_of_other_threads) {
    scripted_handler victim;
    std::unique_ptr<cancellation_guard> of_victim;
    scripted_handler destroying([&] { of_victim.reset(); });
    const cancellation_guard guard(subject.get(), destroying);
    elsewhere([&] { of_victim = guard_of(victim); });
    subject.cancel();
    EXPECT_EQ(destroying.cancels, 1);
    EXPECT_EQ(victim.cancels, 0);
    EXPECT_EQ(of_victim, nullptr);
}

/// A task made these guards on one thread. They end with the task on another thread.
TEST_P(a_shared_token, goes_to_another_thread_with_its_guards) {
    scripted_handler handlers[4];
    std::vector<std::unique_ptr<cancellation_guard>> guards;
    const auto push = [&](int which) { guards.push_back(guard_of(handlers[which])); };
    push(0);
    push(1);
    elsewhere([&] {
        push(2);
        guards[0].reset(); // below another one
    });
    elsewhere([&] {
        push(3);
        guards[1].reset(); // on top
        guards[2].reset();
    });
    subject.cancel();
    EXPECT_EQ(handlers[0].cancels + handlers[1].cancels + handlers[2].cancels, 0);
    EXPECT_EQ(handlers[3].cancels, 1);
}

#if defined(__linux__) && !defined(__SANITIZE_THREAD__)
/// The thread that owned the token does not exist in the child.
TEST_P(a_shared_token, is_shared_with_the_thread_that_forked) {
    scripted_handler of_owner;
    std::latch registered(1);
    std::latch over(1);
    std::thread owner([&] {
        const cancellation_guard guard(subject.get(), of_owner);
        registered.count_down();
        over.wait();
    });
    registered.wait();
    testing::expect_in_child([&] {
        scripted_handler own;
        const cancellation_guard guard(subject.get(), own);
        subject.cancel();
        return own.cancels == 1 && of_owner.cancels == 1;
    });
    over.count_down();
    owner.join();
}
#endif

TEST(the_number_of_a_thread, is_its_own_and_the_same_at_each_call) {
    for (const auto number : {&detail::this_thread, &detail::this_thread_by_address}) {
        const std::uintptr_t own = number();
        EXPECT_EQ(own, number());
        EXPECT_NE(own, 0U);
        EXPECT_EQ(own % 4, 0U);
        std::uintptr_t others = 0;
        std::thread([&] { others = number(); }).join();
        EXPECT_NE(own, others);
        EXPECT_EQ(others % 4, 0U);
    }
}

} // namespace
} // namespace tollgate::cancel
