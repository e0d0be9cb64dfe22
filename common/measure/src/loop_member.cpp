// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/loop_member.hpp>

#include <tollgate/cpu/affinity.hpp>

#include <string>

namespace tollgate::measure {

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

} // namespace tollgate::measure
