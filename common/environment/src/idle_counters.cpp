// SPDX-License-Identifier: BSL-1.0
#include <tollgate/environment/idle_counters.hpp>

#include "examiner.hpp"
#include "text.hpp"

namespace tollgate::environment {

using detail::count;
using detail::difference;

idle_counters operator-(const idle_counters& after, const idle_counters& before) {
    return {difference(after.entries, before.entries), difference(after.stops, before.stops)};
}

idle_reader::idle_reader(const machine_files& files, const std::vector<int>& cpus) : files_(files) {
    for (const int cpu : cpus) {
        const std::string dir = detail::cpu_path(cpu, "cpuidle/");
        const std::size_t before = states_.size();
        for (const std::string& entry : files.list(dir)) {
            if (entry.starts_with("state")) {
                states_.push_back(
                    {dir + entry,
                     files.read(dir + entry + "/name").value_or("").starts_with("POLL")});
            }
        }
        every_cpu_has_states_ = every_cpu_has_states_ && states_.size() > before;
    }
}

idle_counters idle_reader::read() const {
    if (states_.empty() || !every_cpu_has_states_) {
        return {};
    }
    idle_counters sum{0, 0};
    for (const state& idle_state : states_) {
        const count entries =
            detail::counter_of(files_.read(idle_state.directory + "/usage").value_or(""));
        sum.entries = detail::sum(sum.entries, entries);
        if (!idle_state.polls) {
            sum.stops = detail::sum(sum.stops, entries);
        }
    }
    return sum;
}

std::map<std::string, std::uint64_t> idle_entries_of_states(const machine_files& files, int cpu) {
    std::map<std::string, std::uint64_t> entries;
    const std::string dir = detail::cpu_path(cpu, "cpuidle/");
    for (const std::string& entry : files.list(dir)) {
        const auto name = files.read(dir + entry + "/name");
        const count usage = detail::counter_of(files.read(dir + entry + "/usage").value_or(""));
        if (entry.starts_with("state") && name && usage) {
            entries[*name] = *usage;
        }
    }
    return entries;
}

} // namespace tollgate::environment
