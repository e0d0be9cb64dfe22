// SPDX-License-Identifier: BSL-1.0
#include "offers_linux.hpp"

#include <tollgate/explain/hold_checks.hpp>
#include <tollgate/measure/scheduling.hpp>
#include <tollgate/posix/start_thread.hpp>
#include <tollgate/sleep/timer_slack.hpp>

#include <cerrno>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <system_error>

#include <sched.h>
#include <sys/mman.h>

namespace tollgate::explain {
namespace {

using measure::scheduling;
using measure::scheduling_of_this_thread;
using hold_function = std::function<std::shared_ptr<void>()>;

/// Changes the scheduling of this thread, and of the threads that it starts. If the system refuses,
/// it throws with the name of the call.
hold_function scheduled(const char* call, std::function<void(scheduling&)> change) {
    return [call, change = std::move(change)] {
        scheduling wanted = scheduling_of_this_thread();
        change(wanted);
        auto held = std::make_shared<measure::scheduled_as>(wanted);
        const scheduling now = scheduling_of_this_thread();
        if (now.policy != wanted.policy || now.priority != wanted.priority ||
            now.nice != wanted.nice) {
            throw std::system_error(EPERM, std::generic_category(), call);
        }
        return held;
    };
}

/// Keeps all pages of the process in memory, also later ones.
std::shared_ptr<void> lock_memory() {
    if (::mlockall(MCL_CURRENT | MCL_FUTURE) != 0) {
        throw std::system_error(errno, std::generic_category(), "mlockall");
    }
    return {nullptr, [](void*) { ::munlockall(); }};
}

/// The reason why a thread may not be changed in this way here; empty if it may. A new thread tries
/// the change and the way back: a thread that may lower its policy may not be allowed to raise it.
std::string refusal(const hold_function& hold) {
    std::string reason;
    posix::start_thread([&] {
        const scheduling before = scheduling_of_this_thread();
        try {
            (void)hold();
        } catch (const std::exception& error) {
            reason = error.what();
        }
        if (reason.empty() && scheduling_of_this_thread() != before) {
            reason = "this process may not go back to its present setting";
        }
    }).join();
    return reason;
}

/// The reason why real-time priority may hang the case; empty if it may not. A spinning thread of
/// real-time priority would keep other threads off a shared CPU, unless all wait by sleeping.
std::string may_hang(const setting& where, const std::vector<int>& cpus) {
    if (where.control.threads <= cpus.size()) {
        return {};
    }
    if (where.control.valued_by != measure::method::untimed_loop) {
        return "its threads share a CPU, and may spin";
    }
    const std::uint64_t operations = 64 * where.control.lap;
    const measure::batch done =
        where.control.run({where.control.lap, {{1, operations}}}, where.clock);
    return done.report.used.voluntary_switches >= static_cast<std::int64_t>(operations / 2)
               ? ""
               : "its threads share a CPU without sleeping: the first would keep it";
}

struct thread_setting {
    intervention change;
    const char* allowed_by; ///< after the reason of a refusal
};

std::vector<thread_setting> all_settings(std::int64_t slack_ns) {
    const auto fifo = [](scheduling& thread) { thread.policy = SCHED_FIFO, thread.priority = 1; };
    const auto batch = [](scheduling& thread) { thread.policy = SCHED_BATCH, thread.priority = 0; };
    const auto nice = [](scheduling& thread) { thread.nice = -10; };
    const auto slack = [] {
        return std::make_shared<sleep::timer_slack>(std::chrono::nanoseconds(1));
    };
    const std::string undo_slack = "prctl(PR_SET_TIMERSLACK, " + std::to_string(slack_ns) + ")";
    return {
        {{{"policy=fifo",
           "its threads have real-time priority",
           {"SCHED_FIFO for its threads",
            "they keep all other threads off their CPUs; a thread that spins hangs its CPU",
            "chrt --fifo 1 PROGRAM", ""},
           "",
           "policy"},
          scheduled("sched_setscheduler", fifo),
          expect_all_threads(witness::fifo)},
         "; root may do it, or a user whose `ulimit -r` is 1 or more"},
        {{{"policy=batch",
           "its threads are of the batch policy, which preempts less when it wakes",
           {"SCHED_BATCH for its threads", "they wait longer for a CPU that is in use",
            "chrt --batch 0 PROGRAM", ""},
           "",
           "policy"},
          scheduled("sched_setscheduler", batch),
          expect_all_threads(witness::batch),
          true},
         ""},
        {{{"nice=-10",
           "its threads are preferred by a nice value of -10",
           {"a nice value of -10 for its threads",
            "other threads on their CPUs get a ninth of the time that these get",
            "nice -n -10 PROGRAM", ""}},
          scheduled("setpriority", nice),
          expect_all_threads(witness::nice),
          true},
         "; root may do it, or a user whose `ulimit -e` is 30 or more"},
        {{{"slack=1ns",
           "the kernel may not delay its timers",
           {"a timer slack of 1 ns; in this project: sleep::timer_slack",
            "timers that might have shared an interrupt have one each",
            "prctl(PR_SET_TIMERSLACK, 1)", undo_slack},
           "timer slack"},
          slack,
          expect_all_threads(witness::slack),
          true},
         ""},
        {{{"memory=locked",
           "all of its memory is present from the start",
           {"memory that is locked and faulted in at the start", "all of its memory stays in use",
            "mlockall(MCL_CURRENT | MCL_FUTURE)", "munlockall()"}},
          lock_memory,
          expect_fewer(witness::page_faults, "its threads had page faults"),
          true},
         "; root may do it, or a user whose `ulimit -l` is large enough"}};
}

} // namespace

void offer_thread_settings(const setting& where, const std::vector<int>& cpus, offer& all) {
    constexpr std::size_t most_stacks = 4; // all of each stack would be in memory
    for (thread_setting& row : all_settings(scheduling_of_this_thread().timer_slack_ns)) {
        const std::string name = row.change.name;
        std::string reason = refusal(row.change.hold);
        if (!reason.empty()) {
            reason += row.allowed_by;
        } else if (name == "policy=fifo") {
            reason = may_hang(where, cpus);
        } else if (name == "memory=locked" && where.control.threads > most_stacks) {
            reason = "the stacks of " + std::to_string(where.control.threads) +
                     " threads would be in memory as a whole; at most 4";
        }
        if (reason.empty()) {
            all.possible.push_back(std::move(row.change));
        } else {
            all.refuse(name, reason);
        }
    }
}

} // namespace tollgate::explain
