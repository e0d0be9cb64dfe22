// SPDX-License-Identifier: BSL-1.0
//
// Notifications that are repeated.

#include <tollgate/cancel/detail/repeated_notification.hpp>

#include <tollgate/testing/in_child.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <thread>

namespace tollgate::cancel::detail {
namespace {

class counted {
public:
    void give() noexcept { ++given_; }
    /// Waits until the notification was given this often, from now on.
    void await(int times) const {
        const int enough = given_ + times;
        while (given_ < enough) {
            std::this_thread::yield();
        }
    }
    [[nodiscard]] int given() const { return given_; }

private:
    std::atomic<int> given_{0};
};

void give(void* to) noexcept {
    static_cast<counted*>(to)->give();
}

class a_repeated_notification : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(repeated_notification::start_repeater()); }
    const testing::watchdog watchdog{"a repeated notification", std::chrono::seconds(60)};
};

TEST_F(a_repeated_notification, is_not_given_once_it_is_gone) {
    counted first;
    counted second;
    {
        const repeated_notification notification(give, &first);
        first.await(1);
    }
    const int given = first.given();
    const repeated_notification other(give, &second);
    second.await(5);
    EXPECT_EQ(first.given(), given);
}

TEST_F(a_repeated_notification, is_given_beside_others_that_go_in_any_order) {
    std::array<int, 3> order{0, 1, 2};
    do {
        std::array<counted, 3> to;
        std::array<std::unique_ptr<repeated_notification>, 3> all;
        for (std::size_t each = 0; each < all.size(); ++each) {
            all.at(each) = std::make_unique<repeated_notification>(give, &to.at(each));
        }
        for (auto next = order.begin(); next != order.end(); ++next) {
            const auto which = static_cast<std::size_t>(*next);
            std::for_each(next, order.end(),
                          [&](int left) { to.at(static_cast<std::size_t>(left)).await(1); });
            all.at(which).reset();
            const int given = to.at(which).given();
            std::for_each(next + 1, order.end(),
                          [&](int left) { to.at(static_cast<std::size_t>(left)).await(1); });
            EXPECT_EQ(to.at(which).given(), given);
        }
    } while (std::next_permutation(order.begin(), order.end()));
}

/// The destructor must wait, so that the notified object may end.
TEST_F(a_repeated_notification, that_is_being_given_is_waited_for) {
    struct slow {
        std::atomic<bool> begun{false};
        std::atomic<bool> may_end{false};
        std::atomic<bool> ended{false};
    } to;
    const auto give_slowly = [](void* which) noexcept {
        auto& own = *static_cast<slow*>(which);
        own.begun = true;
        for (int checks = 0; checks < 1000 && !own.may_end; ++checks) {
            std::this_thread::yield();
        }
        own.ended = true;
    };
    {
        const repeated_notification notification(give_slowly, &to);
        while (!to.begun) {
            std::this_thread::yield();
        }
    }
    EXPECT_TRUE(to.ended);
}

bool is_given() {
    counted to;
    const repeated_notification notification(give, &to);
    to.await(3);
    return true;
}

/// Waits in destructors of static objects need the repeater. The objects may be older than it.
TEST(repeated_notifications, are_given_until_all_static_objects_are_destroyed) {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "ThreadSanitizer lets no child of a process with threads start one";
#endif
    for (const bool before : {false, true}) {
        testing::expect_in_child([=] {
            testing::after_static_objects = [] {
                return repeated_notification::start_repeater() && is_given();
            };
            if (before && repeated_notification::start_repeater()) {
                is_given();
            }
            std::exit(2);
            return false;
        });
    }
}

} // namespace
} // namespace tollgate::cancel::detail
