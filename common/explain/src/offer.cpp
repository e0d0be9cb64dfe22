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

/// "scheduler=tollgate", if that is all in which a case differs from the control.
std::optional<std::string> differs_in(const case_key& control, const case_key& other,
                                      const std::string& parameter) {
    if (control == other || control.without(parameter) != other.without(parameter)) {
        return std::nullopt;
    }
    return parameter + "=" + (other.has(parameter) ? other.text(parameter) : "usual");
}

intervention another_case(const std::string& name, advice in_production, measured_case instead) {
    intervention one{{name, "another way to do it", std::move(in_production)}};
    one.is_alternative = true;
    one.instead = std::move(instead);
    return one;
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
        const std::string number = std::to_string(cpu);
        intervention one = another_case(
            "cpu=" + number,
            {"the thread on CPU " + number, "", "taskset -c " + number + " PROGRAM", ""},
            where.control);
        one.instead = std::move(instead);
        one.hold = [cpu] { return std::make_shared<cpu::affinity_guard>(cpu); };
        one.proof = [cpu](const measure::case_record&, const measure::case_record& variant) {
            return variant.cpus == std::vector<int>{cpu}
                       ? hold_proof{hold_proof::verdict::held, "it was seen nowhere else"}
                       : hold_proof{hold_proof::verdict::failed, "it was seen on other CPUs, too"};
        };
        all.possible.push_back(std::move(one));
    }
}

void offer_way(const std::string& way, const setting& where, offer& all) {
    for (const measured_case& other : where.cases) {
        if (const auto name = differs_in(where.control.key, other.key, way)) {
            const bool on_one = *name == "placement=same";
            all.possible.push_back(another_case(
                *name,
                on_one ? advice{"threads that hand over to each other on one CPU",
                                "they do not run at the same time", "taskset -c CPU PROGRAM", ""}
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
    const measure::batch found =
        where.control.run({where.control.lap, {{1, where.control.lap}}}, where.clock);
    const std::string placement = where.control.key.text("placement");
    const bool is_placed = !placement.empty() && placement != "free";
    if (!is_placed && found.report.cpus_intended.empty()) {
        return where.machine.cpus();
    }
    std::vector<int> cpus = is_placed ? found.report.cpus : found.report.cpus_intended;
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    return cpus;
}

offer what_can_be_tried(const setting& where, const std::vector<int>& cpus) {
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
    intervention one{{std::move(name), "nothing is changed", {}}};
    one.uses_cpus_alike = true;
    return one;
}

} // namespace tollgate::explain
