// SPDX-License-Identifier: BSL-1.0
//
// A select that does not have to wait: which source ends it, what its handler gets, and that the
// other sources are as if they had not been named.
#include "driven_select.hpp"
#include "kinds.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/select.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
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
template <class Kind>
class select_at_once : public ::testing::Test {
protected:
    template <class T>
    using queue_of = typename Kind::template plain<T>;

    auto pop_first() {
        return pop(first_, [this](int element) { taken_.push_back(element); });
    }
    auto pop_second() {
        return pop(second_, [this](int element) { taken_.push_back(element); });
    }
    void fill(queue_of<int>& filled) {
        while (filled.try_push(9) == status::done) {
        }
    }

    queue_of<int> first_{2};
    queue_of<int> second_{2};
    std::vector<int> taken_;
    int handled_ = 0;
    standalone_token by_;
};
TYPED_TEST_SUITE(select_at_once, bounded_kinds, kind_name);

TYPED_TEST(select_at_once, takes_from_the_source_that_is_ready) {
    EXPECT_EQ(this->second_.push(7), status::done);
    EXPECT_EQ(select(this->pop_first(), this->pop_second()), (selected{1, status::done}));
    EXPECT_EQ(this->taken_, std::vector{7});
    EXPECT_EQ(this->first_.push(8), status::done);
    EXPECT_EQ(select(this->pop_first(), this->pop_second()), (selected{0, status::done}));
    EXPECT_EQ(this->taken_, (std::vector{7, 8}));
    EXPECT_EQ(this->first_.size() + this->second_.size(), 0U);
}

TYPED_TEST(select_at_once, pushes_into_the_queue_that_has_room) {
    this->fill(this->first_);
    const auto count = [this] { ++this->handled_; };
    EXPECT_EQ(select(push(this->first_, 1, count), push(this->second_, 2, count)),
              (selected{1, status::done}));
    EXPECT_EQ(this->handled_, 1);
    EXPECT_EQ(*this->second_.try_pop(), 2);
    EXPECT_EQ(this->first_.size(), 2U);
    EXPECT_EQ(select(push(this->second_, 3)), (selected{0, status::done})) << "without a handler";
}

