// SPDX-License-Identifier: BSL-1.0
#include "offers.hpp"

#include <tollgate/explain/arm.hpp>
#include <tollgate/measure/scheduling.hpp>
#include <tollgate/sleep/timer_slack.hpp>

#include <cerrno>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace tollgate::explain {
namespace {

constexpr const char* fifo = "policy=fifo";
constexpr const char* batch = "policy=batch";
constexpr const char* preferred = "nice=-10";
constexpr const char* slack = "slack=1ns";

#if defined(__linux__)
using measure::scheduling;
using measure::scheduling_of_this_thread;

/// The calling thread, and those that it starts, are scheduled in this way until it is destroyed.
/// Throws if the system refuses; the call is named in what it says.
class scheduled_otherwise {
public:
    scheduled_otherwise(const scheduling& wanted, const char* call) : held_(wanted) {
        const scheduling now = scheduling_of_this_thread();
        if (now.policy != wanted.policy || now.priority != wanted.priority ||
            now.nice != wanted.nice) {
            throw std::system_error(EPERM, std::generic_category(), call);
        }
    }

private:
    measure::scheduled_as held_;
};

using hold_function = std::function<std::shared_ptr<void>()>;

hold_function another_policy(int policy, int priority) {
    return [policy, priority] {
        scheduling wanted = scheduling_of_this_thread();
        wanted.policy = policy;
        wanted.priority = priority;
        return std::make_shared<scheduled_otherwise>(wanted, "sched_setscheduler");
    };
}

hold_function another_nice_value(int nice) {
    return [nice] {
        scheduling wanted = scheduling_of_this_thread();
        wanted.nice = nice;
        return std::make_shared<scheduled_otherwise>(wanted, "setpriority");
    };
}

constexpr int lowest_real_time = 1;
constexpr int preferred_nice = -10;

/// The reason why a thread may not be scheduled in another way here; empty if it may. A thread of
/// its own changes to it and back: a thread that may lower its policy may not be allowed to go
/// back.
std::string refusal(const hold_function& hold) {
    std::string reason;
    std::thread([&] {
        const scheduling before = scheduling_of_this_thread();
        try {
            (void)hold();
        } catch (const std::system_error& error) {
            reason = error.what();
        }
        if (reason.empty() && scheduling_of_this_thread() != before) {
            reason = "this process may not go back to what it has";
        }
    }).join();
    return reason;
}

/// Whether its threads wait for each other by giving up the CPU: one that spins at a real-time
/// priority would keep the others off a CPU that it shares with them.
bool may_share_a_cpu(const setting& where, const std::vector<int>& cpus) {
    if (where.control.threads <= cpus.size()) {
        return true;
    }
    const std::uint64_t operations = 64 * where.control.lap;
    const measure::batch seen =
        where.control.run({where.control.lap, {{1, operations}}}, where.clock);
    return seen.report.used.voluntary_switches >= static_cast<std::int64_t>(operations / 2);
}

void offer_fifo(const setting& where, const std::vector<int>& cpus, offer& all) {
    const hold_function hold = another_policy(SCHED_FIFO, lowest_real_time);
    if (const std::string reason = refusal(hold); !reason.empty()) {
        all.refuse(fifo, reason + "; root may do it, or a user whose `ulimit -r` is 1 or more");
        return;
    }
    if (where.control.valued_by != measure::method::unobserved_loop &&
        where.control.threads > cpus.size()) {
        all.refuse(fifo, "its threads share a CPU, and may spin");
        return;
    }
    if (!may_share_a_cpu(where, cpus)) {
        all.refuse(fifo, "its threads share a CPU without sleeping: the first would keep it");
        return;
    }
    intervention one;
    one.name = fifo;
    one.exclusive = "policy";
    one.effect = "goes when its threads have real-time priority";
    one.follows = {"SCHED_FIFO for its threads",
                   "they keep everything else off their CPUs; one that spins hangs them",
                   "chrt --fifo 1 PROGRAM", ""};
    one.hold = hold;
    one.proof = [](const measure::case_record& control, const measure::case_record& arm) {
        return expect_all_threads(control, arm, witness::fifo, "SCHED_FIFO");
    };
    all.possible.push_back(std::move(one));
}

void offer_batch(offer& all) {
    const hold_function hold = another_policy(SCHED_BATCH, 0);
    if (const std::string reason = refusal(hold); !reason.empty()) {
        all.refuse(batch, reason);
        return;
    }
    intervention one;
    one.uses_cpus_alike = true;
    one.name = batch;
    one.exclusive = "policy";
    one.effect = "goes when its threads are of the batch policy, which preempts less when it wakes";
    one.follows = {"SCHED_BATCH for its threads", "they wait longer for a CPU that is in use",
                   "chrt --batch 0 PROGRAM", ""};
    one.hold = hold;
    one.proof = [](const measure::case_record& control, const measure::case_record& arm) {
        return expect_all_threads(control, arm, witness::batch, "SCHED_BATCH");
    };
    all.possible.push_back(std::move(one));
}
#endif

} // namespace

#if defined(__linux__)
void offer_policies(const setting& where, const std::vector<int>& cpus, offer& all) {
    offer_fifo(where, cpus, all);
    offer_batch(all);
}

void offer_nice_value(const setting&, offer& all) {
    const hold_function hold = another_nice_value(preferred_nice);
    if (const std::string reason = refusal(hold); !reason.empty()) {
        all.refuse(preferred,
                   reason + "; root may do it, or a user whose `ulimit -e` is 30 or more");
        return;
    }
    intervention one;
    one.uses_cpus_alike = true;
    one.name = preferred;
    one.effect = "goes when its threads are preferred by a nice value of -10";
    one.follows = {"a nice value of -10 for its threads",
                   "other threads on their CPUs get a ninth of the time that these get",
                   "nice -n -10 PROGRAM", ""};
    one.hold = hold;
    one.proof = [](const measure::case_record& control, const measure::case_record& arm) {
        return expect_all_threads(control, arm, witness::nice, "a nice value of -10");
    };
    all.possible.push_back(std::move(one));
}
#else
void offer_policies(const setting&, const std::vector<int>&, offer& all) {
    all.refuse(fifo, "this system has no policy for a thread");
}

void offer_nice_value(const setting&, offer& all) {
    all.refuse(preferred, "this system has no nice value for a thread");
}
#endif

void offer_timer_slack(const setting&, offer& all) {
    using std::chrono::nanoseconds;
    const std::int64_t before = measure::scheduling_of_this_thread().timer_slack_ns;
    if (before < 0) {
        all.refuse(slack, "this system has no timer slack");
        return;
    }
    intervention one;
    one.uses_cpus_alike = true;
    one.name = slack;
    one.effect = "goes when the kernel may not delay its timers";
    one.verdict = "timer slack";
    one.follows = {"a timer slack of 1 ns; of ours: sleep::timer_slack",
                   "timers that might have shared an interrupt have one each",
                   "prctl(PR_SET_TIMERSLACK, 1)",
                   "prctl(PR_SET_TIMERSLACK, " + std::to_string(before) + ")"};
    one.hold = [] { return std::make_shared<sleep::timer_slack>(nanoseconds(1)); };
    one.proof = [](const measure::case_record& control, const measure::case_record& arm) {
        return expect_all_threads(control, arm, witness::slack, "a timer slack of 1 ns");
    };
    all.possible.push_back(std::move(one));
}

} // namespace tollgate::explain
