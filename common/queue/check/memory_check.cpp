// SPDX-License-Identifier: BSL-1.0
//
// The memory of a queue without a capacity: how much it takes, when it is freed, and what happens
// if there is none. A coroutine that waits takes none, and no stack.
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/append_to.hpp>
#include <tollgate/queue/async_pop.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/queue/unbounded_queue.hpp>
#include <tollgate/testing/coroutine.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t bytes_in_segment = 4096; ///< at least; nothing else here is as large
std::size_t made_segments = 0;
std::size_t living_segments = 0;
bool memory_is_exhausted = false;
std::atomic<unsigned> allocations{0};

} // namespace

// Sanitizers have operators of their own. The size of a block lies before it, because clang calls
// the delete without a size.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void* operator new(std::size_t size) {
    ++allocations;
    const bool is_segment = size >= bytes_in_segment;
    constexpr std::size_t before = alignof(std::max_align_t);
    void* const memory = is_segment && memory_is_exhausted ? nullptr : std::malloc(before + size);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    made_segments += is_segment ? 1 : 0;
    living_segments += is_segment ? 1 : 0;
    std::memcpy(memory, &size, sizeof size);
    return static_cast<std::byte*>(memory) + before;
}
void operator delete(void* memory) noexcept {
    if (memory == nullptr) {
        return;
    }
    void* const begin = static_cast<std::byte*>(memory) - alignof(std::max_align_t);
    std::size_t size = 0;
    std::memcpy(&size, begin, sizeof size);
    living_segments -= size >= bytes_in_segment ? 1 : 0;
    std::free(begin);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
    operator delete(memory);
}
#endif

namespace tollgate::queue {
namespace {

class unbounded : public ::testing::Test {
protected:
    static constexpr std::size_t places = 256; ///< in a segment, for elements of 8 bytes

