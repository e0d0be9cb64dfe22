// SPDX-License-Identifier: BSL-1.0
#pragma once
// Mistakes put into a measured loop on purpose, and what must notice them: for a program's own
// checks, never for what it measures. The wrong loop itself is the program's, because only the
// program knows how its members take turns.

#include <tollgate/cli/program.hpp>

#include <array>
#include <string>
#include <string_view>

namespace tollgate::faults {

/// What is wrong with a loop whose members take turns; none of it is a mistake of synchronization.
enum class mistake {
    none,
    lost_turn,    ///< one turn is taken that no member counts
    uneven_turns, ///< one member takes two turns whenever it has one
    stale_stamp   ///< short intervals end with a reading from before they began
};

inline constexpr std::array all_mistakes{mistake::none, mistake::lost_turn, mistake::uneven_turns,
                                         mistake::stale_stamp};

[[nodiscard]] std::string_view to_string(mistake which);

/// The mistake of that name. Throws cli::usage_error that names --mistake, the text and what it may
/// be.
[[nodiscard]] mistake parse_mistake(std::string_view text);

/// --mistake NAME, for a program's `own` options; without it there is none.
[[nodiscard]] cli::own_option mistake_option();

} // namespace tollgate::faults
