// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/case_record.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/result.hpp>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace tollgate::testing {

/// Returns a fake machine for checks. The CPUs are numbered in the order of sockets, cores and
/// hardware threads. Each socket has one L3 cache and one memory node.
///
///     // 2 sockets, 4 cores in each socket, 2 hardware threads in each core: 16 CPUs
///     const cpu::topology machine = testing::fake_machine(2, 4, 2);
inline cpu::topology fake_machine(int sockets, int cores_per_socket, int threads_per_core) {
    cpu::topology machine;
    for (int socket = 0; socket < sockets; ++socket) {
        for (int core = 0; core < cores_per_socket; ++core) {
            for (int thread = 0; thread < threads_per_core; ++thread) {
                machine.threads.push_back({.cpu = static_cast<int>(machine.threads.size()),
                                           .core = socket * cores_per_socket + core,
                                           .l3 = socket,
                                           .package = socket,
                                           .numa = socket});
            }
        }
    }
    machine.packages = sockets;
    machine.cores = sockets * cores_per_socket;
    machine.relations_known = true;
    machine.source = "fake";
    return machine;
}

/// The figures of a fake round.
struct fake_round {
    double value_ns; ///< the cost of an operation
    /// The slope of the line through the times of groups of operations, over the sizes of the
    /// groups. For events: the mean time of an event.
    double slope_ns = value_ns;
    std::uint64_t operations = 1; ///< the number of operations in the round
    double cpu_ns = 0;            ///< the CPU time of an operation
    double switches = 0;          ///< the voluntary context switches of an operation
    double intercept_ns = 0;      ///< the intercept of the line
};

/// Returns a fake case with these rounds. Each round is in its own pass. `samples` are the times of
/// single operations, in ns.
inline measure::case_record fake_case(const std::string& name,
                                      const std::vector<fake_round>& rounds,
                                      const std::vector<std::int64_t>& samples = {}) {
    measure::case_record record;
    record.key = report::guess_key(name);
    for (const fake_round& fake : rounds) {
        measure::case_round round;
        round.process = round.round = record.rounds.size();
        round.operations = fake.operations;
        round.value_ns = fake.value_ns;
        round.cpu_ns = fake.cpu_ns;
        round.voluntary_switches = fake.switches;
        round.fit.slope = fake.slope_ns;
        round.fit.intercept = fake.intercept_ns;
        record.rounds.push_back(round);
    }
    for (const std::int64_t sample : samples) {
        record.samples.add(sample);
    }
    return record;
}

/// Returns a fake case with rounds that have only a value.
inline measure::case_record fake_case(const std::string& name,
                                      std::initializer_list<double> values_ns) {
    std::vector<fake_round> rounds;
    for (const double value_ns : values_ns) {
        rounds.push_back({value_ns});
    }
    return fake_case(name, rounds);
}

/// Returns the fake result of a run with these cases.
inline report::result fake_result(const std::vector<measure::case_record>& cases) {
    report::result result;
    result.cases.assign(cases.begin(), cases.end());
    return result;
}

} // namespace tollgate::testing
