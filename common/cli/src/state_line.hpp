// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "signals.hpp"

#include <tollgate/measure/run_hooks.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace tollgate::cli {

/// Shows the progress of a run: on request of SIGUSR1, and on a line of stderr that is overwritten
/// at most ten times a second. The line needs a terminal that is not dumb, and is never wider than
/// the terminal. Each call also tells `signals` that the run is alive. Not thread safe.
class state_line {
public:
    state_line(std::string program, bool wanted, signals& watch);
    ~state_line() { end(); }
    state_line(const state_line&) = delete;
    state_line& operator=(const state_line&) = delete;

    void show(const measure::progress& now);
    /// Says that the run is alive without progress: another process or program works.
    void tick();
    /// Clears the line.
    void end();

private:
    void draw();

    std::string program_;
    bool drawing_;
    signals& watch_;
    std::string text_ = "waiting";
    std::optional<std::chrono::steady_clock::time_point> drawn_; ///< when the line was drawn
};

} // namespace tollgate::cli
