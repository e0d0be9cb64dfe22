// SPDX-License-Identifier: BSL-1.0
//
// The system refuses a thread in the middle of a ring. Those that had been started end, and the
// caller learns why.
#include "all_batons.hpp"
#include "baton_ring.hpp"

#include <tollgate/faults/counting_probe.hpp>
#include <tollgate/faults/refused_threads.hpp>
#include <tollgate/faults/ring_turns.hpp>

#include <gtest/gtest.h>

#include <cerrno>
#include <system_error>

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
