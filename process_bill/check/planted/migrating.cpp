// SPDX-License-Identifier: BSL-1.0
#include "planted.hpp"

#include <vector>

#include <sched.h>

namespace tollgate::bill::planted {

void migrating(version which) {
    constexpr int moves = 10'000;
    std::vector<std::uint64_t> data(32'768);
    cpu_set_t allowed;
    sched_getaffinity(0, sizeof allowed, &allowed);
    std::vector<int> cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &allowed)) {
            cpus.push_back(cpu);
        }
    }
    for (int move = 0; move < moves; ++move) {
        if (which == version::wasteful || move == 0) {
            cpu_set_t target;
            CPU_ZERO(&target);
            CPU_SET(cpus[static_cast<std::size_t>(move) % cpus.size()], &target);
            sched_setaffinity(0, sizeof target, &target);
        }
        for (int sweep = 0; sweep < 10; ++sweep) {
            for (std::size_t i = 0; i < data.size(); i += 8) {
                data[i] += i;
            }
        }
        work_us(100);
    }
}

} // namespace tollgate::bill::planted