TYPED_TEST(select_at_once, leaves_the_element_of_a_push_that_did_not_happen) {
    typename TestFixture::template queue_of<std::unique_ptr<int>> into(1);
    typename TestFixture::template queue_of<std::unique_ptr<int>> other(1);
    auto kept = std::make_unique<int>(1);
    EXPECT_EQ(this->first_.push(7), status::done);
    // NOLINTBEGIN(bugprone-use-after-move): only a push that is done moves from the element
    EXPECT_EQ(select(by_priority, this->pop_first(), push(into, std::move(kept))),
              (selected{0, status::done}));
    EXPECT_NE(kept, nullptr);
    this->by_.cancel();
    EXPECT_EQ(select(push(into, std::move(kept)), cancelled_by(this->by_)),
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

TYPED_TEST(select_at_once, makes_the_element_of_a_push_before_it_begins) {
    typename TestFixture::template queue_of<std::string> into(1);
    EXPECT_EQ(select(push(into, "text")), (selected{0, status::done}));
    const std::string constant = "a string that is too long to lie in the object itself";
    std::string got;
    EXPECT_EQ(select(pop(into, [&](std::string&& element) { got = std::move(element); })),
              (selected{0, status::done}));
    EXPECT_EQ(got, "text");
    EXPECT_EQ(select(push(into, constant)), (selected{0, status::done}));
    EXPECT_EQ(*into.try_pop(), constant);
    EXPECT_FALSE(constant.empty());
}

TYPED_TEST(select_at_once, finds_a_closed_queue_ready) {
    const auto count = [this] { ++this->handled_; };
    EXPECT_EQ(this->second_.push(7), status::done);
    this->second_.close();
    EXPECT_EQ(select(this->pop_first(), push(this->second_, 1, count)),
              (selected{1, status::closed}));
    EXPECT_EQ(select(this->pop_first(), this->pop_second()), (selected{1, status::done}))
        << "an element is left";
    EXPECT_EQ(select(this->pop_first(), this->pop_second()), (selected{1, status::closed}));
    EXPECT_EQ(this->taken_, std::vector{7});
    EXPECT_EQ(this->handled_, 0);
}

TYPED_TEST(select_at_once, ends_by_a_cancelled_token_whatever_else_is_ready) {
    this->by_.cancel();
    EXPECT_EQ(this->first_.push(7), status::done);
    this->second_.close();
    const auto count = [this] { ++this->handled_; };
    EXPECT_EQ(select(this->pop_first(), this->pop_second(), cancelled_by(this->by_, count)),
              (selected{2, status::cancelled}));
    EXPECT_EQ(select(by_priority, within(0s), this->pop_first(), cancelled_by(this->by_, count)),
              (selected{2, status::cancelled}));
    EXPECT_EQ(select(cancelled_by(this->by_, count)), (selected{0, status::cancelled}));
    EXPECT_EQ(this->handled_, 3);
    EXPECT_EQ(this->first_.size(), 1U);
}

TYPED_TEST(select_at_once, ends_by_a_deadline_only_if_nothing_else_is_ready) {
    const auto count = [this] { ++this->handled_; };
    for (const auto time : {0ns, -1ns, std::chrono::nanoseconds::min()}) {
        EXPECT_EQ(this->first_.push(7), status::done);
        EXPECT_EQ(select(by_priority, within(time, count), this->pop_first()),
                  (selected{1, status::done}));
        EXPECT_EQ(select(this->pop_first(), within(time, count), cancelled_by(this->by_)),
                  (selected{1, status::timeout}));
    }
    EXPECT_EQ(this->handled_, 3);
    for (const auto deadline : {time_point::min(), time_point{}}) {
        EXPECT_EQ(this->first_.push(7), status::done);
        EXPECT_EQ(select(by_priority, until(deadline), this->pop_first()),
                  (selected{1, status::done}));
        EXPECT_EQ(select(this->pop_first(), until(deadline, count)),
                  (selected{1, status::timeout}));
    }
    EXPECT_EQ(this->handled_, 5);
}

TYPED_TEST(select_at_once, by_priority_takes_from_the_first_ready_source) {
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(this->first_.try_push(i), status::done);
        EXPECT_EQ(this->second_.try_push(i), status::done);
        EXPECT_EQ(select(by_priority, this->pop_first(), this->pop_second()).index, 0U);
        EXPECT_EQ(select(by_priority, this->pop_first(), this->pop_second()).index, 1U);
    }
}

TYPED_TEST(select_at_once, calls_its_handler_when_the_select_is_over) {
    EXPECT_EQ(this->first_.push(7), status::done);
    EXPECT_THROW(select(pop(this->first_,
                            [](int element) {
                                EXPECT_EQ(element, 7);
                                throw std::runtime_error("of a handler");
                            }),
                        this->pop_second()),
                 std::runtime_error);
    EXPECT_EQ(this->first_.size(), 0U) << "the element is consumed";
    EXPECT_THROW(select(push(this->first_, 8, [] { throw std::runtime_error("of a handler"); })),
                 std::runtime_error);
    EXPECT_EQ(*this->first_.try_pop(), 8);
    // Another select, and a push to the same queue, in a handler.
    EXPECT_EQ(this->first_.push(1), status::done);
    const selected outer = select(pop(this->first_, [this](int element) {
        EXPECT_EQ(this->first_.push(element + 1), status::done);
        EXPECT_EQ(select(this->pop_first(), this->pop_second()), (selected{0, status::done}));
    }));
    EXPECT_EQ(outer, (selected{0, status::done}));
    EXPECT_EQ(this->taken_, std::vector{2});
}

TYPED_TEST(select_at_once, takes_a_queue_that_is_named_twice) {
    EXPECT_EQ(this->first_.push(7), status::done);
    EXPECT_EQ(select(this->pop_first(), this->pop_first()).status, status::done);
    EXPECT_EQ(this->taken_, std::vector{7});
    // Neither full nor empty, full, and empty: one of both, once.
    for (const std::size_t before : {1U, 2U, 0U}) {
        while (this->first_.try_pop()) {
        }
        for (std::size_t i = 0; i < before; ++i) {
            EXPECT_EQ(this->first_.push(7), status::done);
        }
        const selected ending = select(this->pop_first(), push(this->first_, 8));
        EXPECT_EQ(ending.status, status::done);
        EXPECT_EQ(this->first_.size(), ending.index == 0 ? before - 1 : before + 1);
    }
}

// A source without an element, a token and a deadline lie between the ready sources. The choice is
// a pseudo-random one, which begins anew in each thread.
TYPED_TEST(select_at_once, is_fair_among_the_ready_sources) {
    std::array<typename TestFixture::template queue_of<int>, 3> ready{
        typename TestFixture::template queue_of<int>(1),
        typename TestFixture::template queue_of<int>(1),
        typename TestFixture::template queue_of<int>(1)};
    constexpr int selects = 24'000;
    std::array<int, 7> times{};
    std::thread([&] {
        for (int i = 0; i < selects; ++i) {
            for (auto& each : ready) {
                static_cast<void>(each.try_push(i));
            }
            ++times.at(select(pop(ready[0], ignore), cancelled_by(this->by_), this->pop_first(),
                              this->pop_second(), pop(ready[1], ignore), within(1h),
                              pop(ready[2], ignore))
                           .index);
        }
    }).join();
    for (const std::size_t index : {0U, 4U, 6U}) {
        EXPECT_NEAR(times.at(index), selects / 3, selects / 30) << "source " << index;
    }
}

TYPED_TEST(select_at_once, serves_each_of_many_sources) {
    std::vector<std::unique_ptr<typename TestFixture::template queue_of<int>>> all;
    for (std::size_t i = 0; i < 32; ++i) {
        all.push_back(std::make_unique<typename TestFixture::template queue_of<int>>(1));
    }
    const auto select_all = [&]<std::size_t... Index>(std::index_sequence<Index...> /*indices*/) {
        return select(
            pop(*all[Index], [this](int element) { this->taken_.push_back(element); })...);
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(all[i]->push(static_cast<int>(i)), status::done);
        EXPECT_EQ(select_all(std::make_index_sequence<32>()), (selected{i, status::done}));
        EXPECT_EQ(this->taken_.back(), static_cast<int>(i));
    }
    EXPECT_EQ(this->taken_.size(), all.size());
}

} // namespace
} // namespace tollgate::queue
