// SPDX-License-Identifier: BSL-1.0
//
// Everything in the table of cases does its work on this machine, with each clock.
#include "cases_on.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/faults/rehearsal.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using ::testing::IsEmpty;

#if defined(__SANITIZE_THREAD__)
constexpr bool under_thread_sanitizer = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
constexpr bool under_thread_sanitizer = true;
#else
constexpr bool under_thread_sanitizer = false;
#endif
#else
constexpr bool under_thread_sanitizer = false;
#endif

/// See CMakeLists.txt: these report races of their own. atomic_queue's hand over a word and nothing
/// that was written before it; that is ordered by fences, which the sanitizer does not know.
bool races_by_itself(const std::string& name) {
    constexpr std::array some{"impl:tbb_bounded/", "impl:moodycamel", "impl:boost_queue/",
                              "impl:atomic_queue"};
    return std::any_of(some.begin(), some.end(),
                       [&](const char* impl) { return name.find(impl) != std::string::npos; });
}

void expect_all_proofs(const std::vector<std::string>& arguments) {
    const auto list = queue_test::cases_on(cpu::read_topology(), arguments);
    EXPECT_FALSE(list.cases.empty());
    for (const measure::measured_case& one : list.cases) {
        if (under_thread_sanitizer && races_by_itself(one.name)) {
            continue;
        }
        EXPECT_THAT(faults::rehearse(one), IsEmpty());
    }
}

TEST(measured_queues, do_their_work) {
    expect_all_proofs({});
}

// Also in the forms that nobody gets unasked.
TEST(measured_queues, do_their_work_in_every_form) {
    expect_all_proofs(
        {"--placement", "core,same", "--queues",
         "mutex_condvar,tollgate_channel,tollgate_shared_channel,boost_fiber_buffered,"
         "boost_fiber_unbuffered"});
    expect_all_proofs({"--placement", "same", "--producers", "3", "--consumers", "2", "--capacity",
                       "4", "--queues",
                       "mutex_condvar,tollgate_channel,tollgate_shared_channel,"
                       "boost_fiber_buffered,boost_fiber_unbuffered"});
}

TEST(measured_queues, do_their_work_with_any_message) {
    expect_all_proofs({"--payload", "64,1024", "--capacity", "4"});
}

// Not those that never have less than 4096 slots, which take seconds to fill with zeros.
TEST(measured_queues, do_their_work_with_long_messages) {
    const std::string queues =
        "blocking,spsc,mutex_condvar,timeout_polling,cancellable,boost_sync_bounded,"
        "tbb_bounded,moodycamel_blocking,pipe,eventfd_ring,tollgate_channel,"
        "tollgate_shared_channel,boost_fiber_buffered,boost_fiber_unbuffered,boost_spsc,"
        "boost_queue,moodycamel";
    expect_all_proofs({"--payload", "65536", "--capacity", "4", "--queues", queues});
}

TEST(measured_queues, do_their_work_with_room_for_one) {
    expect_all_proofs({"--capacity", "1", "--payload", "64"});
}

TEST(measured_queues, do_their_work_among_several) {
    expect_all_proofs({"--producers", "2", "--consumers", "1", "--payload", "64"});
}

} // namespace
