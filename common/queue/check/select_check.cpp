// SPDX-License-Identifier: BSL-1.0
//
// A select that does not have to wait: which source ends it, what its handler gets, and that the
// other sources are as if they had not been named.
#include "driven_select.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/select.hpp>
#include <tollgate/queue/source_set.hpp>
#include <tollgate/queue/spsc_queue.hpp>
#include <tollgate/testing/throwing_copy.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::queue {

inline void PrintTo(const selected& value, std::ostream* out) {
    *out << "source " << value.index << ' ' << to_string(value.status);
}

namespace {

using namespace std::chrono_literals;
using cancel::standalone_token;
using time_point = std::chrono::steady_clock::time_point;

/// Two queues of two places each.
class select_at_once : public ::testing::Test {
protected:
    auto pop_first() {
        return pop(first_, [this](int element) { popped_.push_back(element); });
    }
    auto pop_second() {
        return pop(second_, [this](int element) { popped_.push_back(element); });
    }
    auto count() {
        return [this] { ++handled_; };
    }

    blocking_queue<int> first_{2};
    spsc_queue<int> second_{2};
    std::vector<int> popped_;
    int handled_ = 0;
    standalone_token by_;
};

TEST_F(select_at_once, pops_from_the_source_that_is_ready) {
    EXPECT_EQ(second_.push(7), status::done);
    EXPECT_EQ(select(pop_first(), pop_second()), (selected{1, status::done}));
    EXPECT_EQ(popped_, std::vector{7});
    EXPECT_EQ(first_.push(8), status::done);
    EXPECT_EQ(select(pop_first(), pop_second()), (selected{0, status::done}));
    EXPECT_EQ(popped_, (std::vector{7, 8}));
    EXPECT_EQ(first_.size() + second_.size(), 0U);
}

TEST_F(select_at_once, pushes_into_the_queue_that_has_room) {
    while (first_.try_push(9) == status::done) {
    }
    EXPECT_EQ(select(push(first_, 1, count()), push(second_, 2, count())),
              (selected{1, status::done}));
    EXPECT_EQ(handled_, 1);
    EXPECT_EQ(*second_.try_pop(), 2);
    EXPECT_EQ(first_.size(), 2U);
    EXPECT_EQ(select(push(second_, 3)), (selected{0, status::done})) << "without a handler";
}

TEST_F(select_at_once, leaves_the_element_of_a_push_that_did_not_happen) {
    blocking_queue<std::unique_ptr<int>> into(1);
    spsc_queue<std::unique_ptr<int>> other(1);
    auto kept = std::make_unique<int>(1);
    EXPECT_EQ(first_.push(7), status::done);
    // NOLINTBEGIN(bugprone-use-after-move): only a push that is done moves from the element
    EXPECT_EQ(select(by_priority, pop_first(), push(into, std::move(kept))),
              (selected{0, status::done}));
    EXPECT_NE(kept, nullptr);
    by_.cancel();
    EXPECT_EQ(select(push(into, std::move(kept)), cancelled_by(by_)),
              (selected{1, status::cancelled}));
    EXPECT_NE(kept, nullptr);
    // One element, which goes into one of two queues.
    EXPECT_EQ(select(by_priority, push(into, std::move(kept)), push(other, std::move(kept))),
              (selected{0, status::done}));
    EXPECT_EQ(kept, nullptr);
    // NOLINTEND(bugprone-use-after-move)
    std::unique_ptr<int> got;
    EXPECT_EQ(
        select(pop(other, ignore), pop(into, [&](auto&& element) { got = std::move(element); })),
        (selected{1, status::done}));
    EXPECT_EQ(*got, 1);
}

TEST_F(select_at_once, makes_the_element_of_a_push_before_it_begins) {
    spsc_queue<std::string> into(1);
    const std::string constant = "a string that is too long to lie in the object itself";
    EXPECT_EQ(select(push(into, "text")), (selected{0, status::done}));
    EXPECT_EQ(*into.try_pop(), "text");
    EXPECT_EQ(select(push(into, constant)), (selected{0, status::done}));
    EXPECT_EQ(*into.try_pop(), constant);
    blocking_queue<testing::throwing_copy> throwing(1);
    const testing::throwing_copy mine(-1);
    EXPECT_EQ(first_.push(7), status::done);
    EXPECT_THROW(select(by_priority, pop_first(), push(throwing, mine)), std::runtime_error);
    EXPECT_EQ(first_.size(), 1U) << "no source has happened";
}

TEST_F(select_at_once, finds_a_closed_queue_ready) {
    EXPECT_EQ(second_.push(7), status::done);
    second_.close();
    EXPECT_EQ(select(pop_first(), push(second_, 1, count())), (selected{1, status::closed}));
    EXPECT_EQ(select(pop_first(), pop_second()), (selected{1, status::done}))
        << "an element is left";
    EXPECT_EQ(select(pop_first(), pop_second()), (selected{1, status::closed}));
    EXPECT_EQ(popped_, std::vector{7});
    EXPECT_EQ(handled_, 0);
}

// Only the last operation is attempted without a look.
TEST_F(select_at_once, finds_a_closed_queue_before_an_idle_one) {
    EXPECT_EQ(select(pop_second(), pop_first(), within(1ms)), (selected{2, status::timeout}));
    first_.close();
    EXPECT_EQ(select(pop_first(), pop_second()), (selected{0, status::closed}));
    blocking_queue<int> idle(1);
    second_.close();
    EXPECT_EQ(select(pop_second(), pop(idle, ignore)), (selected{0, status::closed}));
}

TEST_F(select_at_once, ends_by_a_cancelled_token_whatever_else_is_ready) {
    by_.cancel();
    EXPECT_EQ(first_.push(7), status::done);
    second_.close();
    EXPECT_EQ(select(pop_first(), pop_second(), cancelled_by(by_, count())),
              (selected{2, status::cancelled}));
    EXPECT_EQ(select(by_priority, within(0s), pop_first(), cancelled_by(by_, count())),
              (selected{2, status::cancelled}));
    EXPECT_EQ(select(cancelled_by(by_, count())), (selected{0, status::cancelled}));
    EXPECT_EQ(handled_, 3);
    EXPECT_EQ(first_.size(), 1U);
}

TEST_F(select_at_once, ends_by_a_deadline_only_if_nothing_else_is_ready) {
    for (const auto time : {0ns, -1ns, std::chrono::nanoseconds::min()}) {
        EXPECT_EQ(first_.push(7), status::done);
        EXPECT_EQ(select(by_priority, within(time, count()), pop_first()),
                  (selected{1, status::done}));
        EXPECT_EQ(select(pop_first(), within(time, count()), cancelled_by(by_)),
                  (selected{1, status::timeout}));
    }
    EXPECT_EQ(handled_, 3);
    for (const auto deadline : {time_point::min(), time_point{}}) {
        EXPECT_EQ(first_.push(7), status::done);
        EXPECT_EQ(select(by_priority, until(deadline), pop_first()), (selected{1, status::done}));
        EXPECT_EQ(select(pop_first(), until(deadline, count())), (selected{1, status::timeout}));
    }
    EXPECT_EQ(handled_, 5);
}

TEST_F(select_at_once, by_priority_pops_from_the_first_ready_source) {
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(first_.try_push(i), status::done);
        EXPECT_EQ(second_.try_push(i), status::done);
        EXPECT_EQ(select(by_priority, pop_first(), pop_second()).index, 0U);
        EXPECT_EQ(select(by_priority, pop_first(), pop_second()).index, 1U);
    }
}

