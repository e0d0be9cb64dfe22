// SPDX-License-Identifier: BSL-1.0
#include "offers.hpp"
#include "written_setting.hpp"

#include <tollgate/explain/arm.hpp>
#if defined(__linux__)
#include <tollgate/explain/held_idle_latency_linux.hpp>
#endif

#include <system_error>

namespace tollgate::explain {
namespace {

constexpr const char* shallow = "idle=shallow";
constexpr const char* polling = "halt_poll=200us";

hold_proof fewer_stops(const measure::case_record& control, const measure::case_record& arm) {
    return expect_fewer(control, arm, witness::idle_stops, "CPUs entered a state that stops them");
}

} // namespace

#if defined(__linux__)
void offer_shallow_idle(const setting&, offer& all) {
    if (const auto reason = held_idle_latency::refusal()) {
        all.refuse(shallow, *reason);
        return;
    }
    intervention one;
    one.name = shallow;
    one.effect = "goes when CPUs may enter shallow idle states alone";
    one.verdict = "idle states";
    one.follows = {"0 held in /dev/cpu_dma_latency",
                   "idle CPUs poll or stay in shallow states, on the whole machine: power",
                   "exec 9>/dev/cpu_dma_latency; printf '\\0\\0\\0\\0' >&9", "exec 9>&-"};
    one.hold = [] { return std::make_shared<held_idle_latency>(); };
    one.proof = fewer_stops;
    all.possible.push_back(std::move(one));
}
#else
void offer_shallow_idle(const setting&, offer& all) {
    all.refuse(shallow, "this system has no limit to the latency of idle states");
}
#endif

void offer_halt_polling(const setting& where, offer& all) {
    constexpr const char* setting_file = "/sys/module/haltpoll/parameters/guest_halt_poll_ns";
    constexpr const char* governor_file = "/sys/devices/system/cpu/cpuidle/current_governor";
    constexpr const char* value = "200000";
    const auto governor = where.files.read(governor_file);
    if (!where.files.exists(setting_file) || governor != "haltpoll") {
        all.refuse(polling, "the idle governor is " + governor.value_or("not visible") +
                                "; only haltpoll, of a KVM guest, polls before it halts");
        return;
    }
    const std::string file = where.files.locate(setting_file);
    std::string before;
    try {
        before = written_setting::value_of(file);
    } catch (const std::system_error& error) {
        all.refuse(polling, std::string(error.what()) + "; root may write it, one run at a time");
        return;
    }
    const auto writer = std::make_shared<written_setting>(file, value);
    intervention one;
    one.name = polling;
    one.effect = "goes when the guest polls for 200 us before it halts";
    one.verdict = "idle states";
    one.follows = {"guest_halt_poll_ns at 200000",
                   "an idle CPU of the guest spins for up to 200 us: host time, and power",
                   std::string("echo 200000 > ") + setting_file,
                   "echo " + before + " > " + setting_file};
    one.hold = [writer] { return writer->hold(); };
    one.proof = fewer_stops;
    all.possible.push_back(std::move(one));
}

} // namespace tollgate::explain
