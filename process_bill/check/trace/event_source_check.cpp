// SPDX-License-Identifier: BSL-1.0
// The kernel's counts of waits and calls that are known.
#include "trace/event_source.hpp"

#include "counted_threads.hpp"
#include "observation_parts.hpp"
#include "trace/known_waits.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/testing/in_child.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <linux/membarrier.h>
#include <poll.h>
#include <sched.h>
#include <sys/timerfd.h>
#include <sys/wait.h>

namespace tollgate::bill {
namespace {

using ::testing::IsSupersetOf;

template <class Counts>
std::uint64_t sum_of(const Counts& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

/// The futex waits of a thread at this address, or its waits in another kind of call at any.
wait_counts waits_in(const observation& seen, pid_t thread, wait_kind kind,
                     std::uint64_t address = 0) {
    const auto found = std::ranges::find_if(seen.waits, [&](const wait_counts& wait) {
        return wait.thread == thread && wait.kind == kind &&
               (address == 0 || wait.address == address);
    });
    return found == seen.waits.end() ? wait_counts{} : *found;
}

call_counts calls_in(const observation& seen, pid_t thread, long number) {
    const auto found = std::ranges::find_if(seen.calls, [&](const call_counts& call) {
        return call.thread == thread && call.system_call == number;
    });
    return found == seen.calls.end() ? call_counts{} : *found;
}

thread_counts thread_in(const observation& seen, pid_t thread) {
    const auto found = std::ranges::find(seen.threads, thread, &thread_counts::thread);
    return found == seen.threads.end() ? thread_counts{} : *found;
}

/// Observes this process.
class event_source_check : public ::testing::Test {
protected:
    void SetUp() override { observe({.cpus = 100, .follow_children = false}); }

    void observe(event_source::settings chosen) {
        events_ = std::make_unique<event_source>(std::vector{::getpid()}, chosen);
        if (!events_->refused().empty()) {
            GTEST_SKIP() << "skipped counting the kernel's events: " << events_->refused();
        }
    }

    std::unique_ptr<event_source> events_;
};

TEST_F(event_source_check, counts_the_futex_waits_that_a_thread_ends) {
    constexpr std::uint32_t rounds = 200;
    round_counter round;
    std::atomic<pid_t> id{0};
    std::thread waiter([&] {
        id = ::gettid();
        for (std::uint32_t next = 1; next <= rounds; ++next) {
            round.wait_for(next);
        }
    });
    while (id == 0) {
        std::this_thread::yield();
    }
    for (std::uint32_t i = 0; i < rounds; ++i) {
        wait_until_asleep(id);
        round.begin_next();
    }
    waiter.join();
    const observation seen = events_->total();
    EXPECT_TRUE(seen.traced);
    EXPECT_GT(seen.duration.count(), 0);
    EXPECT_EQ(seen.lost_events, 0U);
    const wait_counts waits = waits_in(seen, id, wait_kind::futex, round.address());
    EXPECT_EQ(waits.waits, rounds);
    EXPECT_EQ(waits.process, ::getpid());
    EXPECT_FALSE(waits.is_lock);
    EXPECT_EQ(sum_of(waits.woken_by_thread), rounds);
    EXPECT_EQ(sum_of(waits.woken_by_timer), 0U);
    EXPECT_EQ(sum_of(waits.slept.counts), rounds);
    EXPECT_EQ(sum_of(waits.slept.total_ns), waits.slept_ns);
    EXPECT_EQ(waits.waker, ::getpid());
    EXPECT_EQ(waits.surplus, 0U) << "100 CPUs are free";
    EXPECT_EQ(sum_of(waits.used_after_group), 0U);
    EXPECT_GT(waits.cpu_ns, 0U);
    EXPECT_GT(waits.wake_cpu_ns, 0U);
    EXPECT_TRUE(thread_in(seen, id).ended);
}

TEST_F(event_source_check, counts_sleeps_that_a_timer_ends) {
    constexpr std::uint64_t sleeps = 100;
    std::uint64_t waits = 0; // a timer may expire before the thread has left its CPU
    std::atomic<pid_t> id{0};
    std::thread([&] {
        id = ::gettid();
        const timespec duration{0, 100'000};
        const std::uint64_t before = own_waits();
        for (std::uint64_t i = 0; i < sleeps; ++i) {
            ::clock_nanosleep(CLOCK_MONOTONIC, 0, &duration, nullptr);
        }
        waits = own_waits() - before;
    }).join();
    const observation seen = events_->total();
    EXPECT_EQ(calls_in(seen, id, SYS_clock_nanosleep).calls, sleeps);
    const wait_counts found = waits_in(seen, id, wait_kind::sleep);
    EXPECT_EQ(found.waits, waits);
    EXPECT_EQ(sum_of(found.woken_by_timer), waits);
    EXPECT_EQ(sum_of(found.woken_by_thread), 0U);
    EXPECT_NEAR(static_cast<double>(sum_of(found.used_after_timer)), static_cast<double>(waits), 3)
        << "after the last sleep it is not known";
    EXPECT_EQ(found.waker, 0);
}

TEST_F(event_source_check, takes_no_device_or_kernel_thread_for_a_timer) {
    for (int i = 0; i < 20; ++i) {
        ::syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0); // the kernel's own threads end it
    }
    for (const wait_counts& wait : events_->total().waits) {
        if (wait.system_call == SYS_membarrier) {
            EXPECT_EQ(sum_of(wait.used_after_timer), 0U);
        }
    }
}

TEST_F(event_source_check, counts_a_wait_that_goes_on_through_a_pause_or_began_in_one) {
    using counting = event_source::counting;
    round_counter round;
    std::atomic<pid_t> id{0};
    std::thread waiter([&] {
        id = ::gettid();
        round.wait_for(1);
        round.wait_for(2);
    });
    while (id == 0) {
        std::this_thread::yield();
    }
    const auto waits = [&] {
        return waits_in(events_->total(), id, wait_kind::futex, round.address()).waits;
    };
    wait_until_asleep(id);
    events_->count(counting::nothing);
    events_->count(counting::switches);
    round.begin_next();
    wait_until_asleep(id);
    EXPECT_EQ(waits(), 1U) << "it went on through the pause";
    events_->count(counting::nothing);
    round.wake(); // so it waits again, now since the pause
    wait_until_asleep(id);
    events_->count(counting::switches);
    round.begin_next();
    waiter.join();
    EXPECT_EQ(waits(), 2U) << "it began in the pause";
}

TEST_F(event_source_check, counts_system_calls_and_those_in_vain) {
    constexpr std::uint64_t calls = 100;
    round_counter nobody_waits;
    pollfd never{-1, POLLIN, 0};
    const int timer = ::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    const itimerspec later{{0, 0}, {1'000, 0}};
    const observation before = events_->total();
    for (std::uint64_t i = 0; i < calls; ++i) {
        ::timerfd_settime(timer, 0, &later, nullptr);
        nobody_waits.wake();
        ::sched_yield();
        ::syscall(SYS_ppoll, &never, 1, std::array<long, 2>{}.data(), nullptr, 0);
    }
    const observation seen = since(before, events_->total());
    ::close(timer);
    const auto count = [&](long number) { return calls_in(seen, ::getpid(), number); };
    EXPECT_EQ(count(SYS_timerfd_settime).calls, calls);
    EXPECT_EQ(count(SYS_futex).calls, calls);
    EXPECT_EQ(count(SYS_futex).in_vain, calls);
    EXPECT_EQ(count(SYS_ppoll).in_vain, calls);
    const call_counts yields = count(SYS_sched_yield);
    EXPECT_EQ(yields.calls, calls);
    EXPECT_LT(yields.repeats, calls);
    EXPECT_LT(yields.repeated_ns, yields.repeats * 50'000 + 1);
}

TEST_F(event_source_check, counts_waits_for_a_mutex_whose_owner_is_in_a_call) {
    constexpr std::uint32_t rounds = 20;
    std::mutex owned;
    round_counter held;
    round_counter done;
    std::atomic<pid_t> id{0};
    std::thread waiter([&] {
        id = ::gettid();
        for (std::uint32_t next = 1; next <= rounds; ++next) {
            held.wait_for(next);
            owned.lock();
            owned.unlock();
            done.begin_next();
        }
    });
    while (id == 0) {
        std::this_thread::yield();
    }
    for (std::uint32_t next = 1; next <= rounds; ++next) {
        const timespec duration{0, 100'000};
        owned.lock();
        held.begin_next();
        wait_until_asleep(id);
        ::clock_nanosleep(CLOCK_MONOTONIC, 0, &duration, nullptr);
        owned.unlock();
        done.wait_for(next);
    }
    waiter.join();
    const wait_counts waits =
        waits_in(events_->total(), id, wait_kind::futex,
                 reinterpret_cast<std::uintptr_t>(&owned) & ~std::uint64_t{7});
    EXPECT_EQ(waits.waits, rounds);
    EXPECT_TRUE(waits.is_lock);
    EXPECT_EQ(waits.during_call, rounds);
    EXPECT_EQ(waits.call_held, SYS_clock_nanosleep);
    EXPECT_EQ(waits.waker, ::getpid());
}

TEST_F(event_source_check, counts_threads_that_are_woken_together_while_no_cpu_is_free) {
    observe({.cpus = 1, .follow_children = false});
    constexpr std::uint32_t rounds = 40;
    constexpr std::size_t threads = 5;
    std::this_thread::sleep_for(std::chrono::nanoseconds(1)); // from now on, this thread is known
    round_counter round;
    std::array<std::atomic<pid_t>, threads> ids{};
    std::vector<std::thread> waiters;
    for (std::atomic<pid_t>& id : ids) {
        waiters.emplace_back([&] {
            id = ::gettid();
            for (std::uint32_t next = 1; next <= rounds; ++next) {
                round.wait_for(next);
            }
        });
    }
    for (std::uint32_t i = 0; i < rounds; ++i) {
        for (const std::atomic<pid_t>& id : ids) {
            while (id == 0) {
                std::this_thread::yield();
            }
            wait_until_asleep(id);
        }
        round.begin_next();
    }
    std::ranges::for_each(waiters, &std::thread::join);
    const observation seen = events_->total();
    std::uint64_t surplus = 0;
    std::uint64_t in_group = 0;
    for (const std::atomic<pid_t>& id : ids) {
        const wait_counts waits = waits_in(seen, id, wait_kind::futex, round.address());
        EXPECT_EQ(waits.waits, rounds);
        surplus += waits.surplus;
        in_group += sum_of(waits.used_after_group);
        EXPECT_GE(sum_of(waits.waits_after_group), sum_of(waits.used_after_group));
    }
    EXPECT_EQ(surplus, threads * rounds);
    EXPECT_NEAR(static_cast<double>(in_group), (threads - 2) * rounds, threads)
        << "the first two do not count; after the last round it is not known";
}

TEST_F(event_source_check, counts_the_switches_that_the_kernel_counts) {
    struct counts {
        pid_t thread = 0;
        rusage before{};
        rusage after{};
        observation seen;
    };
    const int cpu = cpu::allowed_cpus().front();
    std::mutex one_reads;
    std::array<counts, 2> both;
    std::vector<std::thread> threads;
    for (counts& own : both) {
        threads.emplace_back([&] {
            cpu::pin_this_thread(cpu);
            own.thread = ::gettid();
            const timespec duration{0, 50'000};
            for (int i = 0; i < 100; ++i) {
                ::clock_nanosleep(CLOCK_MONOTONIC, 0, &duration, nullptr);
                ::sched_yield();
            }
            const std::lock_guard lock(one_reads);
            ::getrusage(RUSAGE_THREAD, &own.before);
            own.seen = events_->total();
            ::getrusage(RUSAGE_THREAD, &own.after);
        });
    }
    std::ranges::for_each(threads, &std::thread::join);
    for (const counts& own : both) {
        const thread_counts found = thread_in(own.seen, own.thread);
        EXPECT_GE(found.voluntary, static_cast<std::uint64_t>(own.before.ru_nvcsw));
        EXPECT_LE(found.voluntary, static_cast<std::uint64_t>(own.after.ru_nvcsw));
        EXPECT_GE(found.involuntary, static_cast<std::uint64_t>(own.before.ru_nivcsw));
        EXPECT_LE(found.involuntary, static_cast<std::uint64_t>(own.after.ru_nivcsw));
        EXPECT_GT(found.cpu_ns, 0U);
        std::uint64_t waits = 0;
        for (const wait_counts& wait : own.seen.waits) {
            waits += wait.thread == own.thread ? wait.waits : 0;
        }
        EXPECT_EQ(waits, found.voluntary);
    }
}

TEST_F(event_source_check, follows_the_processes_that_are_started_and_drops_the_first) {
    observe({.cpus = 2, .follow_children = true});
    const pid_t child = testing::start_child([]() -> bool {
        ::execl("/bin/sh", "sh", "-c", "/bin/true; exit 0", nullptr);
        std::abort();
    });
    rusage used{};
    int status = 0;
    ::wait4(child, &status, 0, &used);
    EXPECT_FALSE(thread_in(events_->total(), ::getpid()).name.empty());
    events_->drop(::getpid());
    const observation seen = events_->total();
    std::vector<std::string> names;
    std::uint64_t voluntary = 0;
    std::uint64_t involuntary = 0;
    for (const thread_counts& thread : seen.threads) {
        EXPECT_NE(thread.process, ::getpid());
        EXPECT_TRUE(thread.ended) << thread.name;
        names.push_back(thread.name);
        voluntary += thread.voluntary;
        involuntary += thread.involuntary;
    }
    EXPECT_THAT(names, IsSupersetOf({"sh", "true"}));
    EXPECT_GE(voluntary, static_cast<std::uint64_t>(used.ru_nvcsw));
    EXPECT_LE(voluntary, static_cast<std::uint64_t>(used.ru_nvcsw) + names.size()) << "their ends";
    EXPECT_EQ(involuntary, static_cast<std::uint64_t>(used.ru_nivcsw));
    for (const wait_counts& wait : seen.waits) {
        EXPECT_NE(wait.process, ::getpid());
    }
    for (const call_counts& call : seen.calls) {
        EXPECT_NE(call.process, ::getpid());
    }
    EXPECT_EQ(calls_in(seen, child, SYS_execve).calls, 1U);
}

TEST_F(event_source_check, leaves_out_what_happens_in_a_pause) {
    using counting = event_source::counting;
    const auto waits = [&] {
        std::this_thread::sleep_for(std::chrono::nanoseconds(1));
        return thread_in(events_->total(), ::getpid()).voluntary;
    };
    EXPECT_EQ(events_->counted(), counting::switches_and_calls);
    const std::uint64_t before = waits();
    events_->count(counting::nothing);
    EXPECT_EQ(events_->counted(), counting::nothing);
    const std::uint64_t paused = waits();
    const auto duration = events_->total().duration;
    EXPECT_EQ(waits(), paused);
    EXPECT_EQ(events_->total().duration, duration);
    events_->count(counting::switches);
    EXPECT_EQ(events_->counted(), counting::switches);
    EXPECT_EQ(waits(), paused + 1);
    EXPECT_GT(events_->total().duration, duration);
    EXPECT_GE(before, 1U);
}

TEST_F(event_source_check, does_not_follow_children_unless_it_should) {
    ASSERT_EQ(testing::in_child([] { return ::sched_yield() == 0; }), 0);
    for (const thread_counts& thread : events_->total().threads) {
        EXPECT_EQ(thread.process, ::getpid());
    }
}

TEST_F(event_source_check, tells_a_user_without_rights_what_would_allow_it) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "skipped giving up rights: there are none to give up";
    }
    testing::expect_in_child([] {
        constexpr unsigned nobody = 65'534;
        if (::setgid(nobody) != 0 || ::setuid(nobody) != 0) {
            return false;
        }
        const event_source events({::getpid()}, {.cpus = 1, .follow_children = false});
        return events.refused().find("run ./bill with sudo") != std::string::npos;
    });
}

TEST(counting, takes_time_unless_events_are_refused) {
    const event_source events({::getpid()}, {.cpus = 1, .follow_children = false});
    const std::optional<counting_costs> costs = measure_counting();
    ASSERT_EQ(costs.has_value(), events.refused().empty());
    if (costs) {
        EXPECT_GT(costs->known_wait_ns, 0);
        EXPECT_GE(costs->call_ns, 0);
    }
}

} // namespace
} // namespace tollgate::bill
