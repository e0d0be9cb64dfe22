// SPDX-License-Identifier: BSL-1.0
#include <tollgate/bench/placements.hpp>

#include <algorithm>
#include <variant>

namespace tollgate::bench {

using cpu::placement;

std::vector<placement> asked_placements(const cli::options& chosen, const cpu::topology& machine) {
    std::vector<placement> asked = chosen.placements;
    if (asked.size() == cpu::all_placements.size() && cpu::kinds_of_core(machine).size() < 2) {
        std::erase(asked, placement::mixed);
    }
    return asked;
}

std::vector<placement> ordered_placements(const cli::options& chosen,
                                          const cpu::topology& machine) {
    std::vector<placement> asked = asked_placements(chosen, machine);
    std::stable_partition(asked.begin(), asked.end(),
                          [](placement where) { return where != placement::free; });
    return asked;
}

std::vector<placement> near_placements(const cli::options& chosen, const cpu::topology& machine,
                                       bool apart_alone) {
    if (chosen.is_given("placement")) {
        return asked_placements(chosen, machine);
    }
    std::vector<placement> some;
    if (!apart_alone) {
        some.push_back(placement::same);
    }
    for (const placement apart :
         {placement::core, placement::smt, placement::far, placement::mixed}) {
        if (std::holds_alternative<cpu::assignment>(cpu::assign(apart, machine, 2))) {
            some.push_back(apart);
            return some;
        }
    }
    return {placement::same};
}

cpu::assignment one_cpu(const cpu::topology& machine) {
    const auto place = cpu::assign(placement::same, machine, 1);
    const auto* found = std::get_if<cpu::assignment>(&place);
    return found != nullptr ? *found : cpu::assignment{};
}

std::chrono::nanoseconds settling_on_one_cpu(std::size_t threads) {
    using namespace std::chrono;
    return std::min<nanoseconds>(milliseconds(4) + microseconds(600 * threads), milliseconds(100));
}

} // namespace tollgate::bench
