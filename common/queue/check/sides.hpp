// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "kinds.hpp"

#include <tollgate/faults/scripted_kernel.hpp>
#include <tollgate/queue/status.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <ostream>
#include <string>

namespace tollgate::queue {

/// How long a call waits, and so which of the forms is called.
struct limit {
    enum class form { plain, until, until_by_another_clock, within };
    form called;
    std::chrono::nanoseconds from_now{0}; ///< max: the greatest that the form takes

    [[nodiscard]] scripted_time::time_point deadline() const {
        return from_now == std::chrono::nanoseconds::max() ? scripted_time::time_point::max()
                                                           : scripted_time::present() + from_now;
    }
    /// The same moment by another clock, which goes with the queue's own.
    [[nodiscard]] faults::scripted_clock::time_point deadline_by_another_clock() const {
        return faults::scripted_clock::time_point(deadline().time_since_epoch());
    }
    friend std::ostream& operator<<(std::ostream& to, const limit& one) {
        constexpr std::array names{"without a limit", "until", "by another clock until", "for"};
        return to << names.at(static_cast<std::size_t>(one.called)) << ' ' << one.from_now.count();
    }
};

inline constexpr limit no_limit{limit::form::plain};
/// The scripted clock never reaches these by itself.
inline constexpr std::array endless_limits{
    no_limit,
    limit{limit::form::until, std::chrono::hours(1)},
    limit{limit::form::until, std::chrono::nanoseconds::max()},
    limit{limit::form::until_by_another_clock, std::chrono::hours(1)},
    limit{limit::form::until_by_another_clock, std::chrono::nanoseconds::max()},
    limit{limit::form::within, std::chrono::hours(1)},
    limit{limit::form::within, std::chrono::nanoseconds::max()}};
inline constexpr std::array past_limits{limit{limit::form::until, std::chrono::nanoseconds(0)},
                                        limit{limit::form::until, std::chrono::hours(-1)},
                                        limit{limit::form::until_by_another_clock},
                                        limit{limit::form::within, std::chrono::nanoseconds(0)},
                                        limit{limit::form::within, std::chrono::hours(-1)}};
inline constexpr std::array short_limits{
    limit{limit::form::until, std::chrono::milliseconds(1)},
    limit{limit::form::until_by_another_clock, std::chrono::milliseconds(1)},
    limit{limit::form::within, std::chrono::milliseconds(1)}};

/// Both sides of a queue of int in the same words: who comes is blocked, or served by the other
/// side. What is waited with has the element 7.
struct pushes {
    static constexpr const char* name = "push";
    static constexpr status blocked = status::full;

    template <class Queue>
    static void block(Queue& tested) {
        while (tested.try_push(1) == status::done) {
        }
    }
    template <class Queue>
    static void serve(Queue& tested) {
        EXPECT_TRUE(tested.try_pop());
    }
    /// What the other side has served is taken by somebody else.
    template <class Queue>
    static void steal(Queue& tested) {
        EXPECT_EQ(tested.try_push(2), status::done);
    }
    template <class Queue, class... Token>
    static status come(Queue& tested, const limit& within, const Token&... by) {
        switch (within.called) {
        case limit::form::plain:
            return tested.push(7, by...);
        case limit::form::until:
            return tested.push_until(within.deadline(), 7, by...);
        case limit::form::until_by_another_clock:
            return tested.push_until(within.deadline_by_another_clock(), 7, by...);
        case limit::form::within:
            break;
        }
        return tested.push_for(within.from_now, 7, by...);
    }
};

struct pops {
    static constexpr const char* name = "pop";
    static constexpr status blocked = status::empty;

    template <class Queue>
    static void block(Queue& tested) {
        while (tested.try_pop()) {
        }
    }
    template <class Queue>
    static void serve(Queue& tested) {
        EXPECT_EQ(tested.try_push(7), status::done);
    }
    template <class Queue>
    static void steal(Queue& tested) {
        EXPECT_TRUE(tested.try_pop());
    }
    template <class Queue, class... Token>
    static status come(Queue& tested, const limit& within, const Token&... by) {
        const auto told = [](popped<int> got) {
            EXPECT_TRUE(!got || *got == 7);
            return got.status();
        };
        switch (within.called) {
        case limit::form::plain:
            return told(tested.pop(by...));
        case limit::form::until:
            return told(tested.pop_until(within.deadline(), by...));
        case limit::form::until_by_another_clock:
            return told(tested.pop_until(within.deadline_by_another_clock(), by...));
        case limit::form::within:
            break;
        }
        return told(tested.pop_for(within.from_now, by...));
    }
};

template <class Kind, class Side>
struct side_of {
    using kind = Kind;
    using side = Side;
};

using all_sides = testing::Types<side_of<for_many, pushes>, side_of<for_many, pops>,
                                 side_of<for_two, pushes>, side_of<for_two, pops>>;

struct side_name {
    template <class Which>
    static std::string GetName(int /*index*/) {
        return std::string(Which::kind::name) + "_" + Which::side::name;
    }
};

/// One side of a queue in the hands of a script. A wait that nobody ends is ended by a close, and
/// noticed.
template <class Which>
class of_a_side : public testing::Test {
protected:
    using side = typename Which::side;
    using queue_type = typename Which::kind::template scripted<int>;

    /// A new queue, on which whoever comes is blocked. `impatient`: waits there have always been
    /// ended by somebody on the same CPU (if no migration has spoiled it), so they sleep at once.
    void begin_blocked(bool impatient) {
        tested_.emplace(2);
        kernel_.rescue = [this] { tested_->close(); };
        kernel_.script.clear();
        side::block(*tested_);
        for (int i = 0; impatient && i < 3; ++i) {
            happens_asleep([this] { serve(); });
            EXPECT_EQ(come(no_limit), status::done);
        }
        kernel_.forget_counts();
    }
    void begin_served() {
        begin_blocked(false);
        serve();
    }

    template <class... Token>
    status come(const limit& within, const Token&... by) {
        return side::come(*tested_, within, by...);
    }
    void serve() { side::serve(*tested_); }
    void serve_in_vain() {
        serve();
        side::steal(*tested_);
    }
    void happens_asleep(faults::scripted_kernel::action what) {
        kernel_.script.push_back({.asleep = std::move(what)});
    }

    void expect_calls(unsigned waits, unsigned wake_ones) const {
        EXPECT_EQ(kernel_.waits, waits);
        EXPECT_EQ(kernel_.wake_ones, wake_ones);
        EXPECT_FALSE(kernel_.slept_for_ever);
        EXPECT_TRUE(kernel_.script.empty());
    }

    faults::scripted_kernel kernel_;
    std::optional<queue_type> tested_;
};

} // namespace tollgate::queue
