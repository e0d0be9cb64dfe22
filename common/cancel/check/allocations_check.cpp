// SPDX-License-Identifier: BSL-1.0
//
// How often groups of threads, and sources with a deadline, allocate.
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/source_with_deadline.hpp>
#include <tollgate/cancel/task_group.hpp>
#include <tollgate/testing/sanitized.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <thread>

namespace {
thread_local std::uint64_t allocations = 0;
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

namespace tollgate::cancel {
namespace {

template <class Call>
std::uint64_t allocations_of(const Call& call) {
    const std::uint64_t before = allocations;
    call();
    return allocations - before;
}

TEST(a_task_group, allocates_once_more_than_a_thread) {
    if (testing::is_sanitized) {
        GTEST_SKIP() << "the sanitizer has its own operator new";
    }
    const auto nothing = [] {};
    const cancellation_source parent;
    EXPECT_EQ(allocations_of([] { const task_group group; }), 1U);
    EXPECT_EQ(allocations_of([&] { const task_group group(parent); }), 2U);
    task_group group;
    const std::uint64_t of_thread = allocations_of([&] { std::thread(nothing).join(); });
    for (int times = 0; times < 3; ++times) {
        EXPECT_EQ(allocations_of([&] { group.start(nothing); }), of_thread + 1);
        EXPECT_EQ(allocations_of([&] { group.wait(); }), 0U);
    }
}

TEST(a_source_with_deadline, allocates_once) {
    if (testing::is_sanitized) {
        GTEST_SKIP() << "the sanitizer has its own operator new";
    }
    const auto first = source_with_deadline(std::chrono::hours(1)); // starts the deadline thread
    EXPECT_EQ(
        allocations_of([] { static_cast<void>(source_with_deadline(std::chrono::hours(1))); }), 1U);
}

} // namespace
} // namespace tollgate::cancel
