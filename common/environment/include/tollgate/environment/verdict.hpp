// SPDX-License-Identifier: BSL-1.0
#pragma once
// One finding about the machine: the property, the value that was read, and its effect on a number.
//
// "Unknown" is a state of its own. A value that could not be read must never look like one that was
// read and found in order.
//
// The commands are lines for a root shell. This library runs none of them. `undo` restores the
// value that was found when the verdict was made, which may differ from the usual one.

#include <string>
#include <string_view>

namespace tollgate::environment {

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
    /// The part of the cost of one operation of `measured_of` that is gone when the property is
    /// gone; 0: it was not measured.
    double measured_ns = 0;
    std::string measured_of{};
};

} // namespace tollgate::environment
