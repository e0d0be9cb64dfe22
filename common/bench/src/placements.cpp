// SPDX-License-Identifier: BSL-1.0
#include <tollgate/bench/placements.hpp>

#include <algorithm>
#include <variant>

namespace tollgate::bench {

using cpu::placement;

std::vector<placement> chosen_placements(const cli::options& chosen, const cpu::topology& machine) {
    std::vector<placement> placements = chosen.placements;
    if (placements.size() == cpu::all_placements.size() && cpu::kinds_of_core(machine).size() < 2) {
        std::erase(placements, placement::mixed);
    }
    return placements;
}

std::vector<placement> ordered_placements(const cli::options& chosen,
                                          const cpu::topology& machine) {
    std::vector<placement> placements = chosen_placements(chosen, machine);
    std::stable_partition(placements.begin(), placements.end(),
                          [](placement where) { return where != placement::free; });
    return placements;
}

std::vector<placement> near_placements(const cli::options& chosen, const cpu::topology& machine,
                                       bool apart_alone) {
    if (chosen.is_given("placement")) {
        return chosen_placements(chosen, machine);
    }
    std::vector<placement> placements;
    if (!apart_alone) {
        placements.push_back(placement::same);
    }
    for (const placement nearest :
         {placement::core, placement::smt, placement::far, placement::mixed}) {
        if (std::holds_alternative<cpu::assignment>(cpu::assign(nearest, machine, 2))) {
            placements.push_back(nearest);
            return placements;
        }
    }
    return {placement::same};
}

cpu::assignment one_cpu(const cpu::topology& machine) {
    const auto place = cpu::assign(placement::same, machine, 1);
    const auto* assignment = std::get_if<cpu::assignment>(&place);
    return assignment != nullptr ? *assignment : cpu::assignment{};
}

std::chrono::nanoseconds settling_on_one_cpu(std::size_t threads) {
    using namespace std::chrono;
    return std::min<nanoseconds>(milliseconds(4) + microseconds(600 * threads), milliseconds(100));
}

} // namespace tollgate::bench
