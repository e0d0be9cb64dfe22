// SPDX-License-Identifier: BSL-1.0
//
// Random waits in virtual time, compared with a simple model.
#include <tollgate/testing/scripted_clock.hpp>
#include <tollgate/timer/fifo.hpp>
#include <tollgate/timer/timers.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>

namespace tollgate::timer {

using testing::scripted_clock;

namespace {

/// Calls every function of a set of timers in a random order, and keeps a simple model of each
/// timer. A pass must find each timer that has been due for the queue's resolution, and no timer
/// that is not due. It must return when the next pass has to be.
template <class Queue>
class random_waits {
    using nanoseconds = std::chrono::nanoseconds;
    using clock = scripted_clock;
    using all_timers = timers<clock, Queue>;

public:
    random_waits(unsigned seed, nanoseconds begin, bool is_set_back)
        : random_(seed), is_set_back_(is_set_back) {
        clock::set(begin);
        for (wanted& wait : all_) {
            wait.own_timer = std::make_unique<timer>();
        }
    }
    random_waits(const random_waits&) = delete;
    random_waits& operator=(const random_waits&) = delete;
    ~random_waits() {
        for (const wanted& wait : all_) {
            set_.cancel(*wait.own_timer);
        }
    }

    /// Arms timers `times` times. Stops at the first failure.
    void arm(std::uint64_t times) {
        for (const std::uint64_t end = armed_ + times;
             armed_ < end && !::testing::Test::HasFailure();) {
            if (random_() % 4 == 0) {
                move_clock();
                pass();
            } else {
                call_any_function();
            }
        }
    }

    [[nodiscard]] std::uint64_t due() const { return due_; }

private:
    static constexpr nanoseconds never = nanoseconds::max();
    static constexpr std::uint64_t resolution = Queue::resolution.count();

    struct wanted {
        std::unique_ptr<timer> own_timer;
        bool armed = false;
        bool has_deadline = false;
        bool is_new = false; ///< armed during a pass
        nanoseconds when{0};
    };

    static void expect(bool holds, const char* failure) {
        if (!holds) {
            ADD_FAILURE() << failure;
        }
    }

    /// Each number of binary digits is equally likely. Often the time is just at a border of the
    /// wheel's levels, and now and then it is an extreme.
    nanoseconds random_time() {
        const auto digits = static_cast<unsigned>(random_() % 48);
        const std::uint64_t exact = std::uint64_t{1} << digits;
        switch (random_() % 16) {
        case 0:
            return nanoseconds(random_() % 2 == 0 ? 0 : -1);
        case 1:
            return random_() % 2 == 0 ? nanoseconds::max() : nanoseconds::min();
        case 2:
            return nanoseconds(-static_cast<std::int64_t>(random_() % exact));
        case 3:
            return nanoseconds::max() - nanoseconds(random_() % exact);
        case 4:
        case 5:
            return nanoseconds(static_cast<std::int64_t>(exact - 1 + random_() % 3));
        default:
            return nanoseconds(random_() % exact);
        }
    }

    static std::uint64_t difference(nanoseconds from, nanoseconds to) {
        return static_cast<std::uint64_t>(to.count()) - static_cast<std::uint64_t>(from.count());
    }
    static nanoseconds sum(nanoseconds when, nanoseconds time) {
        const nanoseconds later = std::max(time, nanoseconds(0));
        return when > nanoseconds(0) && later > never - when ? never : when + later;
    }

    void call_any_function() {
        wanted& wait = all_[random_() % all_.size()];
        switch (random_() % 8) {
        case 0:
            all_timers::rest(*wait.own_timer);
            wait.armed = false;
            break;
        case 1:
            set_.cancel(*wait.own_timer);
            wait.armed = false;
            expect(!wait.own_timer->is_linked(), "linked after it was cancelled");
            break;
        case 2:
            set_.cancel(*wait.own_timer);
            wait.armed = false;
            wait.own_timer = std::make_unique<timer>();
            break;
        case 3:
        case 4:
            arm_at(wait);
            break;
        default:
            arm_after(wait, random_time());
        }
        expect(wait.own_timer->is_armed() == wait.armed, "is_armed() is wrong");
    }

    void arm_at(wanted& wait) {
        const nanoseconds time = random_time();
        nanoseconds when = sum(clock::since_epoch, time);
        if (random_() % 4 == 0) {
            when = time; // most likely over
        }
        if (wait.armed && wait.has_deadline && random_() % 2 == 0) {
            when = sum(wait.when, nanoseconds(random_() % 4096));
        }
        set_.arm_at(*wait.own_timer, clock::time_point(when));
        note(wait, true, when);
    }
    void arm_after(wanted& wait, nanoseconds time) {
        set_.arm_after(*wait.own_timer, time);
        note(wait, false, time);
    }
    void note(wanted& wait, bool has_deadline, nanoseconds when) {
        ++armed_;
        wait.armed = true;
        wait.has_deadline = has_deadline;
        wait.when = when;
        wait.is_new = in_pass_;
    }

