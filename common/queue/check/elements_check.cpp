// SPDX-License-Identifier: BSL-1.0
//
// What a queue can hold, and that nothing of it is lost or destroyed twice.
#include "kinds.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/faults/scripted_kernel.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace tollgate::queue {
namespace {

/// Counts who lives. Each destructor is of an object that was constructed (AddressSanitizer sees
/// more of that).
struct counted {
    explicit counted(int with) : value(with) { ++alive; }
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

/// A copy may throw, a move does not.
struct reluctant {
    explicit reluctant(int with) : value(with) {}
    reluctant(const reluctant& other) : value(other.value) {
        if (refuses) {
            throw std::runtime_error("no copy");
        }
    }
    reluctant(reluctant&&) noexcept = default;
    reluctant& operator=(const reluctant&) = delete;
    ~reluctant() = default;

    static inline bool refuses = false;
    int value;
};

/// Looks whether it lies where its alignment wants it.
struct alignas(256) aligned {
    explicit aligned(bool* seen) : misplaced(seen) { look(); }
    aligned(aligned&& other) noexcept : misplaced(other.misplaced) { look(); }
    aligned& operator=(aligned&&) = delete;
    ~aligned() { look(); }
    void look() const {
        const auto place = reinterpret_cast<std::uintptr_t>(this);
        *misplaced = *misplaced || place % alignof(aligned) != 0;
    }

    bool* misplaced;
};

/// Whose operators are its own business.
struct guarded {
    int value;

