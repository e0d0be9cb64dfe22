// SPDX-License-Identifier: BSL-1.0
//
// push_all and pop_some: which elements they move, how they end, and whom they wake.
#include "kinds.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/append_to.hpp>
#include <tollgate/queue/batch.hpp>
#include <tollgate/queue/while_waiting.hpp>
#include <tollgate/testing/scripted_kernel.hpp>
#include <tollgate/testing/throwing_copy.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <limits>
#include <list>
#include <memory>
#include <numeric>
#include <ranges>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::queue {
namespace {

using namespace std::chrono_literals;
using numbers = std::vector<int>;
using testing::throwing_copy;

constexpr std::size_t all_there_are = std::numeric_limits<std::size_t>::max();

void expect(const batch& result, status ending, std::size_t count) {
    EXPECT_EQ(result.status, ending);
    EXPECT_EQ(result.count, count);
}

/// A queue of int whose kernel follows a script.
template <class Kind>
class batches : public ::testing::Test {
protected:
    template <class T>
    using queue_of = typename Kind::template plain<T>;

    void happens_asleep(testing::scripted_kernel::action action) {
        kernel_.script.push_back({.asleep = std::move(action)});
    }
    numbers rest() {
        numbers popped;
        while (auto number = tested_.try_pop()) {
            popped.push_back(*number);
        }
        return popped;
    }

    testing::scripted_kernel kernel_{[this] { tested_.close(); }};
    typename Kind::template scripted<int> tested_{3};
};
TYPED_TEST_SUITE(batches, bounded_kinds, kind_name);

TYPED_TEST(batches, keep_the_order_over_many_laps) {
    typename TestFixture::template queue_of<int> tested(7);
    numbers pushed;
    numbers popped;
    for (std::size_t size = 0; size < 50; ++size) {
        numbers more(size % 8);
        std::iota(more.begin(), more.end(), static_cast<int>(pushed.size()));
        pushed.insert(pushed.end(), more.begin(), more.end());
        expect(tested.push_all(more), status::done, more.size());
        EXPECT_EQ(tested.size(), more.size());
        while (tested.size() != 0) {
            const std::size_t most = 1 + size % 3;
            const std::size_t there = tested.size();
            expect(tested.pop_some(append_to(popped, most)), status::done, std::min(most, there));
        }
    }
    EXPECT_EQ(popped, pushed);
}

TYPED_TEST(batches, of_no_element_are_done_at_once) {
    expect(this->tested_.push_all(numbers()), status::done, 0);
    expect(this->tested_.pop_some(std::span<int>()), status::done, 0);
    numbers target;
    expect(this->tested_.pop_some(append_to(target, 0)), status::done, 0);
    EXPECT_EQ(this->kernel_.waits, 0U);
}

TYPED_TEST(batches, are_popped_into_a_span_or_to_the_end_of_a_vector) {
    const std::array in{1, 2, 3};
    std::array places{7, 7, 7, 7};
    expect(this->tested_.push_all(in), status::done, 3);
    expect(this->tested_.pop_some(std::span(places)), status::done, 3);
    EXPECT_EQ(places, (std::array{1, 2, 3, 7}));
    expect(this->tested_.push_all(in), status::done, 3);
    expect(this->tested_.pop_some(std::span(places).template first<2>()), status::done, 2);
    numbers target{9};
    expect(this->tested_.pop_some(append_to(target, all_there_are)), status::done, 1);
    EXPECT_EQ(target, (numbers{9, 3}));
    EXPECT_LE(target.capacity(), 4U) << "memory for the capacity of the queue at most";
}

TYPED_TEST(batches, are_pushed_from_any_range) {
    typename TestFixture::template queue_of<std::string> tested(20);
    const std::list<const char*> literals{"one", "two"};
    const std::vector<std::string> constant{"three"};
    std::string array[] = {"four", "five"}; // NOLINT(*-avoid-c-arrays)
    auto as_text = std::views::iota(6, 8) |
                   std::views::transform([](int number) { return std::to_string(number); });
    expect(tested.push_all(literals), status::done, 2);
    expect(tested.push_all(constant), status::done, 1);
    expect(tested.push_all(array), status::done, 2);
    expect(tested.push_all(as_text), status::done, 2);
    expect(tested.push_all(std::span(array)), status::done, 2);
    EXPECT_EQ(array[0], "four") << "copied";
    std::vector<std::string> popped;
    expect(tested.pop_some(append_to(popped, 20)), status::done, 9);
    EXPECT_EQ(popped, (std::vector<std::string>{"one", "two", "three", "four", "five", "6", "7",
                                                "four", "five"}));
}

TYPED_TEST(batches, read_no_element_after_one_that_is_not_pushed) {
    std::istringstream input("1 2 3");
    typename TestFixture::template queue_of<int> tested(1);
    expect(tested.push_all_for(0s, std::ranges::istream_view<int>(input)), status::timeout, 1);
    int next = 0;
    EXPECT_TRUE(input >> next);
    EXPECT_EQ(next, 3);
}

/// Neither assignable nor made without an argument; its operators must not be used.
struct rigid {
    explicit rigid(int number) : held(std::make_unique<const int>(number)) {}
    rigid(rigid&&) noexcept = default;
    rigid(const rigid&) = delete;
    rigid& operator=(const rigid&) = delete;
    ~rigid() = default;
    void operator&() const = delete; // NOLINT(google-runtime-operator)
    template <class Any>
    void operator,(Any&&) const = delete;

