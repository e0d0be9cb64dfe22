// SPDX-License-Identifier: BSL-1.0
//
// Counts system calls, clock readings and read-modify-writes.
#include "driven_select.hpp"
#include "kinds.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/select.hpp>
#include <tollgate/testing/scripted_kernel.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tollgate::queue {

/// A std::atomic that counts the accesses to all, except those of other types and fetch_or.
template <class T>
class counted_word {
public:
    explicit counted_word(T value) : value_(value) {}

    T load(std::memory_order order) const noexcept {
        ++loads;
        return value_.load(order);
    }
    void store(T value, std::memory_order order) noexcept {
        ++stores;
        value_.store(value, order);
    }
    T fetch_or(T bits, std::memory_order order) noexcept { return value_.fetch_or(bits, order); }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order order,
                               std::memory_order otherwise) noexcept {
        ++read_modify_writes;
        return value_.compare_exchange_strong(expected, desired, order, otherwise);
    }

    static inline std::uint64_t read_modify_writes = 0;
    static inline std::uint64_t stores = 0;
    static inline std::uint64_t loads = 0;

private:
    std::atomic<T> value_;
};

namespace {

using namespace std::chrono_literals;

template <class Kind>
class cost : public ::testing::Test {
protected:
    using queue_type = typename Kind::template scripted<int>;

    void expect_nothing() const {
        EXPECT_EQ(kernel_.waits, 0U);
        EXPECT_EQ(kernel_.wake_ones, 0U);
        EXPECT_EQ(scripted_time::readings, 0U);
    }

    testing::scripted_kernel kernel_;
};
TYPED_TEST_SUITE(cost, kinds, kind_name);

TYPED_TEST(cost, is_no_system_call_if_no_thread_waits) {
    for (const std::size_t capacity : {1U, 3U, 64U}) {
        typename TestFixture::queue_type tested(capacity);
        for (int i = 0; i < 1000; ++i) {
            EXPECT_EQ(tested.push(i), status::done);
            EXPECT_TRUE(tested.pop());
            EXPECT_EQ(push_within_an_hour(tested, i), status::done);
            EXPECT_TRUE(tested.pop_for(1h));
        }
    }
    this->expect_nothing();
}

TYPED_TEST(cost, of_batches_is_no_system_call_if_no_thread_waits) {
    typename TestFixture::queue_type tested(64);
    std::array<int, 32> places{};
    for (int i = 0; i < 1000; ++i) {
        EXPECT_TRUE(tested.push_all(places));
        EXPECT_TRUE(tested.pop_some_for(1h, std::span(places)));
    }
    this->expect_nothing();
}

TYPED_TEST(cost, of_a_try_on_a_full_or_empty_queue_is_no_system_call) {
    typename TestFixture::queue_type tested(1);
    for (int i = 0; i < 1000; ++i) {
        EXPECT_EQ(tested.try_pop().status(), status::empty);
        EXPECT_EQ(tested.push(i), status::done);
        if constexpr (TypeParam::is_bounded) {
            EXPECT_EQ(tested.try_push(i), status::full);
        }
        EXPECT_TRUE(tested.pop());
    }
    this->expect_nothing();
}

// Each wait leaves the wait queue as it was.
TYPED_TEST(cost, is_no_system_call_again_after_waits_of_all_endings) {
    typename TestFixture::queue_type tested(1);
    cancel::standalone_token by;
    this->kernel_.script.push_back({.asleep = [&] { by.cancel(); }});
    EXPECT_EQ(tested.pop(by).status(), status::cancelled);
    EXPECT_EQ(tested.pop_for(1ms).status(), status::timeout);
    this->kernel_.script.push_back({.asleep = [&] { EXPECT_EQ(tested.push(1), status::done); }});
    EXPECT_TRUE(tested.pop());
    EXPECT_EQ(tested.push(1), status::done);
    if constexpr (TypeParam::is_bounded) {
        EXPECT_EQ(tested.push_for(1ms, 2), status::timeout);
        this->kernel_.script.push_back({.asleep = [&] { EXPECT_TRUE(tested.pop()); }});
    } else {
        EXPECT_TRUE(tested.pop());
    }
    EXPECT_EQ(tested.push(2), status::done);
    EXPECT_TRUE(tested.pop());
    EXPECT_FALSE(this->kernel_.slept_for_ever);
    this->kernel_.forget_counts();
    for (int i = 0; i < 1000; ++i) {
        EXPECT_EQ(tested.push(i), status::done);
        EXPECT_TRUE(tested.pop());
    }
    this->expect_nothing();
}

/// The read-modify-writes and the stores of a batch of eight elements: of its push, and of its pop.
template <template <class, template <class> class> class Ring>
std::array<std::uint64_t, 4> counts_of_eight() {
    using word = counted_word<std::uint64_t>;
    Ring<int, counted_word> ring(64);
    std::size_t moved = 0;
    std::array<std::uint64_t, 4> counts{};
    const auto count_from = [&](std::size_t first, auto call) {
        word::read_modify_writes = word::stores = 0;
        EXPECT_EQ(call(), status::done);
        EXPECT_EQ(moved, 8U);
        counts[first] = word::read_modify_writes;
        counts[first + 1] = word::stores;
    };
    const auto number = [](std::size_t i) { return static_cast<int>(i); };
    count_from(0, [&] { return ring.try_push_some(8, number, moved); });
    count_from(2, [&] {
        return ring.try_pop_some(
            8, [](int&&, std::size_t) {}, moved);
    });
    return counts;
}

// Each place has a turn number, which each push stores. In a ring for many threads each pop stores
// it, too.
TEST(a_batch, counts_once) {
    EXPECT_EQ(counts_of_eight<detail::basic_ticket_ring>(),
              (std::array<std::uint64_t, 4>{1, 8, 1, 8}));
    EXPECT_EQ(counts_of_eight<detail::basic_spsc_ring>(),
              (std::array<std::uint64_t, 4>{0, 8 + 1, 0, 1}));
}

template <template <class> class Ring>
void expect_select_costs_a_plain_call() {
    using word = counted_word<std::uint64_t>;
    basic_queue<int, Ring> first(2);
    basic_queue<int, Ring> second(2);
    EXPECT_EQ(second.push(0), status::done);
    const auto expect_alike = [&](auto plain_call, auto select_call) {
        word::read_modify_writes = word::stores = word::loads = 0;
        EXPECT_EQ(plain_call(), status::done);
        const std::array changes{word::read_modify_writes, word::stores};
        const std::uint64_t loads = word::loads;
        word::read_modify_writes = word::stores = word::loads = 0;
        EXPECT_EQ(select_call(), status::done);
        EXPECT_EQ((std::array{word::read_modify_writes, word::stores}), changes);
        EXPECT_LE(word::loads, loads);
    };
    expect_alike([&] { return first.try_push(1); },
                 [&] { return select(by_priority, push(first, 2), pop(second, ignore)).status; });
    expect_alike([&] { return first.pop().status(); },
                 [&] { return select(by_priority, pop(first, ignore), push(second, 3)).status; });
}

template <class T>
using counted_tickets = detail::basic_ticket_ring<T, counted_word>;
template <class T>
using counted_spsc = detail::basic_spsc_ring<T, counted_word>;

TEST(cost_of_a_select, is_that_of_a_plain_call_if_its_source_is_ready) {
    expect_select_costs_a_plain_call<counted_tickets>();
    expect_select_costs_a_plain_call<counted_spsc>();
}

} // namespace
} // namespace tollgate::queue
