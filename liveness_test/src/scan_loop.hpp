// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "watched_crowd.hpp"

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <cstddef>
#include <memory>
#include <optional>

namespace tollgate::liveness_test {

/// What those who are looked at did since the last look.
enum class since_last_look { nothing, checkpoint };

/// Looks at a crowd again and again. The crowd is made when it is first needed, and the same in all
/// batches: one of 100,000 takes a while.
struct scan_loop {
    std::size_t records;
    since_last_look what;
    std::shared_ptr<std::optional<watched_crowd>> crowd =
        std::make_shared<std::optional<watched_crowd>>();

    measure::loop_report operator()(measure::turnstile& probe) const;
};

} // namespace tollgate::liveness_test
