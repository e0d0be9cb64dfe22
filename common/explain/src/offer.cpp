// SPDX-License-Identifier: BSL-1.0
#include "offers.hpp"

#include <algorithm>

namespace tollgate::explain {
namespace {} // namespace

std::vector<int> cpus_of(const setting& where) {
    const measure::batch seen =
        where.control.run({where.control.lap, {{1, where.control.lap}}}, where.clock);
    const std::string placement = where.control.key.text("placement");
    const bool is_placed = !placement.empty() && placement != "free";
    if (!is_placed && seen.report.cpus_intended.empty()) {
        return where.machine.cpus();
    }
    std::vector<int> cpus = is_placed ? seen.report.cpus : seen.report.cpus_intended;
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    return cpus;
}

offer what_can_be_tried(const setting& where, const std::vector<int>& cpus) {
    offer all;
    offer_busy_cpus(where, cpus, all);
    offer_shallow_idle(where, all);
    offer_halt_polling(where, all);
    offer_policies(where, cpus, all);
    offer_nice_value(where, all);
    offer_timer_slack(where, all);
    offer_locked_memory(where, all);
    offer_clocks(where, all);
    offer_places(where, cpus, all);
    offer_ways(where, all);
    return all;
}

intervention placebo(std::string name) {
    intervention one;
    one.name = std::move(name);
    one.effect = "goes when nothing is changed";
    one.uses_cpus_alike = true;
    return one;
}

} // namespace tollgate::explain
