// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace tollgate::cli {

/// The turns of a program that measures beside others: it goes on when it is told to, and says when
/// another may. Both are done with single bytes through two descriptors that it was started with.
/// A turn lasts from where it begins to the next one, or to the end of the program; when the other
/// side has gone there are no turns any more.
///
/// Without descriptors it is always this program's turn. Not thread safe.
class turns {
public:
    turns() = default;
    /// "IN,OUT", the numbers of the descriptors. Throws usage_error.
    explicit turns(const std::string& descriptors);

    /// Ends the turn, and waits for the next one; `tick` is called about twice a second, and false
    /// from it ends the waiting, as does the other side's end. False if it is not our turn.
    [[nodiscard]] bool next(const std::function<bool()>& tick);

    /// How long this program has waited.
    [[nodiscard]] std::chrono::nanoseconds waited() const { return waited_; }

private:
    int in_ = -1;
    int out_ = -1;
    bool has_turn_ = false;
    std::chrono::nanoseconds waited_{0};
};

} // namespace tollgate::cli
