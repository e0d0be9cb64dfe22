// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/diagnosis.hpp>
#include <tollgate/liveness/passed_checkpoint.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::liveness {

/// What a registry has to say of one watched scope. A plain value: it stays what it is when the
/// thread goes on, or is gone.
struct event {
    enum class kind {
        frozen,   ///< no checkpoint for the scope's timeout: the level "warn"
        overdue,  ///< none for the time after which somebody should act: the level "act"
        recovered ///< after either: the thread has passed a checkpoint, or left the scope
    };

    kind what = kind::frozen;
    std::string name;           ///< of the scope, any bytes; at most watched_scope::longest_name
    std::int64_t thread_id = 0; ///< the system's; of a migrating scope, the last one's to pass
    /// Episodes are numbered by their registry from 1: the same in all events of one.
    std::uint64_t episode = 0;
    /// The last checkpoints before the freeze, the oldest first.
    std::vector<passed_checkpoint> history;
    std::uint64_t checkpoints = 0; ///< passed in this scope
    std::chrono::nanoseconds timeout{0};
    /// For so long no checkpoint had been passed, of the monitor's time: at least that.
    std::chrono::nanoseconds silent_for{0};
    std::chrono::system_clock::time_point at; ///< for readers; nothing is concluded from it
    diagnosis why;                 ///< of a thread that recovered: as it was found frozen
    std::uint64_t lost_before = 0; ///< so many events since the last were lost
};

[[nodiscard]] constexpr std::string_view to_string(event::kind what) {
    switch (what) {
    case event::kind::overdue:
        return "overdue";
    case event::kind::recovered:
        return "recovered";
    case event::kind::frozen:
        break;
    }
    return "frozen";
}

} // namespace tollgate::liveness
