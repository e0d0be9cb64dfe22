// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/run_crew.hpp>

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/posix/start_thread.hpp>
#include <tollgate/sleep/deadline.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <latch>
#include <mutex>
#include <string>
#include <thread>

namespace tollgate::measure {
namespace {

/// Of a member that has not failed yet.
template <class Work>
void keep_failure(loop_member& member, Work work) noexcept {
    try {
        if (!member.failure) {
            work();
        }
    } catch (...) {
        member.failure = std::current_exception();
    }
}

/// Threads that wait for one that has failed cannot be ended otherwise, nor can what they use.
[[noreturn]] void end_program(const std::exception_ptr& failure) {
    constexpr int refused = 3;
    try {
        std::rethrow_exception(failure);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "a thread failed, and others wait for it: %s\n", error.what());
    } catch (...) {
        std::fputs("a thread failed, and others wait for it\n", stderr);
    }
    std::_Exit(refused);
}

/// What the threads of a crew share.
struct running_crew {
    explicit running_crew(std::size_t members)
        : start(static_cast<std::ptrdiff_t>(members)),
          members_at_work(members),
          finish(static_cast<std::ptrdiff_t>(members)) {}

    /// Members leave it together. They poll, since blocked ones would be woken one after the other,
    /// tens of microseconds apart, and yield, since they may share a CPU with one that is to come.
    std::latch start;
    std::atomic<bool> abandoned{false}; ///< before the start, which orders it
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t members_at_work; ///< guarded by the mutex
    std::exception_ptr failure;  ///< the first member's; guarded by the mutex
    /// A thread that waits for others may be on their list until they have returned.
    std::latch finish;

    void run(const crew_member& one, loop_member& member) noexcept {
        member.place(one.cpu);
        keep_failure(member, [] { static_cast<void>(usage_of_this_thread()); });
        if (member.failure) {
            abandoned.store(true, std::memory_order_relaxed);
        }
        start.count_down();
        while (!start.try_wait()) {
            std::this_thread::yield();
        }
        if (!abandoned.load(std::memory_order_relaxed)) {
            keep_failure(member, [&] { work(one, member); });
        }
        leave_work(member);
        if (!abandoned.load(std::memory_order_relaxed)) {
            finish.arrive_and_wait();
        }
    }

    static void work(const crew_member& one, loop_member& member) {
        const thread_meter meter;
        one.work(member);
        meter.add_to(member.own);
        if (!one.metered) {
            member.own.used = {};
        }
    }

    void leave_work(const loop_member& member) {
        const std::lock_guard lock(mutex);
        --members_at_work;
        if (!failure) {
            failure = member.failure;
        }
        changed.notify_one();
    }

    /// Others wait for a member that failed, and may do so for ever.
    void wait_for_the_end(const crew_watch& watch) {
        constexpr std::chrono::hours long_time{1};
        const auto ended = [this] { return members_at_work == 0; };
        const auto ended_or_failed = [&] { return ended() || failure; };
        const std::chrono::nanoseconds period = watch.look ? watch.period : long_time;
        std::unique_lock lock(mutex);
        while (!changed.wait_for(lock, period, ended_or_failed)) {
            lock.unlock();
            if (watch.look) {
                watch.look();
            }
            lock.lock();
        }
        if (!changed.wait_until(lock, sleep::deadline_after(watch.patience), ended)) {
            end_program(failure);
        }
    }
};

void join(std::vector<std::thread>& threads) {
    for (std::thread& one : threads) {
        one.join();
    }
}

} // namespace

thread_meter::thread_meter() : before_(usage_of_this_thread()), first_cpu_(cpu::current_cpu()) {}

void thread_meter::add_to(loop_report& report) const {
    report.used += usage_of_this_thread() - before_;
    report.scheduled.push_back(scheduling_of_this_thread());
    report.cpus.push_back(first_cpu_);
    report.cpus.push_back(cpu::current_cpu());
}

void loop_member::place(std::optional<int> cpu) noexcept {
    if (!cpu) {
        return;
    }
    try {
        cpu::pin_this_thread(*cpu);
        own.cpus_intended.push_back(*cpu);
    } catch (...) {
        failure = std::current_exception();
    }
}

void loop_member::add_to(loop_report& whole) const {
    if (failure) {
        std::rethrow_exception(failure);
    }
    whole.turns.insert(whole.turns.end(), own.turns.begin(), own.turns.end());
    whole.used += own.used;
    whole.scheduled.insert(whole.scheduled.end(), own.scheduled.begin(), own.scheduled.end());
    whole.repeated += own.repeated;
    for (const auto& [name, times] : own.counted) {
        whole.counted[name] += times;
    }
    whole.gaps.add_all(own.gaps);
    whole.failures.insert(whole.failures.end(), own.failures.begin(), own.failures.end());
    for (const int cpu : own.cpus) {
        if (!own.cpus_intended.empty() && cpu != own.cpus_intended.front()) {
            whole.failures.push_back("a thread was put on CPU " +
                                     std::to_string(own.cpus_intended.front()) +
                                     " and ran on CPU " + std::to_string(cpu));
        }
        whole.cpus.push_back(cpu);
    }
}

loop_report run_crew(const std::vector<crew_member>& members, const crew_watch& watch) {
    running_crew crew(members.size());
    std::vector<loop_member> seen(members.size());
    std::vector<std::thread> threads;
    try {
        threads.reserve(members.size());
        for (std::size_t i = 0; i < members.size(); ++i) {
            threads.push_back(posix::start_thread([&, i] { crew.run(members[i], seen[i]); }));
        }
    } catch (...) {
        crew.abandoned = true;
        crew.start.count_down(static_cast<std::ptrdiff_t>(members.size() - threads.size()));
        join(threads);
        throw;
    }
    crew.wait_for_the_end(watch);
    join(threads);
    loop_report report;
    for (const loop_member& one : seen) {
        one.add_to(report);
    }
    return report;
}

} // namespace tollgate::measure