    void operator&() const = delete; // NOLINT(google-runtime-operator)
    template <class Any>
    void operator,(Any&&) const = delete;
    static void* operator new(std::size_t) = delete;
};

template <class Kind>
class elements : public testing::Test {
protected:
    template <class T>
    using queue_of = typename Kind::template plain<T>;
};
TYPED_TEST_SUITE(elements, kinds, kind_name);

TYPED_TEST(elements, are_made_from_what_converts) {
    typename TestFixture::template queue_of<std::string> tested(4);
    const std::string constant = "a string that is too long to lie in the object itself";
    EXPECT_EQ(tested.push(constant), status::done);
    EXPECT_EQ(*tested.pop(), constant);
    EXPECT_EQ(tested.push("one"), status::done);
    EXPECT_EQ(tested.try_push("two"), status::done);
    EXPECT_EQ(tested.push_for(std::chrono::hours(1), "three"), status::done);
    EXPECT_EQ(tested.push_until(std::chrono::steady_clock::time_point::max(), "four"),
              status::done);
    EXPECT_EQ(tested.try_push("five"), status::full);
    for (const char* expected : {"one", "two", "three", "four"}) {
        EXPECT_EQ(*tested.pop(), expected);
    }
    EXPECT_EQ(tested.push({"sixth", 3}), status::done) << "in braces, too";
    EXPECT_EQ(*tested.pop(), "six");
}

TYPED_TEST(elements, whose_copy_throws_are_not_pushed) {
    typename TestFixture::template queue_of<reluctant> tested(2);
    const reluctant mine(7);
    EXPECT_EQ(tested.push(reluctant(1)), status::done);
    reluctant::refuses = true;
    for (int i = 0; i < 10; ++i) {
        EXPECT_THROW(static_cast<void>(tested.push(mine)), std::runtime_error);
        EXPECT_THROW(static_cast<void>(tested.try_push(mine)), std::runtime_error);
        EXPECT_THROW(static_cast<void>(tested.push_for(std::chrono::hours(1), mine)),
                     std::runtime_error);
        EXPECT_EQ(tested.size(), 1U);
    }
    EXPECT_EQ(tested.push(reluctant(2)), status::done) << "moved";
    EXPECT_EQ(tested.try_push(reluctant(3)), status::full) << "no room was lost, and none won";
    EXPECT_EQ(tested.pop()->value, 1);
    reluctant::refuses = false;
    EXPECT_EQ(tested.push(mine), status::done);
    EXPECT_EQ(tested.pop()->value, 2);
    EXPECT_EQ(tested.pop()->value, 7);
}

TYPED_TEST(elements, lie_where_their_alignment_wants_it) {
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

TYPED_TEST(elements, may_have_operators_of_their_own) {
    typename TestFixture::template queue_of<guarded> tested(3);
    const guarded constant{1};
    EXPECT_EQ(tested.push(constant), status::done);
    EXPECT_EQ(tested.try_push(guarded{2}), status::done);
    EXPECT_EQ(tested.push_for(std::chrono::hours(1), guarded{3}), status::done);
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
                EXPECT_EQ(tested.try_push(counted(3)), status::full);
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
TYPED_TEST(elements, not_pushed_stay_where_they_were) {
    using namespace std::chrono_literals;
    faults::scripted_kernel kernel;
    typename TypeParam::template scripted<std::unique_ptr<int>> full(1);
    ASSERT_EQ(full.push(std::make_unique<int>(1)), status::done);
    auto mine = std::make_unique<int>(7);
    const int* const where = mine.get();
    const auto expect_kept = [&](status seen, status expected) {
        EXPECT_EQ(seen, expected);
        ASSERT_EQ(mine.get(), where);
        EXPECT_EQ(full.size(), 1U);
    };
    // NOLINTBEGIN(bugprone-use-after-move): it is moved from only if it is done
    cancel::standalone_token by;
    expect_kept(full.try_push(std::move(mine)), status::full);
    expect_kept(full.push_for(1ms, std::move(mine)), status::timeout);
    expect_kept(full.push_until(scripted_time::present(), std::move(mine), by), status::timeout);
    kernel.script.push_back({.asleep = [&] { by.cancel(); }});
    expect_kept(full.push(std::move(mine), by), status::cancelled);
    expect_kept(full.push(std::move(mine), by), status::cancelled);
    kernel.script.push_back({.asleep = [&] { full.close(); }});
    expect_kept(full.push(std::move(mine)), status::closed);
    expect_kept(full.try_push(std::move(mine)), status::closed);
    // NOLINTEND(bugprone-use-after-move)
}

TEST(a_single_consumer, looks_at_the_first_element_where_it_lies) {
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

TEST(a_single_consumer, waits_for_an_element_and_takes_none) {
    using namespace std::chrono_literals;
    faults::scripted_kernel kernel;
    for_two::scripted<int> tested(2);
    const auto expect = [&](status how, status seen) {
        EXPECT_EQ(seen, how);
        EXPECT_EQ(tested.size(), how == status::done ? 1U : 0U);
    };
    expect(status::timeout, tested.wait_for_element(1ms));
    expect(status::timeout, tested.wait_for_element(scripted_time::present() + 1ms));
    expect(status::timeout, tested.wait_for_element(faults::scripted_clock::present() + 1ms));
    kernel.script.push_back({.asleep = [&] { EXPECT_EQ(tested.push(7), status::done); }});
    expect(status::done, tested.wait_for_element());
    expect(status::done, tested.wait_for_element(0s));
    EXPECT_EQ(kernel.wake_ones, 1U);
    cancel::standalone_token by;
    by.cancel();
    EXPECT_EQ(tested.wait_for_element(by), status::cancelled);
    tested.close();
    expect(status::done, tested.wait_for_element(while_waiting(by)));
    EXPECT_EQ(*tested.pop(), 7);
    expect(status::closed, tested.wait_for_element());
}

TEST(popped_values, are_read_where_they_are_const) {
    const popped<std::string> got(std::in_place, "element");
    EXPECT_EQ(*got, "element");
    EXPECT_EQ(got->size(), 7U);
}

TEST(popped_values, move_and_die_with_their_elements) {
    counted::alive = 0;
    {
        popped<counted> first(std::in_place, counted(1));
        popped<counted> second(std::move(first));
        EXPECT_EQ(second->value, 1);
        EXPECT_EQ(counted::alive, 2) << "what was moved from is still an element";
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

TEST(popped_values, cost_an_element_and_a_status) {
    static_assert(sizeof(popped<int>) == sizeof(int) + sizeof(status));
    static_assert(!std::is_copy_constructible_v<popped<int>>);
    static_assert(std::is_nothrow_move_constructible_v<popped<std::unique_ptr<int>>>);
    static_assert(std::is_nothrow_move_assignable_v<popped<std::unique_ptr<int>>>);
}

} // namespace
} // namespace tollgate::queue
