// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/scripted_clock.hpp>
#include <tollgate/timer/timer.hpp>
#include <tollgate/timer/timers.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

namespace tollgate::timer {

using faults::scripted_clock;

/// Whatever may be done with timers, in a random order, beside a plain account of what is wanted of
/// each. A pass must find due what has been for the queue's resolution, must not find what is not,
/// and must say when the next one has to be.
template <class Queue>
class random_waits {
    using nanoseconds = std::chrono::nanoseconds;
    using clock = scripted_clock;
    using all_timers = timers<clock, Queue>;

public:
    explicit random_waits(unsigned seed, nanoseconds begin = nanoseconds(0),
                          bool is_set_back = false)
        : seed_(seed), is_set_back_(is_set_back) {
        clock::set(begin);
        for (wanted& one : all_) {
            one.is = std::make_unique<timer>();
        }
    }
    random_waits(const random_waits&) = delete;
    random_waits& operator=(const random_waits&) = delete;
    ~random_waits() {
        for (const wanted& one : all_) {
            set_.cancel(*one.is);
        }
    }

    /// Until so many were armed. Stops at the first thing that is wrong.
    void arm(std::uint64_t times) {
        for (const std::uint64_t end = armed_ + times;
             armed_ < end && !testing::Test::HasFailure();) {
            if (random() % 4 == 0) {
                move_clock();
                pass();
            } else {
                do_something();
            }
        }
    }

    [[nodiscard]] std::uint64_t due() const { return due_; }

private:
    static constexpr nanoseconds never = nanoseconds::max();
    static constexpr std::uint64_t resolution = Queue::resolution.count();

    struct wanted {
        std::unique_ptr<timer> is;
        bool armed = false;
        bool has_deadline = false;
        bool is_news = false; ///< armed during a pass
        nanoseconds when{0};
    };

    /// All in one place, as each EXPECT takes the compiler its time.
    static void expect(bool holds, const char* what) {
        if (!holds) {
            ADD_FAILURE() << what;
        }
    }

    /// splitmix64. The standard's generators take the compiler longer than all the rest.
    std::uint64_t random() {
        seed_ += 0x9e37'79b9'7f4a'7c15;
        std::uint64_t mixed = (seed_ ^ seed_ >> 30) * 0xbf58'476d'1ce4'e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d0'49bb'1331'11eb;
        return mixed ^ mixed >> 31;
    }

    /// Each number of binary digits is as likely as another; often it is just a border of the
    /// wheel's levels, and now and then something odd.
    nanoseconds random_time() {
        const auto digits = static_cast<unsigned>(random() % 48);
        const std::uint64_t exact = std::uint64_t{1} << digits;
        switch (random() % 16) {
        case 0:
            return nanoseconds(random() % 2 == 0 ? 0 : -1);
        case 1:
            return random() % 2 == 0 ? nanoseconds::max() : nanoseconds::min();
        case 2:
            return nanoseconds(-static_cast<std::int64_t>(random() % exact));
        case 3:
            return nanoseconds::max() - nanoseconds(random() % exact);
        case 4:
        case 5:
            return nanoseconds(static_cast<std::int64_t>(exact - 1 + random() % 3));
        default:
            return nanoseconds(random() % exact);
        }
    }

    static std::uint64_t distance(nanoseconds from, nanoseconds to) {
        return static_cast<std::uint64_t>(to.count()) - static_cast<std::uint64_t>(from.count());
    }
    static nanoseconds sum(nanoseconds when, nanoseconds time) {
        const nanoseconds later = std::max(time, nanoseconds(0));
        return when > nanoseconds(0) && later > never - when ? never : when + later;
    }

    void do_something() {
        wanted& one = all_[random() % all_.size()];
        switch (random() % 8) {
        case 0:
            all_timers::rest(*one.is);
            one.armed = false;
            break;
        case 1:
            set_.cancel(*one.is);
            one.armed = false;
            expect(!one.is->is_linked(), "linked after it was cancelled");
            break;
        case 2:
            set_.cancel(*one.is);
            one.armed = false;
            one.is = std::make_unique<timer>();
            break;
        case 3:
        case 4:
            arm_at(one);
            break;
        default:
            arm_after(one, random_time());
        }
        expect(one.is->is_armed() == one.armed, "armed or not");
    }

