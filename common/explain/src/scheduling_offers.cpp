// SPDX-License-Identifier: BSL-1.0
#include "offers.hpp"

#include <tollgate/explain/arm.hpp>
#include <tollgate/measure/scheduling.hpp>
#include <tollgate/sleep/timer_slack.hpp>

#include <cerrno>
#include <chrono>
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
constexpr const char* slack = "slack=1ns";

#if defined(__linux__)
/// Another policy of the calling thread, and of those that it starts, until this is destroyed.
class other_policy {
public:
    other_policy(int policy, int priority) : before_(::sched_getscheduler(0)) {
        ::sched_getparam(0, &parameters_);
        const sched_param wanted{priority};
        if (before_ < 0 || ::sched_setscheduler(0, policy, &wanted) != 0) {
            throw std::system_error(errno, std::generic_category(), "sched_setscheduler");
        }
    }
    ~other_policy() { ::sched_setscheduler(0, before_, &parameters_); }
    other_policy(const other_policy&) = delete;
    other_policy& operator=(const other_policy&) = delete;

private:
    int before_;
    sched_param parameters_{};
};

constexpr int lowest_real_time = 1;

/// The reason why a policy is not possible here; empty if it is. A thread of its own changes to it
/// and back: a thread that may lower its policy may not be allowed to go back.
std::string refusal(int policy, int priority) {
    std::string reason;
    std::thread([&] {
        const measure::scheduling before = measure::scheduling_of_this_thread();
        try {
            const other_policy tried(policy, priority);
        } catch (const std::system_error& error) {
            reason = error.what();
        }
        if (reason.empty() && measure::scheduling_of_this_thread() != before) {
            reason = "this process may not go back to the policy that it has";
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
    if (const std::string reason = refusal(SCHED_FIFO, lowest_real_time); !reason.empty()) {
        all.refuse(fifo, reason + "; root may, or whom `ulimit -r 1` lets");
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
    one.hold = [] { return std::make_shared<other_policy>(SCHED_FIFO, lowest_real_time); };
    one.proof = [](const measure::case_record& control, const measure::case_record& arm) {
        return expect_all_threads(control, arm, witness::fifo, "SCHED_FIFO");
    };
    all.possible.push_back(std::move(one));
}

void offer_batch(offer& all) {
    if (const std::string reason = refusal(SCHED_BATCH, 0); !reason.empty()) {
        all.refuse(batch, reason);
        return;
    }
    intervention one;
    one.name = batch;
    one.exclusive = "policy";
    one.effect = "goes when its threads are of the batch policy, which preempts less when it wakes";
    one.follows = {"SCHED_BATCH for its threads", "they wait longer for a CPU that is in use",
                   "chrt --batch 0 PROGRAM", ""};
    one.hold = [] { return std::make_shared<other_policy>(SCHED_BATCH, 0); };
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
#else
void offer_policies(const setting&, const std::vector<int>&, offer& all) {
    all.refuse(fifo, "this system has no policy for a thread");
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
    one.name = slack;
    one.effect = "goes when its timers may not be late by choice";
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
