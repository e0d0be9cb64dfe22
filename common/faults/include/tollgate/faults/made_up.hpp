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

namespace tollgate::faults {

/// For checks of what a program lists: a machine whose CPUs are numbered through in the order of
/// sockets, cores and hardware threads; each socket has one L3 cache and one memory node.
inline cpu::topology made_up_machine(int sockets, int cores_a_socket, int threads_a_core) {
    cpu::topology machine;
    for (int socket = 0; socket < sockets; ++socket) {
        for (int core = 0; core < cores_a_socket; ++core) {
            for (int thread = 0; thread < threads_a_core; ++thread) {
                machine.threads.push_back({.cpu = static_cast<int>(machine.threads.size()),
                                           .core = socket * cores_a_socket + core,
                                           .l3 = socket,
                                           .package = socket,
                                           .numa = socket});
            }
        }
    }
    machine.packages = sockets;
    machine.cores = sockets * cores_a_socket;
    machine.relations_known = true;
    machine.source = "made up";
    return machine;
}

/// A round that was not measured.
struct made_up_round {
    double value_ns;
    double slope_ns = value_ns; ///< of single events: their mean
    std::uint64_t operations = 1;
    double cpu_ns = 0;
    double switches = 0;
    double intercept_ns = 0; ///< what a single operation takes more than one of many
};

/// A case with these rounds, each of a pass of its own, and single operations that took these
/// counts.
inline measure::case_record made_up_case(const std::string& name,
                                         const std::vector<made_up_round>& rounds,
                                         const std::vector<std::int64_t>& samples = {}) {
    measure::case_record record;
    record.key = report::guess_key(name);
    for (const made_up_round& one : rounds) {
        measure::case_round round;
        round.process = round.round = record.rounds.size();
        round.operations = one.operations;
        round.value_ns = one.value_ns;
        round.cpu_ns = one.cpu_ns;
        round.voluntary_switches = one.switches;
        round.fit.slope = one.slope_ns;
        round.fit.intercept = one.intercept_ns;
        record.rounds.push_back(round);
    }
    for (const std::int64_t sample : samples) {
        record.samples.add(sample);
    }
    return record;
}

/// One whose rounds say nothing but these values.
inline measure::case_record made_up_case(const std::string& name,
                                         std::initializer_list<double> values_ns) {
    std::vector<made_up_round> rounds;
    for (const double value_ns : values_ns) {
        rounds.push_back({value_ns});
    }
    return made_up_case(name, rounds);
}

/// The result of a run with these cases, none of them measured.
inline report::result made_up_result(const std::vector<measure::case_record>& cases) {
    report::result seen;
    seen.cases.assign(cases.begin(), cases.end());
    return seen;
}

} // namespace tollgate::faults