    void arm_at(wanted& one) {
        const nanoseconds time = random_time();
        nanoseconds when = sum(clock::since_epoch, time);
        if (random() % 4 == 0) {
            when = time; // most likely over
        }
        if (one.armed && one.has_deadline && random() % 2 == 0) {
            when = sum(one.when, nanoseconds(random() % 4096));
        }
        set_.arm_at(*one.is, clock::time_point(when));
        note(one, true, when);
    }
    void arm_after(wanted& one, nanoseconds time) {
        set_.arm_after(*one.is, time);
        note(one, false, time);
    }
    void note(wanted& one, bool has_deadline, nanoseconds when) {
        ++armed_;
        one.armed = true;
        one.has_deadline = has_deadline;
        one.when = when;
        one.is_news = in_pass_;
    }

    /// As a thread that sleeps until the next pass has to be, or is interrupted, or held up; or
    /// the clock is set back. Times that are stamped already are deadlines then.
    void move_clock() {
        nanoseconds to = clock::since_epoch;
        if (is_set_back_ && random() % 16 == 0) {
            const nanoseconds back(random() % (std::uint64_t{1} << random() % 44));
            clock::since_epoch -= std::min(back, nanoseconds(distance(nanoseconds::min(), to) / 2));
            return;
        }
        switch (random() % 4) {
        case 0:
            break;
        case 1:
            // Not to the end of all time.
            if (next_ > to && distance(to, next_) < std::uint64_t{1} << 40) {
                to = next_;
            }
            break;
        case 2:
            to = sum(to, nanoseconds(random() % 3000));
            break;
        default:
            to = sum(to, nanoseconds(random() % (std::uint64_t{1} << random() % 44)));
        }
        clock::since_epoch = to;
    }

    void pass() {
        const nanoseconds now = clock::since_epoch;
        for (wanted& one : all_) {
            one.is_news = false;
            if (one.armed && !one.has_deadline) {
                one.has_deadline = true;
                one.when = sum(now, one.when);
            }
        }
        in_pass_ = true;
        const auto found = [this](timer& due) { expire(due); };
        next_ = (random() % 2 == 0 ? set_.pass(found) : set_.pass_at(clock::now(), found))
                    .time_since_epoch();
        in_pass_ = false;
        for (const wanted& one : all_) {
            if (one.armed) {
                look_at_what_is_left(one, now);
            }
        }
    }

    void look_at_what_is_left(const wanted& one, nanoseconds now) {
        if (!one.has_deadline) {
            expect(next_ <= now, "waits to be stamped");
            return;
        }
        if (one.when == never) {
            return;
        }
        if (!one.is_news) {
            expect(one.when > now || distance(one.when, now) < resolution, "late");
        }
        expect(next_ <= std::max(now, one.when) || distance(one.when, next_) <= resolution,
               "told to come too late");
    }

    void expire(timer& due) {
        const auto one = std::find_if(all_.begin(), all_.end(),
                                      [&](const wanted& any) { return any.is.get() == &due; });
        expect(one != all_.end(), "unknown");
        expect(one->armed, "not armed");
        expect(one->has_deadline, "not stamped");
        expect(one->when <= clock::since_epoch, "early");
        expect(one->when != never, "never was due");
        expect(!due.is_linked() && !due.is_armed(), "still known");
        one->armed = false;
        ++due_;
        if (random() % 4 == 0) {
            one->is = std::make_unique<timer>();
        }
        while (random() % 2 == 0) {
            do_something();
        }
    }

    std::uint64_t seed_;
    bool is_set_back_; ///< the clock, now and then
    all_timers set_;
    std::array<wanted, 12> all_;
    nanoseconds next_{0};
    bool in_pass_ = false;
    std::uint64_t armed_ = 0;
    std::uint64_t due_ = 0;
};

/// From before the epoch to the last moment there is.
inline constexpr std::array<std::chrono::nanoseconds, 6> beginnings{
    std::chrono::nanoseconds(0),
    std::chrono::nanoseconds(-5'000),
    std::chrono::nanoseconds(std::numeric_limits<std::int64_t>::min()),
    std::chrono::nanoseconds(std::int64_t{1} << 50),
    std::chrono::nanoseconds((std::int64_t{1} << 52) - 1025),
    std::chrono::nanoseconds(std::numeric_limits<std::int64_t>::max() - (std::int64_t{1} << 46)),
};

} // namespace tollgate::timer