TEST_F(select_at_once, calls_its_handler_when_the_select_is_over) {
    EXPECT_EQ(first_.push(7), status::done);
    EXPECT_THROW(select(pop(first_,
                            [](int element) {
                                EXPECT_EQ(element, 7);
                                throw std::runtime_error("of a handler");
                            }),
                        pop_second()),
                 std::runtime_error);
    EXPECT_EQ(first_.size(), 0U) << "the element is consumed";
    EXPECT_THROW(select(push(first_, 8, [] { throw std::runtime_error("of a handler"); })),
                 std::runtime_error);
    EXPECT_EQ(*first_.try_pop(), 8);
    // Another select, and a push to the same queue, in a handler.
    EXPECT_EQ(first_.push(1), status::done);
    const selected outer = select(pop(first_, [this](int element) {
        EXPECT_EQ(first_.push(element + 1), status::done);
        EXPECT_EQ(select(pop_first(), pop_second()), (selected{0, status::done}));
    }));
    EXPECT_EQ(outer, (selected{0, status::done}));
    EXPECT_EQ(popped_, std::vector{2});
}

TEST_F(select_at_once, may_name_a_queue_twice) {
    EXPECT_EQ(first_.push(7), status::done);
    EXPECT_EQ(select(pop_first(), pop_first()).status, status::done);
    EXPECT_EQ(popped_, std::vector{7});
    // Neither full nor empty, full, and empty: one of both, once.
    for (const std::size_t before : {1U, 2U, 0U}) {
        while (first_.try_pop()) {
        }
        for (std::size_t i = 0; i < before; ++i) {
            EXPECT_EQ(first_.push(7), status::done);
        }
        const selected ending = select(pop_first(), push(first_, 8));
        EXPECT_EQ(ending.status, status::done);
        EXPECT_EQ(first_.size(), ending.index == 0 ? before - 1 : before + 1);
    }
}

