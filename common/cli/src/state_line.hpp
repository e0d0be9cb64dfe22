// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/progress_line.hpp>
#include <tollgate/cli/signals.hpp>
#include <tollgate/measure/surroundings.hpp>

#include <string>

namespace tollgate::cli {

/// How far a run is: the line of progress on a terminal, and what SIGUSR1 asks for. Each call also
/// tells the signals that the run is alive. Not thread safe.
class state_line {
public:
    state_line(std::string program, bool progress, signals& watch)
        : program_(std::move(program)), line_(progress), watch_(watch) {}

    void show(const measure::progress& now);
    /// Nothing new: a process is at work, or another program.
    void tick();
    void end() { line_.clear(); }

private:
    void draw();

    std::string program_;
    progress_line line_;
    signals& watch_;
    std::string text_ = "waiting";
};

} // namespace tollgate::cli
