// SPDX-License-Identifier: BSL-1.0
//
// The wait queue by itself: which waiters are notified, in which order, and how often.
#include <tollgate/queue/detail/wait_queue.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

namespace tollgate::queue {
namespace {

/// Records the two halves of each wake-up, by the name of the waiter.
class recording_parker {
public:
    class unfinished_wake {
    public:
        unfinished_wake() = default;
        void finish() const noexcept {
            finished += waiter_;
            if (at_finish) {
                std::exchange(at_finish, nullptr)();
            }
        }

    private:
        friend class recording_parker;
        explicit unfinished_wake(char waiter) noexcept : waiter_(waiter) {}
        char waiter_ = '?';
    };

    /// Called with the lock of the wait queue taken.
    [[nodiscard]] unfinished_wake leave_permit() noexcept {
        permits += name;
        if (under_the_lock) {
            std::exchange(under_the_lock, nullptr)();
        }
        return unfinished_wake(name);
    }

    static void begin() {
        permits.clear();
        finished.clear();
        under_the_lock = at_finish = nullptr;
    }

    char name = '?';

    static inline std::string permits;
    static inline std::string finished;
    static inline std::function<void()> under_the_lock;
    static inline std::function<void()> at_finish;
};

using recording_queue = detail::wait_queue<recording_parker, std::chrono::steady_clock>;

struct named_waiter : recording_queue::waiter {
    explicit named_waiter(char name) { parker.name = name; }
};

/// A count of items that stays `count`.
auto items(std::size_t count) {
    return [count] { return count; };
}

/// For a notify() that must not count the items.
std::size_t must_not_count() {
    ADD_FAILURE() << "the items were counted";
    return 0;
}

class wait_queue : public ::testing::Test {
protected:
    void SetUp() override { recording_parker::begin(); }
    template <class... Waiter>
    void enter(Waiter&... waiters) {
        (queue_.enter(waiters), ...);
    }
    /// The waiter has taken its item.
    void take(named_waiter& waiter) {
        EXPECT_TRUE(queue_.leave(waiter));
        queue_.acknowledge(waiter);
    }
    std::string take_notified() { return std::exchange(recording_parker::finished, {}); }

    recording_queue queue_;
    named_waiter a_{'a'};
    named_waiter b_{'b'};
    named_waiter c_{'c'};
};

TEST_F(wait_queue, lets_a_waiter_leave_from_any_place) {
    named_waiter d('d');
    enter(a_, b_, c_, d);
    EXPECT_FALSE(queue_.leave(b_)) << "it was not notified";
    EXPECT_FALSE(queue_.leave(a_));
    EXPECT_FALSE(queue_.leave(d));
    enter(b_);
    queue_.notify(items(9));
    queue_.notify(items(9));
    EXPECT_EQ(take_notified(), "cb");
    take(b_);
    take(c_);
    enter(d, a_);
    EXPECT_FALSE(queue_.leave(a_));
    queue_.notify(items(1));
    EXPECT_EQ(take_notified(), "d");
    take(d);
}

TEST_F(wait_queue, puts_a_waiter_that_was_notified_in_vain_to_its_front) {
    enter(a_, b_);
    queue_.notify(items(1));
    EXPECT_TRUE(queue_.leave(a_));
    enter(a_);
    queue_.notify(items(1));
    EXPECT_EQ(take_notified(), "aa") << "its notification ended when it entered again";
    EXPECT_TRUE(queue_.leave(a_));
    enter(c_, a_);
    EXPECT_FALSE(queue_.leave(a_)) << "a notification is reported once";
    enter(a_);
    queue_.notify(items(1));
    queue_.notify(items(2));
    queue_.notify(items(3));
    EXPECT_EQ(take_notified(), "bca") << "a waiter that left without a notification comes last";
}

TEST_F(wait_queue, gives_no_more_notifications_than_there_are_items) {
    enter(a_, b_, c_);
    queue_.notify(items(0));
    EXPECT_EQ(take_notified(), "");
    queue_.notify(items(2));
    queue_.notify_fenced(items(2));
    queue_.notify_fenced(items(2));
    queue_.notify(items(1));
    EXPECT_EQ(take_notified(), "ab");
    EXPECT_TRUE(queue_.leave(a_));
    queue_.notify(items(2));
    EXPECT_EQ(take_notified(), "") << "a waiter that has left has not acknowledged";
    queue_.acknowledge(a_);
    queue_.notify(items(1));
    EXPECT_EQ(take_notified(), "") << "b has not acknowledged";
    queue_.notify(items(2));
    EXPECT_EQ(take_notified(), "c");
}

// Another thread notified between the load of the state and the lock.
TEST_F(wait_queue, counts_notifications_again_under_the_lock) {
    enter(a_, b_);
    bool overtaken = false;
    queue_.notify([&] {
        if (!std::exchange(overtaken, true)) {
            queue_.notify(items(1));
        }
        return std::size_t{1};
    });
    EXPECT_EQ(take_notified(), "a");
}

// The lock is taken here: a notify() that took it would hang.
TEST_F(wait_queue, takes_no_lock_if_no_waiter_is_to_be_notified) {
    bool was_called = false;
    enter(a_);
    recording_parker::under_the_lock = [&] {
        queue_.notify(must_not_count);
        queue_.notify_fenced(must_not_count);
        was_called = true;
    };
    queue_.notify(items(1));
    EXPECT_TRUE(std::exchange(was_called, false)) << "the wait queue was empty";
    take(a_);
    enter(a_, b_);
    recording_parker::under_the_lock = [&] {
        queue_.notify(items(1));
        queue_.notify_fenced(items(1));
        was_called = true;
    };
    queue_.notify(items(1));
    EXPECT_TRUE(was_called) << "enough notifications were under way";
}

// The woken waiter takes the lock: it would hang here.
TEST_F(wait_queue, wakes_after_it_has_released_the_lock) {
    enter(a_);
    bool left = false;
    recording_parker::at_finish = [&] { left = queue_.leave(a_); };
    queue_.notify(items(1));
    EXPECT_EQ(recording_parker::permits, "a");
    EXPECT_EQ(recording_parker::finished, "a");
    EXPECT_TRUE(left);
}

TEST_F(wait_queue, notify_all_wakes_all_waiters_without_items) {
    queue_.notify_all();
    enter(a_, b_, c_);
    queue_.notify(items(1));
    queue_.notify_all();
    EXPECT_EQ(take_notified(), "abc");
    queue_.notify_all();
    EXPECT_EQ(take_notified(), "");
    take(b_);
    take(a_);
    take(c_);
    enter(a_);
    queue_.notify(items(1));
    EXPECT_EQ(take_notified(), "a") << "all notifications have ended";
}

} // namespace
} // namespace tollgate::queue