// Only an attempt shows that an empty set is not ready.
TEST_F(select_at_once, is_fair_among_the_ready_sources) {
    std::array<blocking_queue<int>, 3> ready{blocking_queue<int>(1), blocking_queue<int>(1),
                                             blocking_queue<int>(1)};
    std::array<source_set, 2> empty;
    constexpr int selects = 24'000;
    std::array<int, 7> times{};
    const auto from = [&](std::size_t index) { return pop(ready.at(index), ignore); };
    for (int i = 0; i < selects; ++i) {
        for (auto& each : ready) {
            static_cast<void>(each.try_push(1));
        }
        ++times.at(
            select(empty[0], from(0), cancelled_by(by_), from(1), within(1h), from(2), empty[1])
                .index);
    }
    for (const std::size_t index : {1U, 3U, 5U}) {
        EXPECT_NEAR(times.at(index), selects / 3, selects / 30) << "source " << index;
    }
}

// Whether the second select happens depends on the choice of the first one.
TEST_F(select_at_once, is_fair_whatever_another_select_has_chosen) {
    constexpr int selects = 20'000;
    std::array<int, 2> outer{};
    std::array<int, 2> inner{};
    const auto choose = [&](std::array<int, 2>& times) {
        static_cast<void>(first_.try_push(1));
        static_cast<void>(second_.try_push(1));
        const std::size_t chosen = select(pop_first(), pop_second()).index;
        ++times.at(chosen);
        return chosen;
    };
    for (int i = 0; i < selects; ++i) {
        if (choose(outer) == 0) {
            choose(inner);
        }
    }
    EXPECT_NEAR(outer[0], selects / 2, selects / 40);
    EXPECT_NEAR(inner[0], selects / 4, selects / 40);
}

TEST_F(select_at_once, is_fair_in_threads_that_select_once) {
    constexpr int threads = 300;
    std::array<int, 2> times{};
    for (int i = 0; i < threads; ++i) {
        static_cast<void>(first_.try_push(1));
        static_cast<void>(second_.try_push(1));
        std::thread([&] { ++times.at(select(pop_first(), pop_second()).index); }).join();
    }
    EXPECT_NEAR(times[0], threads / 2, threads / 10);
}

} // namespace
} // namespace tollgate::queue
