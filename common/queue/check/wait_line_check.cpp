// SPDX-License-Identifier: BSL-1.0
//
// The wait line by itself: who is notified, in which order, and how often.
#include <tollgate/queue/detail/wait_line.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

namespace tollgate::queue {
namespace {

/// Notes the two halves of each wake.
class noted_parker {
public:
    class unfinished_wake {
    public:
        unfinished_wake() = default;
        void finish() const noexcept {
            finished += who_;
            if (at_finish) {
                std::exchange(at_finish, nullptr)();
            }
        }

    private:
        friend class noted_parker;
        explicit unfinished_wake(char who) noexcept : who_(who) {}
        char who_ = '?';
    };

    /// Called with the line's lock taken.
    [[nodiscard]] unfinished_wake leave_permit() noexcept {
        permits += name;
        if (in_the_lock) {
            std::exchange(in_the_lock, nullptr)();
        }
        return unfinished_wake(name);
    }

    static void begin() {
        permits.clear();
        finished.clear();
        in_the_lock = at_finish = nullptr;
    }

    char name = '?';

    static inline std::string permits;
    static inline std::string finished;
    static inline std::function<void()> in_the_lock;
    static inline std::function<void()> at_finish;
};

using noted_line = detail::wait_line<noted_parker, std::chrono::steady_clock>;

struct named_waiter : noted_line::waiter {
    explicit named_waiter(char name) { parker.name = name; }
};

/// So many things lie there.
auto things(std::size_t count) {
    return [count] { return count; };
}

/// A notice that must not even ask.
std::size_t never_asked() {
    ADD_FAILURE() << "it was asked how many things there are";
    return 0;
}

class a_line : public testing::Test {
protected:
    void SetUp() override { noted_parker::begin(); }
    template <class... Waiter>
    void enter(Waiter&... who) {
        (line_.enter(who), ...);
    }
    /// The waiter has found its thing.
    void take(named_waiter& who) {
        EXPECT_TRUE(line_.leave(who));
        line_.acted(who);
    }
    std::string notified_so_far() { return std::exchange(noted_parker::finished, {}); }

    noted_line line_;
    named_waiter a_{'a'};
    named_waiter b_{'b'};
    named_waiter c_{'c'};
};

TEST_F(a_line, may_be_left_anywhere) {
    named_waiter d('d');
    enter(a_, b_, c_, d);
    EXPECT_FALSE(line_.leave(b_)) << "nobody notified it";
    EXPECT_FALSE(line_.leave(a_));
    EXPECT_FALSE(line_.leave(d));
    enter(b_);
    line_.notify(things(9));
    line_.notify(things(9));
    EXPECT_EQ(notified_so_far(), "cb");
    take(b_);
    take(c_);
    enter(d, a_);
    EXPECT_FALSE(line_.leave(a_));
    line_.notify(things(1));
    EXPECT_EQ(notified_so_far(), "d");
    take(d);
}

TEST_F(a_line, puts_who_was_notified_in_vain_to_its_front) {
    enter(a_, b_);
    line_.notify(things(1));
    EXPECT_TRUE(line_.leave(a_));
    enter(a_);
    line_.notify(things(1));
    EXPECT_EQ(notified_so_far(), "aa") << "and its notice was over";
    EXPECT_TRUE(line_.leave(a_));
    enter(c_, a_);
    EXPECT_FALSE(line_.leave(a_)) << "the notice is not told twice";
    enter(a_);
    line_.notify(things(1));
    line_.notify(things(2));
    line_.notify(things(3));
    EXPECT_EQ(notified_so_far(), "bca") << "who left of its own will comes last";
}

TEST_F(a_line, gives_no_more_notices_than_there_are_things) {
    enter(a_, b_, c_);
    line_.notify(things(0));
    EXPECT_EQ(notified_so_far(), "");
    line_.notify(things(2));
    line_.notify_fenced(things(2));
    line_.notify_fenced(things(2));
    line_.notify(things(1));
    EXPECT_EQ(notified_so_far(), "ab");
    EXPECT_TRUE(line_.leave(a_));
    line_.notify(things(2));
    EXPECT_EQ(notified_so_far(), "") << "who has left has not acted";
    line_.acted(a_);
    line_.notify(things(1));
    EXPECT_EQ(notified_so_far(), "") << "b has not acted";
    line_.notify(things(2));
    EXPECT_EQ(notified_so_far(), "c");
}

// Somebody else gave a notice between the look at the line and the lock.
TEST_F(a_line, counts_notices_again_in_the_lock) {
    enter(a_, b_);
    bool overtaken = false;
    line_.notify([&] {
        if (!std::exchange(overtaken, true)) {
            line_.notify(things(1));
        }
        return std::size_t{1};
    });
    EXPECT_EQ(notified_so_far(), "a");
}

// With the lock taken by somebody else they would hang here.
TEST_F(a_line, takes_no_lock_where_nobody_is_to_be_notified) {
    bool looked = false;
    enter(a_);
    noted_parker::in_the_lock = [&] {
        line_.notify(never_asked);
        line_.notify_fenced(never_asked);
        looked = true;
    };
    line_.notify(things(1));
    EXPECT_TRUE(std::exchange(looked, false)) << "the line was empty";
    take(a_);
    enter(a_, b_);
    noted_parker::in_the_lock = [&] {
        line_.notify(things(1));
        line_.notify_fenced(things(1));
        looked = true;
    };
    line_.notify(things(1));
    EXPECT_TRUE(looked) << "enough notices were under way";
}

// Who is woken wants the lock, and would hang here.
TEST_F(a_line, wakes_with_the_lock_free) {
    enter(a_);
    bool left = false;
    noted_parker::at_finish = [&] { left = line_.leave(a_); };
    line_.notify(things(1));
    EXPECT_EQ(noted_parker::permits, "a");
    EXPECT_EQ(noted_parker::finished, "a");
    EXPECT_TRUE(left);
}

TEST_F(a_line, notifies_all_whatever_is_there) {
    line_.notify_all();
    enter(a_, b_, c_);
    line_.notify(things(1));
    line_.notify_all();
    EXPECT_EQ(notified_so_far(), "abc");
    line_.notify_all();
    EXPECT_EQ(notified_so_far(), "");
    take(b_);
    take(a_);
    take(c_);
    enter(a_);
    line_.notify(things(1));
    EXPECT_EQ(notified_so_far(), "a") << "all notices are over";
}

} // namespace
} // namespace tollgate::queue
