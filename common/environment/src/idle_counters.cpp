// SPDX-License-Identifier: BSL-1.0
#include <tollgate/environment/idle_counters.hpp>

#include "counter.hpp"
#include "examiner.hpp"
#include "machine_file_handle.hpp"

#include <string>
#include <utility>

namespace tollgate::environment {
namespace {

using detail::count;
using detail::difference;

void add_known(const count& one, count& sum) {
    sum = sum && one ? count(*sum + *one) : std::nullopt;
}

} // namespace

idle_counters operator-(const idle_counters& after, const idle_counters& before) {
    return {difference(after.entries, before.entries), difference(after.stops, before.stops),
            difference(after.idle_us, before.idle_us)};
}

struct idle_reader::sources {
    struct state {
        machine_file_handle usage;
        machine_file_handle time_us;
        bool polls = false;
    };
    std::vector<state> states;
    bool every_cpu_has_some = true;
};

idle_reader::idle_reader(const machine_files& files, const std::vector<int>& cpus) {
    auto opened = std::make_unique<sources>();
    for (const int cpu : cpus) {
        const std::string dir = detail::cpu_path(cpu, "cpuidle");
        const std::size_t before = opened->states.size();
        for (const std::string& entry : files.list(dir)) {
            std::string state = dir;
            state.append("/").append(entry);
            if (entry.starts_with("state")) {
                opened->states.push_back(
                    {machine_file_handle(files.locate(state + "/usage")),
                     machine_file_handle(files.locate(state + "/time")),
                     files.read(state + "/name").value_or("").starts_with("POLL")});
            }
        }
        opened->every_cpu_has_some = opened->every_cpu_has_some && opened->states.size() > before;
    }
    sources_ = std::move(opened);
}

idle_reader::~idle_reader() = default;
idle_reader::idle_reader(idle_reader&&) noexcept = default;
idle_reader& idle_reader::operator=(idle_reader&&) noexcept = default;

idle_counters idle_reader::read() const {
    if (sources_->states.empty() || !sources_->every_cpu_has_some) {
        return {};
    }
    idle_counters sum{0, 0, 0};
    for (const sources::state& one : sources_->states) {
        const count entries = detail::counter_in(one.usage);
        add_known(entries, sum.entries);
        if (!one.polls) {
            add_known(entries, sum.stops);
        }
        add_known(detail::counter_in(one.time_us), sum.idle_us);
    }
    return sum;
}

} // namespace tollgate::environment
