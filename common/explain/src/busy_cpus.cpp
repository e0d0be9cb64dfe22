// SPDX-License-Identifier: BSL-1.0
#include "offers.hpp"

#include <tollgate/explain/arm.hpp>
#if defined(__linux__)
#include <tollgate/explain/idle_spinner_linux.hpp>
#include <tollgate/measure/scheduling.hpp>
#endif

#include <list>
#include <memory>
#include <string>
#include <utility>

namespace tollgate::explain {
namespace {

constexpr const char* busy = "cpus=busy";
constexpr std::size_t most_cpus = 16;

} // namespace

#if defined(__linux__)
void offer_busy_cpus(const setting& where, const std::vector<int>& cpus, offer& all) {
    if (measure::scheduling_of_this_thread().policy == SCHED_IDLE) {
        all.refuse(busy, "this process is of SCHED_IDLE, and spinning threads would not give way "
                         "to it; start it otherwise");
        return;
    }
    if (!where.machine.can_pin) {
        all.refuse(busy, "this system lets no thread choose its CPU");
        return;
    }
    if (cpus.size() > most_cpus) {
        all.refuse(busy, "it would keep " + std::to_string(cpus.size()) +
                             " CPUs busy; choose at most 16 with --cpus");
        return;
    }
    intervention one;
    one.name = busy;
    one.effect = "goes when its CPUs are kept from idling";
    one.verdict = "idle states";
    one.follows = {"threads of idle priority that spin, one on each of its CPUs",
                   "all of these CPUs' time, and the power for it",
                   "chrt --idle 0 taskset -c CPU sh -c 'while :; do :; done' &", "kill $!"};
    one.hold = [cpus] {
        auto spinners = std::make_shared<std::list<idle_spinner>>();
        for (const int cpu : cpus) {
            spinners->emplace_back(cpu);
        }
        return spinners;
    };
    one.proof = [](const measure::case_record& control, const measure::case_record& arm) {
        return expect_fewer(control, arm, witness::idle_entries, "they entered idle");
    };
    all.possible.push_back(std::move(one));
}
#else
void offer_busy_cpus(const setting&, const std::vector<int>&, offer& all) {
    all.refuse(busy, "this system has no policy that gives way to every other thread");
}
#endif

} // namespace tollgate::explain
