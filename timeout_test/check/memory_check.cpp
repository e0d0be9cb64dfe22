// SPDX-License-Identifier: BSL-1.0
//
// What a million armed timers take beside themselves.
#include "armed/own_timers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> allocations{0};

} // namespace

void* operator new(std::size_t bytes) {
    ++allocations;
    if (void* const place = std::malloc(bytes > 0 ? bytes : 1)) { // NOLINT: it is the allocator
        return place;
    }
    throw std::bad_alloc();
}
void operator delete(void* place) noexcept {
    std::free(place); // NOLINT: it is the allocator
}
void operator delete(void* place, std::size_t /*bytes*/) noexcept {
    std::free(place); // NOLINT: it is the allocator
}

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;

TEST(armed_timers, take_no_memory_but_their_owners) {
    constexpr std::size_t million = 1'000'000;
    own_timers<timer::wheel> all(million);
    const std::size_t before = allocations;
    for (std::size_t i = 0; i < million; ++i) {
        all.arm(i, std::chrono::seconds(1) + std::chrono::microseconds(i));
    }
    std::size_t expired = 0;
    all.pass(std::chrono::milliseconds(1'500), [&](std::size_t) { ++expired; });
    for (std::size_t i = 0; i < million; ++i) {
        all.rearm(i, std::chrono::hours(1));
    }
    all.pass(std::chrono::seconds(2), [](std::size_t) {});
    EXPECT_EQ(allocations, before);
    EXPECT_GT(expired, 0u);
    EXPECT_LE(sizeof(timer::timer), 64u);
}

} // namespace
