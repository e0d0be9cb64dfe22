// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/mistake.hpp>

#include <tollgate/cli/errors.hpp>

namespace tollgate::faults {
namespace {

std::string all_names() {
    std::string names;
    for (const mistake one : all_mistakes) {
        names.append(names.empty() ? "" : ", ").append(to_string(one));
    }
    return names;
}

} // namespace

std::string_view to_string(mistake which) {
    switch (which) {
    case mistake::none:
        return "none";
    case mistake::lost_turn:
        return "lost_turn";
    case mistake::uneven_turns:
        return "uneven_turns";
    case mistake::stale_stamp:
        break;
    }
    return "stale_stamp";
}

mistake parse_mistake(std::string_view text) {
    for (const mistake one : all_mistakes) {
        if (to_string(one) == text) {
            return one;
        }
    }
    throw cli::usage_error("--mistake: '" + std::string(text) + "' is not one of " + all_names());
}

cli::own_option mistake_option() {
    return {"mistake", "NAME", std::string(to_string(mistake::none)), "one of " + all_names(),
            [](const std::string& text) { static_cast<void>(parse_mistake(text)); }};
}

} // namespace tollgate::faults
