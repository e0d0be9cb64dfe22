// SPDX-License-Identifier: BSL-1.0
#include "offers.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/explain/arm.hpp>
#include <tollgate/measure/calibration.hpp>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace tollgate::explain {
namespace {

using measure::case_key;
using measure::measured_case;

/// "scheduler=tollgate", if that is all in which a case differs from the control.
std::optional<std::string> differs_in(const case_key& control, const case_key& other,
                                      const std::string& parameter) {
    if (control == other || control.without(parameter) != other.without(parameter)) {
        return std::nullopt;
    }
    return parameter + "=" + (other.has(parameter) ? other.text(parameter) : "usual");
}

hold_proof expect_cpu(const measure::case_record& arm, int cpu) {
    const bool there = arm.cpus == std::vector<int>{cpu};
    return {there ? hold_proof::verdict::held : hold_proof::verdict::failed,
            there ? "it was seen nowhere else" : "it was seen on other CPUs, too"};
}

intervention another_case(std::string name, std::string effect, measured_case instead) {
    intervention one;
    one.name = std::move(name);
    one.effect = std::move(effect);
    one.instead = std::move(instead);
    one.is_alternative = true;
    return one;
}

void offer_placements(const setting& where, offer& all) {
    for (const measured_case& other : where.cases) {
        const auto name = differs_in(where.control.key, other.key, "placement");
        if (!name) {
            continue;
        }
        const std::string place = other.key.text("placement");
        const bool on_one = place == "same";
        intervention one = another_case(*name,
                                        on_one ? "is what it costs on one CPU"
                                               : "is what it costs with placement " + place,
                                        other);
        one.is_base = on_one;
        one.follows = {on_one ? "threads that hand over to each other on one CPU"
                              : "threads placed " + place,
                       on_one ? "they do not run at the same time" : "",
                       on_one ? "taskset -c CPU PROGRAM" : "", ""};
        all.possible.push_back(std::move(one));
    }
}

/// A case of one thread that is not placed stays where the scheduler has it, or puts itself on a
/// CPU of its own choice.
void offer_each_cpu(const setting& where, const std::vector<int>& cpus, offer& all) {
    constexpr std::size_t most = 4;
    const auto& threads = where.machine.threads;
    for (std::size_t i = 0; i < std::min(most, threads.size()); ++i) {
        const int cpu = threads[i].cpu;
        std::optional<measured_case> instead = where.on_cpu ? where.on_cpu(cpu) : std::nullopt;
        if (cpus == std::vector<int>{cpu} || (where.on_cpu && !instead)) {
            continue; // it is there anyway, or nowhere but on its own CPU
        }
        intervention one;
        one.name = "cpu=" + std::to_string(cpu);
        one.effect = "is what it costs on CPU " + std::to_string(cpu) + " alone";
        one.is_alternative = true;
        one.follows = {"the thread on CPU " + std::to_string(cpu), "",
                       "taskset -c " + std::to_string(cpu) + " PROGRAM", ""};
        one.instead = std::move(instead);
        one.hold = [cpu] { return std::make_shared<cpu::affinity_guard>(cpu); };
        one.proof = [cpu](const measure::case_record&, const measure::case_record& arm) {
            return expect_cpu(arm, cpu);
        };
        all.possible.push_back(std::move(one));
    }
}

} // namespace

void offer_places(const setting& where, const std::vector<int>& cpus, offer& all) {
    if (where.machine.threads.size() < 2) {
        all.refuse("placement", "there is one CPU");
    } else if (where.control.key.has("placement")) {
        offer_placements(where, all);
    } else if (where.control.threads == 1 && where.machine.can_pin) {
        offer_each_cpu(where, cpus, all);
    }
}

void offer_ways(const setting& where, offer& all) {
    for (const measured_case& other : where.cases) {
        for (const std::string& way : where.ways) {
            if (const auto name = differs_in(where.control.key, other.key, way)) {
                all.possible.push_back(
                    another_case(*name, "is what it costs with " + *name, other));
            }
        }
    }
}

void offer_clocks(const setting& where, offer& all) {
    const clock::source other =
        where.clock == clock::source::tsc ? clock::source::monotonic : clock::source::tsc;
    const std::string name = "timed_by=" + std::string(clock::to_string(other));
    try {
        const double of_run =
            where.clock == clock::source::tsc ? measure::calibrate(where.clock).ns_per_count : 1;
        intervention one;
        one.name = name;
        one.effect = "goes when it is timed by " + std::string(clock::to_string(other));
        one.uses_cpus_alike = true;
        one.clock = clock_change{other, measure::calibrate(other).ns_per_count / of_run};
        all.possible.push_back(std::move(one));
    } catch (const std::exception& error) {
        all.refuse(name, error.what());
    }
}

} // namespace tollgate::explain
