// SPDX-License-Identifier: BSL-1.0
#include "choice.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tollgate::cost_sheet {

std::string_view title_of(choice one) {
    switch (one) {
    case choice::switching:
        return "Switch";
    case choice::hand_off:
        return "Hand-off";
    case choice::timeout:
        return "Timeout";
    case choice::cancel:
        return "Cancel";
    case choice::heartbeat:
        return "Heartbeat";
    case choice::sleep:
        return "Sleep";
    case choice::other:
        break;
    }
    return "Other";
}

std::string_view question_of(choice one) {
    switch (one) {
    case choice::switching:
        return "from one fiber to another in the same thread";
    case choice::hand_off:
        return "of a turn or a message to another thread or fiber";
    case choice::timeout:
        return "a wait with a limit, and the timers behind it";
    case choice::cancel:
        return "being able to be stopped, and stopping";
    case choice::heartbeat:
        return "being watched";
    case choice::sleep:
        return "waking up, and how late";
    case choice::other:
        break;
    }
    return "cases of other programs";
}

choice choice_of(const measure::case_key& of) {
    constexpr std::pair<std::string_view, choice> programs[] = {
        {"fiber", choice::switching},    {"thread", choice::hand_off}, {"queue", choice::hand_off},
        {"timeout", choice::timeout},    {"timer", choice::timeout},   {"cancel", choice::cancel},
        {"liveness", choice::heartbeat}, {"sleep", choice::sleep}};
    const std::string_view program = of.program();
    const std::string_view what = std::string_view(of.path()).substr(program.size());
    if (program == "fiber" && what.find("channel") != std::string_view::npos) {
        return choice::hand_off;
    }
    const auto* found = std::find_if(std::begin(programs), std::end(programs),
                                     [&](const auto& one) { return one.first == program; });
    return found == std::end(programs) || what.empty() ? choice::other : found->second;
}

} // namespace tollgate::cost_sheet
