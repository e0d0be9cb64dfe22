// SPDX-License-Identifier: BSL-1.0
//
// Which elements a queue takes, and that none is lost or destroyed twice.
#include "kinds.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/stop_token.hpp>
#include <tollgate/queue/while_waiting.hpp>
#include <tollgate/testing/scripted_kernel.hpp>
#include <tollgate/testing/throwing_copy.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>

namespace tollgate::queue {
namespace {

using testing::throwing_copy;

/// Counts the living objects. Each destructor is that of a constructed object. (AddressSanitizer
/// finds more.)
struct counted {
    explicit counted(int number) : value(number) { ++alive; }
    counted(const counted& other) noexcept : value(other.value) { ++alive; }
    counted(counted&& other) noexcept : value(std::exchange(other.value, moved_from)) { ++alive; }
    counted& operator=(const counted&) = delete;
    ~counted() {
        EXPECT_EQ(self, this) << "destroyed twice, or never constructed";
        self = nullptr;
        --alive;
    }

    static constexpr int moved_from = -1;
    static inline int alive = 0;

    int value;

private:
    const counted* volatile self = this; ///< volatile: written in a destructor, read in another
};

/// Checks that its address has its alignment.
struct alignas(256) aligned {
    explicit aligned(bool* result) : misplaced(result) { check_place(); }
    aligned(aligned&& other) noexcept : misplaced(other.misplaced) { check_place(); }
    aligned& operator=(aligned&&) = delete;
    ~aligned() { check_place(); }
    void check_place() const {
        const auto place = reinterpret_cast<std::uintptr_t>(this);
        *misplaced = *misplaced || place % alignof(aligned) != 0;
    }

    bool* misplaced;
};

/// Its operators must not be used.
struct guarded {
    int value;

