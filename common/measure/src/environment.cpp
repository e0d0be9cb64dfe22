// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/environment.hpp>

#include "environment_examiners.hpp"

namespace tollgate::measure {
namespace {

// In the order in which they are shown: the hardware, what shares it, the clock, the kernel, us.
constexpr examine::examiner* examiners[] = {
    examine::governor,     examine::boost,         examine::idle_states,  examine::power,
    examine::smt,          examine::hypervisor,    examine::steal,        examine::load,
    examine::pressure,     examine::isolated_cpus, examine::cgroup_quota, examine::throttling,
    examine::clock_source, examine::counter,       examine::timer_slack,  examine::aslr,
    examine::mitigations,  examine::perf,          examine::build_type,   examine::boost_version,
    examine::context,
};

} // namespace

std::vector<verdict> examine_environment(const machine_files& files,
                                         const environment_question& question) {
    std::vector<verdict> verdicts;
    for (examine::examiner* const examiner : examiners) {
        if (std::optional<verdict> found = examiner(files, question)) {
            verdicts.push_back(std::move(*found));
        }
    }
    return verdicts;
}

} // namespace tollgate::measure