    void SetUp() override {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        GTEST_SKIP() << "skipped counting segments: a sanitizer allocates them";
#endif
        made_segments = 0;
        living_segments = 0;
    }
    void TearDown() override {
        memory_is_exhausted = false;
    }
};

TEST_F(unbounded, takes_memory_for_its_elements_and_frees_it_when_they_are_popped) {
    {
        unbounded_queue<std::uint64_t> tested;
        for (int repetition = 0; repetition < 3; ++repetition) {
            for (std::uint64_t number = 0; number < 100 * places; ++number) {
                ASSERT_EQ(tested.push(number), status::done);
                ASSERT_LE(living_segments, tested.size() / places + 4);
            }
            EXPECT_GE(living_segments, 100U);
            for (std::uint64_t number = 0; number < 100 * places; ++number) {
                ASSERT_EQ(*tested.pop(), number);
                ASSERT_LE(living_segments, tested.size() / places + 4);
            }
        }
        ASSERT_EQ(tested.push(1), status::done);
    }
    EXPECT_EQ(living_segments, 0U);
}

TEST_F(unbounded, allocates_no_more_memory_while_it_is_short) {
    unbounded_queue<std::uint64_t> tested;
    for (std::uint64_t number = 0; number < 100 * places; ++number) {
        ASSERT_EQ(tested.push(number), status::done);
        if (number >= places) {
            ASSERT_EQ(*tested.pop(), number - places);
        }
    }
    EXPECT_LE(made_segments, 4U);
}

TEST_F(unbounded, is_unchanged_by_a_push_that_finds_no_memory) {
    unbounded_queue<std::unique_ptr<std::uint64_t>> tested;
    auto mine = std::make_unique<std::uint64_t>(places - 1);
    const std::uint64_t* const address = mine.get();
    memory_is_exhausted = true;
    for (std::uint64_t number = 0; number + 1 < places; ++number) {
        ASSERT_EQ(tested.push(std::make_unique<std::uint64_t>(number)), status::done);
    }
    // NOLINTBEGIN(bugprone-use-after-move): only a push that is done moves from it
    for (int repetition = 0; repetition < 3; ++repetition) {
        EXPECT_THROW(static_cast<void>(tested.push(std::move(mine))), std::bad_alloc);
        EXPECT_THROW(static_cast<void>(tested.try_push(std::move(mine))), std::bad_alloc);
        EXPECT_EQ(mine.get(), address);
        EXPECT_EQ(tested.size(), places - 1);
    }
    memory_is_exhausted = false;
    EXPECT_EQ(tested.push(std::move(mine)), status::done);
    // NOLINTEND(bugprone-use-after-move)
    for (std::uint64_t number = 0; number < places; ++number) {
        EXPECT_EQ(**tested.pop(), number);
    }
    EXPECT_EQ(tested.try_pop().status(), status::empty);
}

// A queue without a capacity lacks the functions that need one.
template <class Queue>
concept has_capacity = requires(Queue& queue) {
    queue.capacity();
};
template <class Queue>
concept pushes_with_timeout = requires(Queue& queue) {
    queue.push_for(std::chrono::seconds(1), 1);
}
|| requires(Queue& queue) {
    queue.push_until(std::chrono::steady_clock::now(), 1);
};
static_assert(has_capacity<blocking_queue<int>> && !has_capacity<unbounded_queue<int>>);
static_assert(pushes_with_timeout<blocking_queue<int>> &&
              !pushes_with_timeout<unbounded_queue<int>>);
static_assert(!std::is_constructible_v<unbounded_queue<int>, std::size_t> &&
              !std::is_default_constructible_v<blocking_queue<int>>);

template <class Queue>
concept is_pushed_by_select = requires(Queue& queue) {
    push(queue, 1);
    async_push(queue, 1);
};
static_assert(is_pushed_by_select<blocking_queue<int>> &&
              !is_pushed_by_select<unbounded_queue<int>>);

TEST_F(unbounded, pushes_and_pops_batches_over_several_segments) {
    unbounded_queue<int> tested;
    std::vector<int> numbers(2'000);
    std::iota(numbers.begin(), numbers.end(), 0);
    EXPECT_EQ(tested.push_all(numbers).count, numbers.size());
    std::vector<int> popped;
    while (popped.size() < numbers.size()) {
        ASSERT_EQ(tested.pop_some(append_to(popped, 700)).status, status::done);
    }
    EXPECT_EQ(popped, numbers);
    constexpr auto too_many = (std::numeric_limits<std::size_t>::max)();
    EXPECT_THROW(static_cast<void>(tested.pop_some(append_to(popped, too_many))),
                 std::length_error);
    tested.close();
    EXPECT_EQ(tested.push_all(numbers).status, status::closed);
    EXPECT_EQ(tested.pop_some(append_to(popped, 1)).status, status::closed);
}

/// The address of a variable of a function that the caller calls.
[[gnu::noinline]] const volatile void* depth() {
    return __builtin_frame_address(0);
}

testing::coroutine pass_on(await::executor_ref /*executor*/, blocking_queue<int>& from,
                           blocking_queue<int>& to, const cancel::token& by,
                           std::vector<const volatile void*>& depths) {
    while (const auto number = co_await async_pop(from, by)) {
        depths.push_back(depth());
        EXPECT_EQ(to.try_push(*number + 1), status::done);
    }
}

// Two coroutines give each other an element, so that each waits for the other.
TEST(a_chain_of_waiting_coroutines, needs_no_memory_but_their_frames) {
    testing::manual_executor later;
    cancel::standalone_token stop;
    blocking_queue<int> forth(2);
    blocking_queue<int> back(2);
    std::vector<const volatile void*> depths;
    depths.reserve(1'000);
    const auto first = pass_on(later, forth, back, stop, depths);
    const auto second = pass_on(later, back, forth, stop, depths);
    EXPECT_EQ(forth.try_push(0), status::done);
    const unsigned before = allocations;
    for (int i = 0; i < 1'000; ++i) {
        EXPECT_TRUE(later.run_one());
    }
    EXPECT_EQ(allocations, before);
    ASSERT_EQ(depths.size(), 1'000U);
    EXPECT_EQ(depths.front(), depths.back());
}

TEST(a_select_that_waits, needs_no_memory) {
    blocking_queue<int> silent(1);
    const auto ignore = [](int /*element*/) {};
    const unsigned before = allocations;
    EXPECT_EQ(select(pop(silent, ignore), within(std::chrono::milliseconds(1))).status,
              status::timeout);
    EXPECT_EQ(allocations, before);
}

} // namespace
} // namespace tollgate::queue