    std::unique_ptr<const int> held;
};

TYPED_TEST(batches, move_the_elements_of_an_rvalue_and_leave_what_is_not_pushed) {
    testing::scripted_kernel kernel;
    typename TypeParam::template scripted<rigid> tested(2);
    std::vector<rigid> mine;
    for (int i = 0; i < 4; ++i) {
        mine.emplace_back(i);
    }
    // NOLINTBEGIN(bugprone-use-after-move): the check is that some are not moved
    expect(tested.push_all_for(1ms, std::move(mine)), status::timeout, 2);
    EXPECT_EQ(mine[0].held, nullptr);
    EXPECT_EQ(mine[1].held, nullptr);
    ASSERT_NE(mine[2].held, nullptr);
    EXPECT_EQ(*mine[3].held, 3);
    // NOLINTEND(bugprone-use-after-move)
    std::vector<rigid> popped;
    expect(tested.pop_some(append_to(popped, 5)), status::done, 2);
    EXPECT_EQ(*popped[1].held, 1);
}

TYPED_TEST(batches, keep_the_elements_before_one_that_throws) {
    typename TestFixture::template queue_of<throwing_copy> tested(8);
    std::vector<throwing_copy> mine;
    for (const int number : {1, 2, -3, 4, 5}) {
        mine.emplace_back(number);
    }
    EXPECT_THROW(static_cast<void>(tested.push_all(mine)), std::runtime_error);
    EXPECT_EQ(tested.size(), 2U);
    expect(tested.push_all(std::move(mine)), status::done, 5);
    std::vector<throwing_copy> popped;
    expect(tested.pop_some(append_to(popped, 8)), status::done, 7);
    EXPECT_EQ(popped[1].value, 2);
    EXPECT_EQ(popped[6].value, 5);
}

/// Has no memory.
template <class T>
struct refusing_allocator {
    using value_type = T;
    [[noreturn]] static T* allocate(std::size_t /*count*/) { throw std::bad_alloc(); }
    static void deallocate(T* /*memory*/, std::size_t /*count*/) noexcept {}
    friend bool operator==(const refusing_allocator&, const refusing_allocator&) = default;
};

TYPED_TEST(batches, are_not_popped_if_there_is_no_memory) {
    expect(this->tested_.push_all(std::array{1, 2}), status::done, 2);
    std::vector<int, refusing_allocator<int>> target;
    EXPECT_THROW(static_cast<void>(this->tested_.pop_some(append_to(target, 2))), std::bad_alloc);
    EXPECT_EQ(this->rest(), (numbers{1, 2}));
}

TYPED_TEST(batches, wait_for_room_as_often_as_needed) {
    const auto pop_two = [this] {
        numbers popped;
        expect(this->tested_.pop_some(append_to(popped, 2)), status::done, 2);
        EXPECT_EQ(popped[1], popped[0] + 1);
    };
    this->happens_asleep(pop_two);
    this->happens_asleep(pop_two);
    expect(this->tested_.push_all(std::array{1, 2, 3, 4, 5, 6, 7}), status::done, 7);
    EXPECT_EQ(this->kernel_.waits, 2U);
    EXPECT_EQ(this->kernel_.wake_ones, 2U) << "one for the room for two";
    EXPECT_FALSE(this->kernel_.slept_for_ever);
    EXPECT_EQ(this->rest(), (numbers{5, 6, 7}));
}

TYPED_TEST(batches, wait_for_the_first_element_only) {
    std::array places{0, 0, 0, 0};
    this->happens_asleep([this] {
        expect(this->tested_.push_all(std::array{1, 2}), status::done, 2);
    });
    expect(this->tested_.pop_some(std::span(places)), status::done, 2);
    EXPECT_EQ(this->kernel_.waits, 1U);
    EXPECT_EQ(this->kernel_.wake_ones, 1U);
    EXPECT_FALSE(this->kernel_.slept_for_ever);
    EXPECT_EQ(places, (std::array{1, 2, 0, 0}));
}

TYPED_TEST(batches, that_are_pushed_end_as_pushes_do) {
    const std::array four{1, 2, 3, 4};
    const auto expect_full = [&](const batch& result, status ending) {
        expect(result, ending, 3);
        EXPECT_EQ(this->rest(), (numbers{1, 2, 3}));
    };
    cancel::standalone_token by;
    expect_full(this->tested_.push_all_for(1ms, four, by), status::timeout);
    expect_full(this->tested_.push_all_until(scripted_time::present(), four), status::timeout);
    expect_full(this->tested_.push_all_until(testing::scripted_clock::present() + 1ms, four),
                status::timeout);
    this->happens_asleep([&] { by.cancel(); });
    expect_full(this->tested_.push_all(four, by), status::cancelled);
    expect(this->tested_.push_all(four, by), status::cancelled, 0);
    expect_full(this->tested_.push_all(four, while_waiting(by)), status::cancelled);
    this->happens_asleep([this] { this->tested_.close(); });
    expect_full(this->tested_.push_all(four), status::closed);
    expect(this->tested_.push_all_for(1h, four), status::closed, 0);
    EXPECT_FALSE(this->kernel_.slept_for_ever);
}

TYPED_TEST(batches, that_are_popped_end_as_pops_do) {
    std::array places{0, 0, 0, 0};
    numbers target;
    cancel::standalone_token by;
    expect(this->tested_.pop_some_for(1ms, std::span(places), by), status::timeout, 0);
    expect(this->tested_.pop_some_for(1ms, append_to(target, 2)), status::timeout, 0);
    expect(this->tested_.pop_some_until(scripted_time::present(), std::span(places)),
           status::timeout, 0);
    expect(this->tested_.pop_some_until(testing::scripted_clock::present() + 1ms,
                                        append_to(target, 2)),
           status::timeout, 0);
    this->happens_asleep([&] { by.cancel(); });
    expect(this->tested_.pop_some(std::span(places), by), status::cancelled, 0);
    expect(this->tested_.push_all(std::array{1, 2}), status::done, 2);
    expect(this->tested_.pop_some(append_to(target, 2), by), status::cancelled, 0);
    this->tested_.close();
    expect(this->tested_.pop_some_for(-1h, append_to(target, 2), while_waiting(by)), status::done,
           2);
    expect(this->tested_.pop_some(append_to(target, 2), while_waiting(by)), status::closed, 0);
    expect(this->tested_.pop_some(std::span(places)), status::closed, 0);
    EXPECT_FALSE(this->kernel_.slept_for_ever);
}

TYPED_TEST(batches, that_are_pushed_have_one_deadline_for_all_waits) {
    const auto pop_after = [this](auto time) {
        return [this, time] {
            scripted_time::pass(time);
            EXPECT_TRUE(this->tested_.try_pop());
        };
    };
    this->happens_asleep(pop_after(600us));
    this->happens_asleep([] {});
    const auto start = scripted_time::present();
    expect(this->tested_.push_all_for(1ms, numbers(6)), status::timeout, 4);
    EXPECT_EQ(scripted_time::present() - start, 1ms);
    this->rest();
    this->kernel_.forget_counts();
    expect(this->tested_.push_all_for(1ms, numbers(3)), status::done, 3);
    EXPECT_EQ(scripted_time::readings, 0U) << "no wait, no clock";
}

} // namespace
} // namespace tollgate::queue
