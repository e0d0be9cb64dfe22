// SPDX-License-Identifier: BSL-1.0
//
// The system refuses a thread in the middle of a ring. Those that had been started end, and the
// caller learns why.
//
// This executable's pthread_create comes before the system's; under a sanitizer the next one is the
// sanitizer's own.
#include "all_batons.hpp"
#include "baton_ring.hpp"

#include <tollgate/faults/counting_probe.hpp>
#include <tollgate/faults/ring_turns.hpp>

#include <gtest/gtest.h>

#include <cerrno>
#include <system_error>

#include <dlfcn.h>
#include <pthread.h>

namespace {

constexpr int unlimited = -1;
int starts_left = unlimited; // the main thread's

} // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*routine)(void*), void* argument) {
    if (starts_left == 0) {
        return EAGAIN;
    }
    if (starts_left > 0) {
        --starts_left;
    }
    static const auto next =
        reinterpret_cast<decltype(&pthread_create)>(::dlsym(RTLD_NEXT, "pthread_create"));
    return next(thread, attributes, routine, argument);
}

namespace {

using namespace tollgate::faults;
using namespace tollgate::thread_test;

template <class Baton>
class thread_start : public testing::Test {
protected:
    ~thread_start() override { starts_left = unlimited; }
};
TYPED_TEST_SUITE(thread_start, all_batons, baton_name);

TYPED_TEST(thread_start, is_refused_in_the_middle) {
    constexpr std::size_t threads = 7;
    for (int started = 0; started < static_cast<int>(threads); ++started) {
        SCOPED_TRACE(started);
        counting_probe probe(100);
        starts_left = started;
        try {
            static_cast<void>(baton_ring<TypeParam>{threads, {}}(probe));
            ADD_FAILURE() << "nobody was told";
        } catch (const std::system_error& error) {
            EXPECT_EQ(error.code(), std::error_code(EAGAIN, std::generic_category()));
        }
        EXPECT_EQ(starts_left, 0) << "as many as were allowed had been started";
        EXPECT_EQ(probe.turns(), 0U) << "nothing is observed of a ring that is not whole";
    }
}

TYPED_TEST(thread_start, works_again_afterwards) {
    constexpr std::size_t threads = 2;
    starts_left = 1;
    counting_probe refused(5);
    EXPECT_THROW(static_cast<void>(baton_ring<TypeParam>{threads, {}}(refused)), std::system_error);
    starts_left = unlimited;
    counting_probe probe(5);
    EXPECT_EQ((baton_ring<TypeParam>{threads, {}}(probe).turns), turns_in_a_ring(6, threads));
}

} // namespace
