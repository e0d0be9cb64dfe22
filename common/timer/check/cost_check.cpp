// SPDX-License-Identifier: BSL-1.0
//
// Costs, counted and not timed: readings of the clock, queue operations, bytes.
#include <tollgate/testing/scripted_clock.hpp>
#include <tollgate/timer/fifo.hpp>
#include <tollgate/timer/timers.hpp>
#include <tollgate/timer/wheel.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace {
std::uint64_t allocations = 0;
}

// Sanitizers have operators of their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void* operator new(std::size_t size) {
    ++allocations;
    if (void* const memory = std::malloc(size)) {
        return memory;
    }
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
#endif

namespace tollgate::timer {

using testing::scripted_clock;

namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using counted_point = scripted_clock::time_point;

static_assert(sizeof(timer) == 40);
static_assert(sizeof(timers<scripted_clock, wheel>) < 14 * std::size_t{1024});
static_assert(sizeof(timers<scripted_clock, fifo>) <= 64);

template <class Queue>
class cost : public ::testing::Test {
protected:
    cost() { scripted_clock::set(1h); }
    ~cost() override { all.cancel(wait); }

    void pass_after(nanoseconds time) {
        scripted_clock::since_epoch += time;
        all.pass([this](timer&) { ++due; });
    }
    std::uint64_t operations() { return all.so_far().queue_operations; }

    timers<scripted_clock, Queue> all;
    timer wait;
    std::uint64_t due = 0;
};
using counted_queues = ::testing::Types<wheel, fifo>;
TYPED_TEST_SUITE(cost, counted_queues);

// A receive with a timeout in a ping-pong.
TYPED_TEST(cost, a_timer_cancelled_before_the_next_pass_costs_nothing) {
    constexpr std::uint64_t receives = 64'000;
    for (std::uint64_t i = 1; i <= receives; ++i) {
        this->all.arm_after(this->wait, 10s);
        if (i % 64 == 0) {
            this->pass_after(1us);
        }
        this->all.cancel(this->wait);
        scripted_clock::since_epoch += 100ns;
    }
    EXPECT_EQ(this->due, 0u);
    EXPECT_EQ(scripted_clock::readings, receives / 64);
    EXPECT_EQ(this->all.so_far().clock_readings, scripted_clock::readings);
    EXPECT_LE(this->operations(), receives / 16);
    EXPECT_EQ(this->operations(), 2 * receives / 64);
}

// For each 10 ms, one operation finds the timer at its old place, and one puts it back.
TYPED_TEST(cost, a_deadline_that_is_moved_later_costs_two_operations_per_interval) {
    constexpr std::uint64_t moves = 100'000;
    for (std::uint64_t i = 0; i < moves; ++i) {
        this->all.arm_at(this->wait, counted_point(scripted_clock::since_epoch + 10ms));
        this->pass_after(1us);
    }
    constexpr std::uint64_t intervals = moves / 10'000;
    EXPECT_EQ(this->due, 0u);
    EXPECT_GE(this->operations(), intervals);
    EXPECT_LE(this->operations(), 2 * (intervals + 1));
}

TYPED_TEST(cost, a_pass_without_due_timers_costs_at_most_one_clock_reading) {
    this->pass_after(1us);
    EXPECT_EQ(scripted_clock::readings, 0u);
    this->all.arm_after(this->wait, 10s);
    for (int i = 0; i < 1000; ++i) {
        this->pass_after(1us);
    }
    EXPECT_EQ(scripted_clock::readings, 1000u);
    EXPECT_EQ(this->operations(), 1u);
}

TYPED_TEST(cost, a_million_timers_need_no_memory_but_their_own) {
    constexpr std::size_t count = 1'000'000;
    const auto many = std::make_unique<timer[]>(count);
    const std::uint64_t before = allocations;
    for (std::size_t i = 0; i < count; ++i) {
        this->all.arm_after(many[i], 10s);
    }
    this->pass_after(1us);
    EXPECT_EQ(this->operations(), count);
    for (int i = 0; i < 1000; ++i) {
        this->pass_after(1us);
    }
    EXPECT_EQ(this->operations(), count);
    for (std::size_t i = 0; i < count; i += 2) {
        this->all.cancel(many[i]);
    }
    this->pass_after(10s);
    EXPECT_EQ(this->due, count / 2);
    EXPECT_EQ(this->operations(), 2 * count);
    EXPECT_TRUE(this->all.is_empty());
    EXPECT_EQ(allocations, before);
}

/// Counts the entries to which something was written.
class watched_entries {
public:
    explicit watched_entries(std::size_t count)
        : count_(count), all_(std::make_unique<entry[]>(count)), copy_(count * sizeof(entry)) {}

    [[nodiscard]] entry& operator[](std::size_t index) { return all_[index]; }
    [[nodiscard]] std::size_t count() const { return count_; }

    void copy() { std::memcpy(copy_.data(), all_.get(), copy_.size()); }
    [[nodiscard]] std::size_t written_since_copy() const {
        std::size_t written = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            written += std::memcmp(copy_.data() + i * sizeof(entry), &all_[i], sizeof(entry)) != 0;
        }
        return written;
    }

private:
    std::size_t count_;
    std::unique_ptr<entry[]> all_;
    std::vector<unsigned char> copy_;
};

TEST(wheel_writes, to_an_entry_and_its_neighbours_when_it_is_cancelled) {
    wheel queue;
    watched_entries all(1000);
    for (std::size_t i = 0; i < all.count(); ++i) {
        queue.arm(all[i], std::chrono::hours(1) + std::chrono::nanoseconds(i * 7919 % 1000));
    }
    for (std::size_t i = 0; i < all.count(); ++i) {
        all.copy();
        queue.cancel(all[i * 617 % 1000]);
        EXPECT_LE(all.written_since_copy(), 3U);
    }
    EXPECT_TRUE(queue.is_empty());
}

// About 100 entries a slot, on the two levels that the wheel goes back over.
TEST(wheel_writes, to_the_ends_of_each_slot_when_the_clock_is_set_back) {
    constexpr std::int64_t tick = wheel::resolution.count();
    constexpr std::int64_t border = std::int64_t{64} * 64 * 64 * tick;
    wheel queue;
    queue.expire(std::chrono::nanoseconds(border), [](entry&) {});
    watched_entries all(12'800);
    for (std::size_t i = 0; i < all.count(); ++i) {
        const auto ticks = static_cast<std::int64_t>(i % 2 == 0 ? i / 2 % 64 : i / 2 % 64 * 64);
        queue.arm(all[i], std::chrono::nanoseconds(border + ticks * tick + 1));
    }
    all.copy();
    queue.expire(std::chrono::nanoseconds(border - 10 * tick), [](entry&) {});
    EXPECT_LE(all.written_since_copy(), 2U * 128);
    for (std::size_t i = 0; i < all.count(); ++i) {
        queue.cancel(all[i]);
    }
}

} // namespace
} // namespace tollgate::timer
