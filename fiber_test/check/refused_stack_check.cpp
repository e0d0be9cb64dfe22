// SPDX-License-Identifier: BSL-1.0
//
// The system refuses a stack, the first of a ring or a stack in its middle. The caller gets the
// exception, the fibers that were made end, and the thread goes on.
#include "channel_loop.hpp"
#include "context_loops.hpp"
#include "create_join.hpp"
#include "fibers_in_checks.hpp"
#include "yield_ring.hpp"

#include <tollgate/testing/counting_probe.hpp>

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

/// During its life this process can take at most so many bytes of addresses more. Reads
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

using namespace tollgate::testing;
using namespace tollgate::fiber_test;

/// Beyond any address space.
constexpr std::size_t absurd = std::size_t{1} << 56;
constexpr std::size_t usable_size = 65'536;
constexpr std::size_t mib = std::size_t{1} << 20;

using channel_between = channel_loop<boost::fibers::unbuffered_channel<long>>;

std::shared_ptr<scheduler_threads> new_threads(scheduler kind) {
    return std::make_shared<scheduler_threads>(kind, std::nullopt);
}

template <class Loop>
void expect_refused(const Loop& loop) {
    counting_probe probe(100);
    EXPECT_THROW(static_cast<void>(loop(probe)), std::bad_alloc);
    EXPECT_EQ(probe.calls(), 0U) << "an incomplete ring must not be measured";
}

template <class Ring>
void expect_probe_calls(const Ring& ring, std::size_t members) {
    constexpr std::uint64_t operations = 33;
    counting_probe probe(operations);
    EXPECT_EQ(ring(probe).probe_calls, probe_calls_in_a_ring(operations + 1, members));
    EXPECT_TRUE(probe.in_order());
}

void expect_usable(const std::shared_ptr<scheduler_threads>& threads) {
    expect_probe_calls(yield_ring{threads, 5, stack_cache(usable_size)}, 5);
}

TEST(refused_stack, of_the_first_fiber) {
    for (const scheduler kind :
         {scheduler::round_robin, scheduler::shared_work, scheduler::tollgate}) {
        const auto threads = new_threads(kind);
        expect_refused(yield_ring{threads, 4, stack_cache(absurd)});
        expect_usable(threads);
        expect_refused(channel_between{threads, stack_cache(absurd)});
        expect_usable(threads);
        expect_refused(context_pair{threads, stack_cache(absurd)});
        expect_usable(threads);
        expect_refused(context_ring{threads, 4, stack_cache(absurd)});
        expect_usable(threads);
    }
}

TEST(refused_stack, of_a_fiber_made_to_be_joined) {
    const auto threads = new_threads(scheduler::round_robin);
    counting_probe probe(100);
    const create_join<boost::fibers::protected_fixedsize_stack> loop{threads, absurd};
    EXPECT_THROW(static_cast<void>(loop(probe)), std::bad_alloc);
    EXPECT_EQ(probe.calls(), 1U);
    expect_usable(threads);
}

// Eight such stacks fit below the limit and a thousand do not: some fibers of the larger ring have
// been made, and wait to run, when the next stack is refused.
template <class Ring>
void expect_refused_in_the_middle(scheduler kind) {
    const auto threads = new_threads(kind);
    // Both threads have what they need for themselves before there is a limit.
    expect_usable(threads);
    threads->counted().run([] {});
    for (int repetition = 0; repetition < 3; ++repetition) {
        {
            const address_space_limit limit(256 * mib);
            const stack_cache stacks(mib);
            expect_probe_calls(Ring{threads, 8, stacks}, 8);
            expect_refused(Ring{threads, 1000, stacks});
            expect_probe_calls(Ring{threads, 8, stacks}, 8);
        }
        expect_usable(threads);
    }
}

TEST(refused_stack, in_the_middle_of_a_ring) {
    for (const scheduler kind : {scheduler::round_robin, scheduler::shared_work,
                                 scheduler::work_stealing, scheduler::tollgate}) {
        expect_in_own_process([kind] { expect_refused_in_the_middle<yield_ring>(kind); });
    }
    expect_in_own_process(
        [] { expect_refused_in_the_middle<context_ring>(scheduler::round_robin); });
}

// One such stack fits below the limit and two do not: the receiver waits, and there is no sender.
void expect_no_sender(scheduler kind) {
    const auto threads = new_threads(kind);
    expect_usable(threads);
    threads->counted().run([] {});
    {
        const address_space_limit limit(256 * mib);
        expect_refused(channel_between{threads, stack_cache(160 * mib)});
    }
    expect_usable(threads);
}

TEST(refused_stack, of_the_second_of_two_that_talk) {
    for (const scheduler kind : {scheduler::round_robin, scheduler::tollgate}) {
        expect_in_own_process([kind] { expect_no_sender(kind); });
    }
}

} // namespace
