// SPDX-License-Identifier: BSL-1.0
//
// Stacks that the system does not give, the first of a ring or one in its middle: the caller learns
// of it, the fibers that had been made end, and the lane goes on.
#include "channel_loop.hpp"
#include "context_loops.hpp"
#include "create_join.hpp"
#include "fibers_in_checks.hpp"
#include "yield_ring.hpp"

#include <tollgate/faults/counting_probe.hpp>

#include <boost/fiber/protected_fixedsize_stack.hpp>
#include <boost/fiber/unbuffered_channel.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <new>
#include <optional>

#include <sys/resource.h>
#include <unistd.h>

namespace tollgate::fiber_test {

/// While it lives, this process may take only so much more address space than it has. Reads
/// /proc/self/statm.
class address_space_limit {
public:
    explicit address_space_limit(std::uint64_t bytes_more) {
        std::uint64_t pages = 0;
        EXPECT_TRUE(std::ifstream("/proc/self/statm") >> pages);
        EXPECT_EQ(::getrlimit(RLIMIT_AS, &before_), 0);
        rlimit now = before_;
        now.rlim_cur = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) + bytes_more;
        EXPECT_EQ(::setrlimit(RLIMIT_AS, &now), 0);
    }
    ~address_space_limit() { ::setrlimit(RLIMIT_AS, &before_); }
    address_space_limit(const address_space_limit&) = delete;
    address_space_limit& operator=(const address_space_limit&) = delete;

private:
    rlimit before_{};
};

} // namespace tollgate::fiber_test

namespace {

using namespace tollgate::faults;
using namespace tollgate::fiber_test;

/// Beyond any address space.
constexpr std::size_t absurd = std::size_t{1} << 56;
constexpr std::size_t usual = 65'536;
constexpr std::size_t mib = std::size_t{1} << 20;

using channel_between = channel_loop<boost::fibers::unbuffered_channel<long>>;

std::shared_ptr<fiber_lanes> new_lanes(scheduler which) {
    return std::make_shared<fiber_lanes>(which, std::nullopt);
}

template <class Loop>
void expect_refused(const Loop& loop) {
    counting_probe probe(100);
    EXPECT_THROW(static_cast<void>(loop(probe)), std::bad_alloc);
    EXPECT_EQ(probe.turns(), 0U) << "nothing is observed of a ring that is not whole";
}

template <class Ring>
void expect_turns(const Ring& ring, std::size_t members) {
    constexpr std::uint64_t operations = 33;
    counting_probe probe(operations);
    EXPECT_EQ(ring(probe).turns, turns_in_a_ring(operations + 1, members));
    EXPECT_TRUE(probe.in_order());
}

void expect_usable(const std::shared_ptr<fiber_lanes>& lanes) {
    expect_turns(yield_ring{lanes, 5, stack_cache(usual)}, 5);
}

TEST(refused_stack, of_the_first_fiber) {
    for (const scheduler which :
         {scheduler::round_robin, scheduler::shared_work, scheduler::tollgate}) {
        const auto lanes = new_lanes(which);
        expect_refused(yield_ring{lanes, 4, stack_cache(absurd)});
        expect_usable(lanes);
        expect_refused(channel_between{lanes, stack_cache(absurd)});
        expect_usable(lanes);
        expect_refused(context_pair{lanes, stack_cache(absurd)});
        expect_usable(lanes);
        expect_refused(context_ring{lanes, 4, stack_cache(absurd)});
        expect_usable(lanes);
    }
}

TEST(refused_stack, of_a_fiber_made_to_be_joined) {
    const auto lanes = new_lanes(scheduler::round_robin);
    counting_probe probe(100);
    const create_join<boost::fibers::protected_fixedsize_stack> loop{lanes, absurd};
    EXPECT_THROW(static_cast<void>(loop(probe)), std::bad_alloc);
    EXPECT_EQ(probe.turns(), 1U);
    expect_usable(lanes);
}

// Eight such stacks fit below the limit and a thousand do not: some fibers of the larger ring have
// been made, and wait to be run, when the next one is refused.
template <class Ring>
void expect_refused_in_the_middle(scheduler which) {
    const auto lanes = new_lanes(which);
    // Both threads have what they need for themselves before there is a limit.
    expect_usable(lanes);
    lanes->counted().run([] {});
    for (int repetition = 0; repetition < 3; ++repetition) {
        {
            const address_space_limit limit(256 * mib);
            const stack_cache stacks(mib);
            expect_turns(Ring{lanes, 8, stacks}, 8);
            expect_refused(Ring{lanes, 1000, stacks});
            expect_turns(Ring{lanes, 8, stacks}, 8);
        }
        expect_usable(lanes);
    }
}

TEST(refused_stack, in_the_middle_of_a_ring) {
    for (const scheduler which : {scheduler::round_robin, scheduler::shared_work,
                                  scheduler::work_stealing, scheduler::tollgate}) {
        expect_in_own_process([which] { expect_refused_in_the_middle<yield_ring>(which); });
    }
    expect_in_own_process(
        [] { expect_refused_in_the_middle<context_ring>(scheduler::round_robin); });
}

// One such stack fits below the limit and two do not: the receiver waits when there is no sender.
void expect_no_sender(scheduler which) {
    const auto lanes = new_lanes(which);
    expect_usable(lanes);
    lanes->counted().run([] {});
    {
        const address_space_limit limit(256 * mib);
        expect_refused(channel_between{lanes, stack_cache(160 * mib)});
    }
    expect_usable(lanes);
}

TEST(refused_stack, of_the_second_of_two_that_talk) {
    for (const scheduler which : {scheduler::round_robin, scheduler::tollgate}) {
        expect_in_own_process([which] { expect_no_sender(which); });
    }
}

} // namespace
