// SPDX-License-Identifier: BSL-1.0
#include "state_line.hpp"

#include <tollgate/cli/guard.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace tollgate::cli {
namespace {

double in_seconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

std::string passes_text(const measure::progress& now) {
    std::string text = fmt::format("pass {} of {}", now.done + 1, now.expected);
    if (now.budget.count() != 0) {
        text += fmt::format(", at most {:.0f} s left",
                            std::max(0.0, in_seconds(now.budget - now.elapsed)));
    } else if (now.done != 0) {
        const double each_s = in_seconds(now.elapsed) / static_cast<double>(now.done);
        text += fmt::format(", about {:.0f} s left",
                            each_s * static_cast<double>(now.expected - now.done));
    }
    return text;
}

std::string text_of(const measure::progress& now) {
    using phase = measure::progress::phase;
    switch (now.what) {
    case phase::classical_run:
        return fmt::format("classical run of {}: {} of {}", now.case_name, now.done, now.expected);
    case phase::first_look:
        return fmt::format("first look at {}", now.case_name);
    case phase::rounds:
        return fmt::format("round {} of {}: {}", now.done + 1, now.expected, now.case_name);
    case phase::passes:
        break;
    }
    return passes_text(now);
}

} // namespace

void state_line::show(const measure::progress& now) {
    text_ = text_of(now); // its case is there as long as this call, and no longer
    watch_.still_alive(now.lasts);
    draw();
}

void state_line::tick() {
    watch_.still_alive();
    draw();
}

void state_line::draw() {
    if (line_.due()) {
        line_.show(text_);
    }
    if (watch_.state_wanted()) {
        line_.clear();
        write_stderr_line(program_, text_);
    }
}

} // namespace tollgate::cli
