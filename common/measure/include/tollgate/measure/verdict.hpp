// SPDX-License-Identifier: BSL-1.0
#pragma once
// One finding about the machine: what was looked at, what was read, and what it means for a number.
//
// "Unknown" is a state of its own. What could not be read must never look like something that was
// read and found in order.
//
// The commands are lines for a root shell and nobody here runs them. `undo` restores what was found
// when the verdict was made, not what somebody thinks is usual.

#include <string>
#include <string_view>

namespace tollgate::measure {

enum class condition { ok, bad, unknown };

constexpr std::string_view to_string(condition state) {
    switch (state) {
    case condition::ok:
        return "ok";
    case condition::bad:
        return "bad";
    case condition::unknown:
        break;
    }
    return "unknown";
}

struct verdict {
    std::string name; ///< short and stable: result files carry it
    condition state = condition::unknown;
    std::string found; ///< what was read, or why it could not be
    std::string why;   ///< what it does to a number, one sentence; empty when ok
    std::string fix;   ///< empty when no command helps
    std::string undo;  ///< empty when there is nothing to restore
};

} // namespace tollgate::measure
