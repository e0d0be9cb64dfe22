// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "forms.hpp"
#include "kinds.hpp"

#include <tollgate/faults/scripted_kernel.hpp>
#include <tollgate/queue/status.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>

namespace tollgate::queue {

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
    template <class Queue, class Limit, class... Token>
    static status come(Queue& tested, Limit limit, const Token&... by) {
        const std::size_t before = tested.size();
        const status how = push_in_form(tested, 7, limit, by...);
        const bool one_more = how == status::done && before < tested.capacity();
        if (how == status::cancelled) {
            EXPECT_LE(tested.size(), before) << "it may have been served meanwhile";
        } else {
            EXPECT_EQ(tested.size(), before + (one_more ? 1 : 0));
        }
        return how;
    }
    template <class Queue>
    static status try_it(Queue& tested) {
        return tested.try_push(7);
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
    template <class Queue, class Limit, class... Token>
    static status come(Queue& tested, Limit limit, const Token&... by) {
        auto got = pop_in_form(tested, limit, by...);
        EXPECT_TRUE(!got || *got == 7);
        return got.status();
    }
    template <class Queue>
    static status try_it(Queue& tested) {
        return tested.try_pop().status();
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
        begin();
        side::block(*tested_);
        if (impatient) {
            for (int i = 0; i < 3; ++i) {
                kernel_.script.push_back({.asleep = [this] { side::serve(*tested_); }});
                EXPECT_EQ(side::come(*tested_, for_ever()), status::done);
            }
        }
        EXPECT_EQ(side::try_it(*tested_), side::blocked);
        kernel_.forget_counts();
    }
    void begin() {
        tested_.emplace(2);
        kernel_.rescue = [this] { tested_->close(); };
        kernel_.script.clear();
        kernel_.forget_counts();
    }

    template <class Limit, class... Token>
    status come(Limit limit, const Token&... by) {
        return side::come(*tested_, limit, by...);
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