    void operator&() const = delete; // NOLINT(google-runtime-operator)
    template <class Any>
    void operator,(Any&&) const = delete;
    static void* operator new(std::size_t) = delete;
};

template <class Kind>
class elements : public ::testing::Test {
protected:
    template <class T>
    using queue_of = typename Kind::template plain<T>;
};
TYPED_TEST_SUITE(elements, kinds, kind_name);

TYPED_TEST(elements, are_made_of_anything_that_converts) {
    typename TestFixture::template queue_of<std::string> tested(4);
    const std::string constant = "a string that is too long to lie in the object itself";
    EXPECT_EQ(tested.push(constant), status::done);
    EXPECT_EQ(*tested.pop(), constant);
    EXPECT_EQ(tested.push("one"), status::done);
    EXPECT_EQ(tested.try_push("two"), status::done);
    EXPECT_EQ(push_within_an_hour(tested, "three"), status::done);
    if constexpr (TypeParam::is_bounded) {
        EXPECT_EQ(tested.push_until(std::chrono::steady_clock::time_point::max(), "four"),
                  status::done);
        EXPECT_EQ(tested.try_push("five"), status::full);
    } else {
        EXPECT_EQ(tested.push("four", cancel::standalone_token()), status::done);
    }
    for (const char* expected : {"one", "two", "three", "four"}) {
        EXPECT_EQ(*tested.pop(), expected);
    }
    EXPECT_EQ(tested.push({"sixth", 3}), status::done) << "also in braces";
    EXPECT_EQ(*tested.pop(), "six");
}

TYPED_TEST(elements, are_not_pushed_if_their_copy_throws) {
    typename TestFixture::template queue_of<throwing_copy> tested(2);
    const throwing_copy mine(-1);
    EXPECT_EQ(tested.push(throwing_copy(1)), status::done);
    for (int i = 0; i < 10; ++i) {
        EXPECT_THROW(static_cast<void>(tested.push(mine)), std::runtime_error);
        EXPECT_THROW(static_cast<void>(tested.try_push(mine)), std::runtime_error);
        EXPECT_THROW(static_cast<void>(push_within_an_hour(tested, mine)), std::runtime_error);
        EXPECT_EQ(tested.size(), 1U);
    }
    EXPECT_EQ(tested.push(throwing_copy(2)), status::done) << "moved";
    if constexpr (TypeParam::is_bounded) {
        EXPECT_EQ(tested.try_push(throwing_copy(3)), status::full) << "the room is as before";
    }
    EXPECT_EQ(tested.pop()->value, 1);
    EXPECT_EQ(tested.pop()->value, 2);
}

TYPED_TEST(elements, have_their_alignment) {
    bool misplaced = false;
    {
        typename TestFixture::template queue_of<aligned> tested(3);
        for (int i = 0; i < 10; ++i) {
            EXPECT_EQ(tested.push(aligned(&misplaced)), status::done);
            EXPECT_EQ(tested.push(aligned(&misplaced)), status::done);
            EXPECT_TRUE(tested.pop());
            EXPECT_TRUE(tested.pop());
        }
    }
    EXPECT_FALSE(misplaced);
}

TYPED_TEST(elements, may_have_deleted_operators) {
    typename TestFixture::template queue_of<guarded> tested(3);
    const guarded constant{1};
    EXPECT_EQ(tested.push(constant), status::done);
    EXPECT_EQ(tested.try_push(guarded{2}), status::done);
    EXPECT_EQ(push_within_an_hour(tested, guarded{3}), status::done);
    for (int expected = 1; expected <= 3; ++expected) {
        EXPECT_EQ(tested.pop()->value, expected);
    }
}

TYPED_TEST(elements, live_until_they_are_popped_or_the_queue_ends) {
    for (const bool closed : {false, true}) {
        for (int popped_before = 0; popped_before < 5; ++popped_before) {
            counted::alive = 0;
            {
                typename TestFixture::template queue_of<counted> tested(3);
                for (int i = 0; i < popped_before; ++i) {
                    EXPECT_EQ(tested.push(counted(i)), status::done);
                    EXPECT_EQ(counted::alive, 1);
                    EXPECT_EQ(tested.pop()->value, i);
                    EXPECT_EQ(counted::alive, 0);
                }
                for (int i = 0; i < 3; ++i) {
                    EXPECT_EQ(tested.push(counted(i)), status::done);
                }
                if constexpr (TypeParam::is_bounded) {
                    EXPECT_EQ(tested.try_push(counted(3)), status::full);
                }
                if (closed) {
                    tested.close();
                }
                EXPECT_EQ(counted::alive, 3);
            }
            EXPECT_EQ(counted::alive, 0);
        }
    }
}

// In every form, whatever ends the wait: an element that was not pushed can be pushed again.
TYPED_TEST(elements, that_were_not_pushed_are_not_moved_from) {
    using namespace std::chrono_literals;
    testing::scripted_kernel kernel;
    typename TypeParam::template scripted<std::unique_ptr<int>> full(1);
    ASSERT_EQ(full.push(std::make_unique<int>(1)), status::done);
    auto mine = std::make_unique<int>(7);
    const int* const address = mine.get();
    const auto expect_kept = [&](status result, status expected) {
        EXPECT_EQ(result, expected);
        ASSERT_EQ(mine.get(), address);
        EXPECT_EQ(full.size(), 1U);
    };
    // NOLINTBEGIN(bugprone-use-after-move): only a push that is done moves from it
    cancel::standalone_token by;
    if constexpr (TypeParam::is_bounded) {
        expect_kept(full.try_push(std::move(mine)), status::full);
        expect_kept(full.push_for(1ms, std::move(mine)), status::timeout);
        expect_kept(full.push_until(scripted_time::present(), std::move(mine), by),
                    status::timeout);
        kernel.script.push_back({.asleep = [&] { by.cancel(); }});
        expect_kept(full.push(std::move(mine), by), status::cancelled);
    }
    by.cancel();
    expect_kept(full.push(std::move(mine), by), status::cancelled);
    kernel.script.push_back({.asleep = [&] { full.close(); }});
    if constexpr (!TypeParam::is_bounded) {
        full.close();
    }
    expect_kept(full.push(std::move(mine)), status::closed);
    expect_kept(full.try_push(std::move(mine)), status::closed);
    // NOLINTEND(bugprone-use-after-move)
}

TEST(single_consumer, peeks_at_the_first_element_in_its_place) {
    spsc_queue<std::unique_ptr<int>> tested(2);
    EXPECT_EQ(tested.peek(), nullptr);
    ASSERT_EQ(tested.push(std::make_unique<int>(1)), status::done);
    ASSERT_EQ(tested.push(std::make_unique<int>(2)), status::done);
    ASSERT_NE(tested.peek(), nullptr);
    EXPECT_EQ(tested.peek(), tested.peek());
    EXPECT_EQ(**tested.peek(), 1);
    EXPECT_EQ(tested.size(), 2U);
    **tested.peek() = 3;
    EXPECT_EQ(**tested.pop(), 3);
    tested.close();
    EXPECT_EQ(**tested.peek(), 2);
    EXPECT_EQ(**tested.pop(), 2);
    EXPECT_EQ(tested.peek(), nullptr);
}

TEST(single_consumer, waits_for_an_element_and_takes_none) {
    using namespace std::chrono_literals;
    testing::scripted_kernel kernel;
    for_two::scripted<int> tested(2);
    const auto expect = [&](status expected, status result) {
        EXPECT_EQ(result, expected);
        EXPECT_EQ(tested.size(), expected == status::done ? 1U : 0U);
    };
    expect(status::timeout, tested.wait_for_element(1ms));
    expect(status::timeout, tested.wait_for_element(scripted_time::present() + 1ms));
    expect(status::timeout, tested.wait_for_element(testing::scripted_clock::present() + 1ms));
    kernel.script.push_back({.asleep = [&] { EXPECT_EQ(tested.push(7), status::done); }});
    expect(status::done, tested.wait_for_element());
    expect(status::done, tested.wait_for_element(0s));
    EXPECT_EQ(kernel.wake_ones, 1U);
    cancel::standalone_token by;
    by.cancel();
    EXPECT_EQ(tested.wait_for_element(by), status::cancelled);
    std::stop_source stop;
    stop.request_stop();
    const cancel::from_stop_token stopped(stop.get_token());
    EXPECT_EQ(tested.wait_for_element(stopped), status::cancelled);
    EXPECT_EQ(tested.wait_for_element(1ms, stopped), status::cancelled);
    tested.close();
    expect(status::done, tested.wait_for_element(while_waiting(by)));
    EXPECT_EQ(*tested.pop(), 7);
    expect(status::closed, tested.wait_for_element());
}

TEST(popped_value, is_read_if_it_is_const) {
    const popped<std::string> result(std::in_place, "element");
    EXPECT_EQ(*result, "element");
    EXPECT_EQ(result->size(), 7U);
}

TEST(popped_value, moves_and_destroys_its_element) {
    counted::alive = 0;
    {
        popped<counted> first(std::in_place, counted(1));
        popped<counted> second(std::move(first));
        EXPECT_EQ(second->value, 1);
        EXPECT_EQ(counted::alive, 2) << "the value that was moved from still has an element";
        second = popped<counted>(std::in_place, counted(3));
        EXPECT_EQ((*second).value, 3);
        EXPECT_EQ(counted::alive, 2);
        popped<counted>& itself = second;
        second = std::move(itself);
        EXPECT_EQ(second->value, 3);
        popped<counted> none(status::empty);
        none = std::move(second);
        EXPECT_EQ(none.status(), status::done);
        EXPECT_EQ(counted::alive, 3);
        none = popped<counted>(status::closed);
        EXPECT_FALSE(none);
        EXPECT_EQ(popped<counted>(std::move(none)).status(), status::closed);
        EXPECT_EQ(counted::alive, 2);
    }
    EXPECT_EQ(counted::alive, 0);
}

TEST(popped_value, has_the_size_of_an_element_and_a_status) {
    static_assert(sizeof(popped<int>) == sizeof(int) + sizeof(status));
    static_assert(!std::is_copy_constructible_v<popped<int>>);
    static_assert(std::is_nothrow_move_constructible_v<popped<std::unique_ptr<int>>>);
    static_assert(std::is_nothrow_move_assignable_v<popped<std::unique_ptr<int>>>);
}

} // namespace
} // namespace tollgate::queue
