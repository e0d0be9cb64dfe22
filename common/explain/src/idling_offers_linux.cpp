// SPDX-License-Identifier: BSL-1.0
#include "offers_linux.hpp"

#include <tollgate/cpu/pinned_thread.hpp>
#include <tollgate/explain/hold_checks.hpp>
#include <tollgate/measure/scheduling.hpp>
#include <tollgate/posix/held_idle_latency_linux.hpp>
#include <tollgate/posix/written_setting.hpp>
#include <tollgate/sleep/relax.hpp>

#include <list>
#include <memory>
#include <system_error>

namespace tollgate::explain {
namespace {

constexpr const char* idle_states = "idle states"; // the environment's verdict

hold_check_function fewer_stops() {
    return expect_fewer(witness::idle_stops, "CPUs entered an idle state in which they stop");
}

void offer_busy_cpus(const setting& where, const std::vector<int>& cpus, offer& all) {
    constexpr const char* name = "cpus=busy";
    constexpr std::size_t most_cpus = 16;
    if (measure::scheduling_of_this_thread().policy == SCHED_IDLE) {
        all.refuse(name, "this process is of SCHED_IDLE, and spinning threads would not yield "
                         "to it; start it with another policy");
    } else if (!where.machine.can_pin) {
        all.refuse(name, "this system lets no thread choose its CPU");
    } else if (cpus.size() > most_cpus) {
        all.refuse(name, "it would keep " + std::to_string(cpus.size()) +
                             " CPUs busy; choose at most 16 with --cpus");
    } else {
        const auto hold = [cpus] {
            auto spinners = std::make_shared<std::list<cpu::pinned_thread>>();
            for (const int cpu : cpus) {
                spinners->emplace_back(cpu, SCHED_IDLE,
                                       [](std::uint64_t) noexcept { sleep::relax(); });
            }
            return spinners;
        };
        all.possible.push_back(
            {{name,
              "its CPUs are kept from idling",
              {"threads of idle priority that spin, one on each of its CPUs",
               "all of these CPUs' time, and the power for it",
               "chrt --idle 0 taskset -c CPU sh -c 'while :; do :; done' &", "kill $!"},
              idle_states},
             hold,
             expect_fewer(witness::idle_entries, "its CPUs entered idle")});
    }
}

void offer_shallow_idle(offer& all) {
    constexpr const char* name = "idle=shallow";
    if (const auto reason = posix::held_idle_latency::refusal()) {
        all.refuse(name, *reason);
        return;
    }
    all.possible.push_back(
        {{name,
          "CPUs may enter only shallow idle states",
          {"hold 0 in /dev/cpu_dma_latency",
           "power: on the whole machine, idle CPUs poll or stay in shallow states",
           "exec 9>/dev/cpu_dma_latency; printf '\\0\\0\\0\\0' >&9", "exec 9>&-"},
          idle_states},
         [] { return std::make_shared<posix::held_idle_latency>(); },
         fewer_stops()});
}

void offer_halt_polling(const setting& where, offer& all) {
    constexpr const char* name = "halt_poll=200us";
    const std::string setting_file = "/sys/module/haltpoll/parameters/guest_halt_poll_ns";
    const auto governor = where.files.read("/sys/devices/system/cpu/cpuidle/current_governor");
    if (!where.files.exists(setting_file) || governor != "haltpoll") {
        all.refuse(name, "the idle governor is " + governor.value_or("not visible") +
                             "; only haltpoll, of a KVM guest, polls before it halts");
        return;
    }
    const std::string file = where.files.locate(setting_file);
    try {
        const std::string before = posix::written_setting::value_of(file);
        const auto writer = std::make_shared<posix::written_setting>(file, "200000");
        all.possible.push_back(
            {{name,
              "the virtual machine polls for 200 µs before it halts",
              {"set guest_halt_poll_ns to 200000",
               "an idle CPU of the virtual machine spins for up to 200 µs: host time, and power",
               "echo 200000 > " + setting_file, "echo " + before + " > " + setting_file},
              idle_states},
             [writer] { return writer->hold(); },
             fewer_stops()});
    } catch (const std::system_error& error) {
        all.refuse(name, std::string(error.what()) + "; root may write it, one run at a time");
    }
}

} // namespace

void offer_idling(const setting& where, const std::vector<int>& cpus, offer& all) {
    offer_busy_cpus(where, cpus, all);
    offer_shallow_idle(all);
    offer_halt_polling(where, all);
}

} // namespace tollgate::explain
