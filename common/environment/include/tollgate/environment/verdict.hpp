// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <string>
#include <string_view>

namespace tollgate::environment {

/// The state of a property of the machine. A property that could not be read is unknown, and never
/// ok.
enum class condition { ok, bad, unknown };

/// Returns "ok", "bad" or "unknown".
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

/// A verdict: the value of one property of the machine, and the effect of this value on figures.
///
/// `fix` and `undo` are commands for a root shell. This library never runs these commands. `undo`
/// restores the value at the time of the verdict, which may differ from the default.
struct verdict {
    std::string name;                     ///< short and stable, because result files contain it
    condition state = condition::unknown; ///< the state of the property
    std::string found;                    ///< the value, or the reason why it could not be read
    std::string why;                      ///< the effect on figures, in one sentence; empty if ok
    std::string fix;                      ///< empty if no command helps
    std::string undo;                     ///< empty if there is nothing to restore
    /// The part of the cost of an operation that disappears when the property is changed. 0: this
    /// part was not measured.
    double measured_ns = 0;
    std::string measured_of{}; ///< the name of the case to which `measured_ns` belongs
};

} // namespace tollgate::environment
