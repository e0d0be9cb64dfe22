// SPDX-License-Identifier: BSL-1.0
#include "compare/common_text.hpp"

#include "compare/resolved.hpp"

#include <fmt/format.h>

namespace tollgate::cost_sheet {
namespace {

std::string speed_text(const common_movement& found) {
    std::string text;
    for (const moved_mark& one : found.marks) {
        text += fmt::format(", {} × {:.2f}", one.name, one.ratio);
    }
    switch (found.speed) {
    case machine_speed::same:
        return text +
               ": not the machine's own speed, but a neighbour may slow rows that are not quiet\n";
    case machine_speed::unseen:
        return text + ": not the CPU's clock rate, but a busy neighbour would not show in them\n";
    case machine_speed::moved:
        return text + ", which moved with them: the machine's speed\n";
    case machine_speed::undecided:
        return text + ": how much of that is the machine's speed cannot be told\n";
    case machine_speed::unknown:
        break;
    }
    return ": both sides state no mark that would tell whether that is the machine's speed\n";
}

} // namespace

std::string common_text(const common_movement& found) {
    const double half = (found.range.high - found.range.low) / 2;
    if (!(half <= difference::most_visible * found.ratio)) {
        return "all rows: they scatter so much that it cannot be told how they moved together\n";
    }
    const std::string text =
        fmt::format("all rows × {} ± {}", resolved(found.ratio, half, 4), resolved(half, half, 4));
    if (!found.moved) {
        return text + ": they did not move together\n";
    }
    return found.made == difference::manner::interleaved ? text + ", pair by pair\n"
                                                         : text + speed_text(found);
}

} // namespace tollgate::cost_sheet
