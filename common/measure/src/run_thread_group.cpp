// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/run_thread_group.hpp>

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

/// Does the work, unless the member has failed, and keeps the exception.
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

/// Nothing else can end threads that wait for a failed thread, or free what they use.
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

/// The shared state of a thread group.
struct running_group {
    explicit running_group(std::size_t members)
        : start(static_cast<std::ptrdiff_t>(members)),
          members_at_work(members),
          finish(static_cast<std::ptrdiff_t>(members)) {}

    /// Members leave it together. They poll, because blocked threads would be woken one after the
    /// other, tens of microseconds apart. They yield, because they may share a CPU with a thread
    /// that has not come yet.
    std::latch start;
    std::atomic<bool> abandoned{false}; ///< stored before `start`, which orders it
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t members_at_work; ///< guarded by the mutex
    std::exception_ptr failure;  ///< the first member's; guarded by the mutex
    /// No thread ends earlier: it may be in a wait queue of the others until they have returned.
    std::latch finish;

    void run(const group_member& planned, loop_member& member) noexcept {
        member.place(planned.cpu);
        keep_failure(member, [] { static_cast<void>(usage_of_this_thread()); });
        if (member.failure) {
            abandoned.store(true, std::memory_order_relaxed);
        }
        start.count_down();
        while (!start.try_wait()) {
            std::this_thread::yield();
        }
        if (!abandoned.load(std::memory_order_relaxed)) {
            keep_failure(member, [&] { work(planned, member); });
        }
        leave_work(member);
        if (!abandoned.load(std::memory_order_relaxed)) {
            finish.arrive_and_wait();
        }
    }

    static void work(const group_member& planned, loop_member& member) {
        const thread_meter meter;
        planned.work(member);
        meter.add_to(member.report);
        if (!planned.metered) {
            member.report.used = {};
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

    /// After a member has failed, others may wait for it for ever.
    void wait_for_the_end(const group_watch& watch) {
        constexpr std::chrono::hours long_time{1};
        const auto ended = [this] { return members_at_work == 0; };
        const auto ended_or_failed = [&] { return ended() || failure; };
        const std::chrono::nanoseconds period = watch.on_period ? watch.period : long_time;
        std::unique_lock lock(mutex);
        while (!changed.wait_for(lock, period, ended_or_failed)) {
            lock.unlock();
            if (watch.on_period) {
                watch.on_period();
            }
            lock.lock();
        }
        if (!changed.wait_until(lock, sleep::deadline_after(watch.grace_period), ended)) {
            end_program(failure);
        }
    }
};

void join(std::vector<std::thread>& threads) {
    for (std::thread& thread : threads) {
        thread.join();
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
        report.cpus_intended.push_back(*cpu);
    } catch (...) {
        failure = std::current_exception();
    }
}

void loop_member::add_to(loop_report& whole) const {
    if (failure) {
        std::rethrow_exception(failure);
    }
    whole.probe_calls.insert(whole.probe_calls.end(), report.probe_calls.begin(),
                             report.probe_calls.end());
    whole.used += report.used;
    whole.scheduled.insert(whole.scheduled.end(), report.scheduled.begin(), report.scheduled.end());
    whole.repeated += report.repeated;
    for (const auto& [name, times] : report.counted) {
        whole.counted[name] += times;
    }
    whole.gaps.add_all(report.gaps);
    whole.failures.insert(whole.failures.end(), report.failures.begin(), report.failures.end());
    for (const int cpu : report.cpus) {
        if (!report.cpus_intended.empty() && cpu != report.cpus_intended.front()) {
            whole.failures.push_back("a thread was put on CPU " +
                                     std::to_string(report.cpus_intended.front()) +
                                     " and ran on CPU " + std::to_string(cpu));
        }
        whole.cpus.push_back(cpu);
    }
}

loop_report run_thread_group(const std::vector<group_member>& members, const group_watch& watch) {
    running_group group(members.size());
    std::vector<loop_member> results(members.size());
    std::vector<std::thread> threads;
    try {
        threads.reserve(members.size());
        for (std::size_t i = 0; i < members.size(); ++i) {
            threads.push_back(posix::start_thread([&, i] { group.run(members[i], results[i]); }));
        }
    } catch (...) {
        group.abandoned = true;
        group.start.count_down(static_cast<std::ptrdiff_t>(members.size() - threads.size()));
        join(threads);
        throw;
    }
    group.wait_for_the_end(watch);
    join(threads);
    loop_report report;
    for (const loop_member& result : results) {
        result.add_to(report);
    }
    return report;
}

} // namespace tollgate::measure
