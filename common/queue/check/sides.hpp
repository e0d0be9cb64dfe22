// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "kinds.hpp"

#include <tollgate/queue/status.hpp>
#include <tollgate/testing/scripted_kernel.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <ostream>
#include <string>

namespace tollgate::queue {

/// The form of a call, with its time or deadline.
struct wait_form {
    enum class kind { plain, until, until_by_another_clock, within };
    kind form;
    std::chrono::nanoseconds from_now{0}; ///< max: the greatest value that the form takes

    [[nodiscard]] scripted_time::time_point deadline() const {
        return from_now == std::chrono::nanoseconds::max() ? scripted_time::time_point::max()
                                                           : scripted_time::present() + from_now;
    }
    /// The same moment by another clock, which runs with the queue's own.
    [[nodiscard]] testing::scripted_clock::time_point deadline_by_another_clock() const {
        return testing::scripted_clock::time_point(deadline().time_since_epoch());
    }
    friend std::ostream& operator<<(std::ostream& out, const wait_form& call) {
        constexpr std::array names{"without a deadline", "until", "by another clock until", "for"};
        return out << names.at(static_cast<std::size_t>(call.form)) << ' ' << call.from_now.count();
    }
};

inline constexpr wait_form plain_form{wait_form::kind::plain};
/// The scripted clock never reaches these by itself.
inline constexpr std::array endless_forms{
    plain_form,
    wait_form{wait_form::kind::until, std::chrono::hours(1)},
    wait_form{wait_form::kind::until, std::chrono::nanoseconds::max()},
    wait_form{wait_form::kind::until_by_another_clock, std::chrono::hours(1)},
    wait_form{wait_form::kind::until_by_another_clock, std::chrono::nanoseconds::max()},
    wait_form{wait_form::kind::within, std::chrono::hours(1)},
    wait_form{wait_form::kind::within, std::chrono::nanoseconds::max()}};
inline constexpr std::array past_forms{
    wait_form{wait_form::kind::until, std::chrono::nanoseconds(0)},
    wait_form{wait_form::kind::until, std::chrono::hours(-1)},
    wait_form{wait_form::kind::until_by_another_clock},
    wait_form{wait_form::kind::within, std::chrono::nanoseconds(0)},
    wait_form{wait_form::kind::within, std::chrono::hours(-1)}};
inline constexpr std::array short_forms{
    wait_form{wait_form::kind::until, std::chrono::milliseconds(1)},
    wait_form{wait_form::kind::until_by_another_clock, std::chrono::milliseconds(1)},
    wait_form{wait_form::kind::within, std::chrono::milliseconds(1)}};

/// Both sides of a queue of int with the same functions: a call is blocked, or is served by the
/// other side. The element 7 is that of the call under check.
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
    /// Another thread takes what the other side has served.
    template <class Queue>
    static void steal(Queue& tested) {
        EXPECT_EQ(tested.try_push(2), status::done);
    }
    template <class Queue, class... Token>
    static status call(Queue& tested, const wait_form& within, const Token&... by) {
        switch (within.form) {
        case wait_form::kind::plain:
            return tested.push(7, by...);
        case wait_form::kind::until:
            return tested.push_until(within.deadline(), 7, by...);
        case wait_form::kind::until_by_another_clock:
            return tested.push_until(within.deadline_by_another_clock(), 7, by...);
        case wait_form::kind::within:
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
    static status call(Queue& tested, const wait_form& within, const Token&... by) {
        const auto status_of = [](popped<int> element) {
            EXPECT_TRUE(!element || *element == 7);
            return element.status();
        };
        switch (within.form) {
        case wait_form::kind::plain:
            return status_of(tested.pop(by...));
        case wait_form::kind::until:
            return status_of(tested.pop_until(within.deadline(), by...));
        case wait_form::kind::until_by_another_clock:
            return status_of(tested.pop_until(within.deadline_by_another_clock(), by...));
        case wait_form::kind::within:
            break;
        }
        return status_of(tested.pop_for(within.from_now, by...));
    }
};

template <class Kind, class Side>
struct side_of {
    using kind = Kind;
    using side = Side;
};

using all_sides =
    ::testing::Types<side_of<for_many, pushes>, side_of<for_many, pops>, side_of<for_two, pushes>,
                     side_of<for_two, pops>, side_of<without_limit, pops>>;

struct side_name {
    template <class Type>
    static std::string GetName(int /*index*/) {
        return std::string(Type::kind::name) + "_" + Type::side::name;
    }
};

/// One side of a queue whose kernel follows a script. If no step ends a wait, a close ends it, and
/// `slept_for_ever` is set.
template <class Type>
class one_side : public ::testing::Test {
protected:
    using side = typename Type::side;
    using queue_type = typename Type::kind::template scripted<int>;

    /// A new queue on which a call is blocked. `without_spin`: a thread on the same CPU has ended
    /// all waits there (unless this thread has migrated), so a wait sleeps at once.
    void begin_blocked(bool without_spin) {
        tested_.emplace(2);
        kernel_.rescue = [this] { tested_->close(); };
        kernel_.script.clear();
        side::block(*tested_);
        for (int i = 0; without_spin && i < 3; ++i) {
            happens_asleep([this] { serve(); });
            EXPECT_EQ(call_it(plain_form), status::done);
        }
        kernel_.forget_counts();
    }
    void begin_served() {
        begin_blocked(false);
        serve();
    }

    template <class... Token>
    status call_it(const wait_form& within, const Token&... by) {
        return side::call(*tested_, within, by...);
    }
    void serve() { side::serve(*tested_); }
    void serve_in_vain() {
        serve();
        side::steal(*tested_);
    }
    void happens_asleep(testing::scripted_kernel::action action) {
        kernel_.script.push_back({.asleep = std::move(action)});
    }

    void expect_calls(unsigned waits, unsigned wake_ones) const {
        EXPECT_EQ(kernel_.waits, waits);
        EXPECT_EQ(kernel_.wake_ones, wake_ones);
        EXPECT_FALSE(kernel_.slept_for_ever);
        EXPECT_TRUE(kernel_.script.empty());
    }

    testing::scripted_kernel kernel_;
    std::optional<queue_type> tested_;
};

} // namespace tollgate::queue
