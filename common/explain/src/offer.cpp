// SPDX-License-Identifier: BSL-1.0
#include "offers_linux.hpp"

#include <tollgate/cpu/affinity.hpp>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace tollgate::explain {
namespace {

using measure::case_key;
using measure::measured_case;

/// "scheduler=tollgate" if a case differs from the control only in this parameter.
std::optional<std::string> name_of_way(const case_key& control, const case_key& other,
                                       const std::string& parameter) {
    if (control == other || control.without(parameter) != other.without(parameter)) {
        return std::nullopt;
    }
    return parameter + "=" + (other.has(parameter) ? other.text(parameter) : "usual");
}

intervention another_case(const std::string& name, advice in_production, measured_case instead) {
    intervention change{{name, "another way to do it", std::move(in_production)}};
    change.is_alternative = true;
    change.instead = std::move(instead);
    return change;
}

/// Offers each CPU for a case of one thread that is not placed: the scheduler, or the case itself,
/// chooses its CPU.
void offer_each_cpu(const setting& where, const std::vector<int>& cpus, offer& all) {
    constexpr std::size_t most = 4;
    const auto& threads = where.machine.threads;
    for (std::size_t i = 0; i < std::min(most, threads.size()); ++i) {
        const int cpu = threads[i].cpu;
        std::optional<measured_case> instead = where.on_cpu ? where.on_cpu(cpu) : std::nullopt;
        if (cpus == std::vector<int>{cpu} || (where.on_cpu && !instead)) {
            continue; // it runs there anyway, or only on its own CPU
        }
        const std::string number = std::to_string(cpu);
        intervention change = another_case(
            "cpu=" + number,
            {"the thread on CPU " + number, "", "taskset -c " + number + " PROGRAM", ""},
            where.control);
        change.instead = std::move(instead);
        change.hold = [cpu] { return std::make_shared<cpu::affinity_guard>(cpu); };
        change.check_hold = [cpu](const measure::case_record&,
                                  const measure::case_record& variant) {
            return variant.cpus == std::vector<int>{cpu}
                       ? hold_check{hold_check::verdict::held, "it was seen nowhere else"}
                       : hold_check{hold_check::verdict::failed, "it was seen on other CPUs, too"};
        };
        all.possible.push_back(std::move(change));
    }
}

void offer_way(const std::string& way, const setting& where, offer& all) {
    for (const measured_case& other : where.cases) {
        if (const auto name = name_of_way(where.control.key, other.key, way)) {
            const bool shares_cpu = *name == "placement=same";
            all.possible.push_back(another_case(
                *name,
                shares_cpu ? advice{"let threads that wait for each other share one CPU",
                                    "these threads do not run at the same time",
                                    "taskset -c CPU PROGRAM", ""}
                           : advice{},
                other));
        }
    }
}

void offer_places(const setting& where, const std::vector<int>& cpus, offer& all) {
    if (where.machine.threads.size() < 2) {
        all.refuse("placement=…", "there is one CPU");
    } else if (where.control.key.has("placement")) {
        offer_way("placement", where, all);
    } else if (where.control.threads == 1 && where.machine.can_pin) {
        offer_each_cpu(where, cpus, all);
    }
}

} // namespace

std::vector<int> cpus_of(const setting& where) {
    const measure::batch batch =
        where.control.run({where.control.lap, {{1, where.control.lap}}}, where.clock);
    const std::string placement = where.control.key.text("placement");
    const bool is_placed = !placement.empty() && placement != "free";
    if (!is_placed && batch.report.cpus_intended.empty()) {
        return where.machine.cpus();
    }
    std::vector<int> cpus = is_placed ? batch.report.cpus : batch.report.cpus_intended;
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    return cpus;
}

offer possible_interventions(const setting& where, const std::vector<int>& cpus) {
    offer all;
#if defined(__linux__)
    offer_idling(where, cpus, all);
    offer_thread_settings(where, cpus, all);
#else
    all.refuse("policies, timer slack, idle states", "they are for Linux");
#endif
    offer_places(where, cpus, all);
    for (const std::string& way : where.ways) {
        offer_way(way, where, all);
    }
    return all;
}

intervention placebo(std::string name) {
    intervention change{{std::move(name), "nothing is changed", {}}};
    change.uses_cpus_alike = true;
    return change;
}

} // namespace tollgate::explain
