// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>
#include <tollgate/liveness/registry.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::liveness_test {

/// A registry that is not looked at before the work is over. Then time is made to pass for it
/// alone: every scope is reported as frozen, and the reports say how far each of them had come.
///
/// Threads: any may register and pass checkpoints; `wrong` is for one, while all others stand
/// still.
class judged_registry {
public:
    explicit judged_registry(liveness::stamps stamp);
    judged_registry(const judged_registry&) = delete;
    judged_registry& operator=(const judged_registry&) = delete;

    [[nodiscard]] liveness::registry& get() noexcept { return registry_; }

    /// What is wrong if there should be that many scopes, each of which has passed that many
    /// checkpoints, this one last; empty if nothing is.
    [[nodiscard]] std::string wrong(std::size_t scopes, std::uint64_t checkpoints,
                                    std::uint32_t last);

private:
    std::vector<liveness::event> frozen_;
    liveness::registry registry_;
};

} // namespace tollgate::liveness_test
