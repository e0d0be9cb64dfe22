// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <string>
#include <string_view>

namespace tollgate::environment {

/// The state of a property. A property that could not be read is unknown, and never ok.
enum class condition { ok, bad, unknown };

/// "ok", "bad" or "unknown".
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

/// A verdict on a property of the machine: the value that was read, and its effect on figures.
///
/// `fix` and `undo` are commands for a root shell. This library never runs them. `undo` restores
/// the value at the time of the verdict, which may differ from the default.
struct verdict {
    std::string name;                     ///< short and stable, because it is in result files
    condition state = condition::unknown; ///< of the property
    std::string found;                    ///< the value, or the reason why it could not be read
    std::string why;                      ///< the effect on figures, in one sentence; empty if ok
    std::string fix;                      ///< empty if no command helps
    std::string undo;                     ///< empty if there is nothing to restore
    /// The part of the cost of an operation that disappears with the property; 0: not measured.
    double measured_ns = 0;
    std::string measured_of{}; ///< the case of that operation
};

} // namespace tollgate::environment
