// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/figure.hpp>
#include <tollgate/report/text.hpp>

#include <fmt/format.h>

namespace tollgate::report {
namespace {

/// "; 13.1 µs of thread/condvar here (--explain)", if that was measured.
std::string measured(const environment::verdict& one) {
    return one.measured_ns == 0 ? std::string{}
                                : fmt::format("; {} of {} here (--explain)",
                                              time_text(one.measured_ns), one.measured_of);
}

} // namespace

std::string environment_text(const std::vector<environment::verdict>& environment, bool whole) {
    std::string text;
    for (const environment::verdict& one : environment) {
        if (one.state == environment::condition::ok && !whole) {
            continue;
        }
        text += fmt::format("  - {} {}: {}{}{}\n", environment::to_string(one.state), one.name,
                            one.found, measured(one), one.why.empty() ? "" : " (" + one.why + ")");
        if (!one.fix.empty()) {
            text += "      fix:  " + one.fix + "\n";
        }
        if (!one.undo.empty()) {
            text += "      undo: " + one.undo + "\n";
        }
    }
    if (environment.empty()) {
        return {}; // it was not examined
    }
    return text.empty() ? "environment: all ok\n"
                        : (whole ? "environment:\n" : "environment, what is not ok:\n") + text;
}

std::string environment_summary(const std::vector<environment::verdict>& environment) {
    std::string bad;
    std::string unknown;
    for (const environment::verdict& one : environment) {
        if (one.state == environment::condition::bad) {
            bad += fmt::format("bad here: {}: {}{}{}\n", one.name, one.found, measured(one),
                               one.fix.empty() ? "" : "; against it: " + one.fix);
        } else if (one.state == environment::condition::unknown) {
            unknown += (unknown.empty() ? "not known here: " : ", ") + one.name;
        }
    }
    if (!unknown.empty()) {
        unknown += "; --environment says what each does to a figure\n";
    }
    const bool all_ok = !environment.empty() && bad.empty() && unknown.empty();
    return all_ok ? "environment: all ok\n" : bad + unknown;
}

} // namespace tollgate::report