    /// Moves the clock as a thread would that sleeps until the next pass, or is interrupted, or is
    /// held up; or sets it back. Timers that are stamped already have deadlines then.
    void move_clock() {
        nanoseconds to = clock::since_epoch;
        if (is_set_back_ && random_() % 16 == 0) {
            const nanoseconds back(random_() % (std::uint64_t{1} << random_() % 44));
            clock::since_epoch -=
                std::min(back, nanoseconds(difference(nanoseconds::min(), to) / 2));
            return;
        }
        switch (random_() % 4) {
        case 0:
            break;
        case 1:
            // Not to the end of all time.
            if (next_ > to && difference(to, next_) < std::uint64_t{1} << 40) {
                to = next_;
            }
            break;
        case 2:
            to = sum(to, nanoseconds(random_() % 3000));
            break;
        default:
            to = sum(to, nanoseconds(random_() % (std::uint64_t{1} << random_() % 44)));
        }
        clock::since_epoch = to;
    }

    void pass() {
        const nanoseconds now = clock::since_epoch;
        for (wanted& wait : all_) {
            wait.is_new = false;
            if (wait.armed && !wait.has_deadline) {
                wait.has_deadline = true;
                wait.when = sum(now, wait.when);
            }
        }
        in_pass_ = true;
        const auto handler = [this](timer& due) { expire(due); };
        next_ = (random_() % 2 == 0 ? set_.pass(handler) : set_.pass_at(clock::now(), handler))
                    .time_since_epoch();
        in_pass_ = false;
        for (const wanted& wait : all_) {
            if (wait.armed) {
                expect_in_time(wait, now);
            }
        }
    }

    void expect_in_time(const wanted& wait, nanoseconds now) {
        if (!wait.has_deadline) {
            expect(next_ <= now, "not stamped, and no pass at once");
            return;
        }
        if (wait.when == never) {
            return;
        }
        if (!wait.is_new) {
            expect(wait.when > now || difference(wait.when, now) < resolution, "late");
        }
        expect(next_ <= std::max(now, wait.when) || difference(wait.when, next_) <= resolution,
               "the next pass is too late");
    }

    void expire(timer& due) {
        const auto wait = std::find_if(all_.begin(), all_.end(), [&](const wanted& other) {
            return other.own_timer.get() == &due;
        });
        expect(wait != all_.end(), "unknown");
        expect(wait->armed, "not armed");
        expect(wait->has_deadline, "not stamped");
        expect(wait->when <= clock::since_epoch, "early");
        expect(wait->when != never, "due, though armed for never");
        expect(!due.is_linked() && !due.is_armed(), "still in the set");
        wait->armed = false;
        ++due_;
        if (random_() % 4 == 0) {
            wait->own_timer = std::make_unique<timer>();
        }
        while (random_() % 2 == 0) {
            call_any_function();
        }
    }

    std::mt19937_64 random_;
    bool is_set_back_; ///< whether the clock is, now and then
    all_timers set_;
    std::array<wanted, 12> all_;
    nanoseconds next_{0};
    bool in_pass_ = false;
    std::uint64_t armed_ = 0;
    std::uint64_t due_ = 0;
};

/// From before the epoch to the last moment of the clock.
constexpr std::array<std::chrono::nanoseconds, 6> beginnings{
    std::chrono::nanoseconds(0),
    std::chrono::nanoseconds(-5'000),
    std::chrono::nanoseconds(std::numeric_limits<std::int64_t>::min()),
    std::chrono::nanoseconds(std::int64_t{1} << 50),
    std::chrono::nanoseconds((std::int64_t{1} << 52) - 1025),
    std::chrono::nanoseconds(std::numeric_limits<std::int64_t>::max() - (std::int64_t{1} << 46)),
};

template <class Queue>
class never_early : public ::testing::Test {};
using never_early_queues = ::testing::Types<wheel, fifo>;
TYPED_TEST_SUITE(never_early, never_early_queues);

TYPED_TEST(never_early, and_never_late_at_any_beginning_and_with_a_clock_that_is_set_back) {
    unsigned seed = 1;
    for (const bool is_set_back : {false, true}) {
        for (const std::chrono::nanoseconds begin : beginnings) {
            SCOPED_TRACE(begin.count());
            random_waits<TypeParam> waits(seed++, begin, is_set_back);
            waits.arm(10'000);
            EXPECT_GT(waits.due(), 100u);
        }
    }
}

} // namespace
} // namespace tollgate::timer
