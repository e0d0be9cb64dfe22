// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/settings.hpp>

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::liveness_test {

/// A registry that keeps what it reports, in words.
///
/// Threads: any may register; the rest is for one.
class alarm_list {
public:
    explicit alarm_list(liveness::settings how);
    alarm_list(const alarm_list&) = delete;
    alarm_list& operator=(const alarm_list&) = delete;

    [[nodiscard]] liveness::registry& registry() noexcept { return *registry_; }

    /// Ends the registry. All that it has reported, the first hundred at most; recoveries are not
    /// told apart, there is a freeze before each.
    [[nodiscard]] std::vector<std::string> end();

private:
    void note(const liveness::event& what);

    std::mutex mutex_;
    std::vector<std::string> all_; // with the mutex
    std::optional<liveness::registry> registry_;
};

} // namespace tollgate::liveness_test
