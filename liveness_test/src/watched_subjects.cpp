// SPDX-License-Identifier: BSL-1.0
#include "watched_subjects.hpp"

#include <fmt/format.h>

namespace tollgate::liveness_test {
namespace {

using namespace std::chrono_literals;

/// Each look adds a period at most, and the first none.
constexpr int looks_until_all_are_frozen = 4;

liveness::settings by_hand(liveness::stamps stamp, liveness::sink to) {
    liveness::settings how;
    how.period = 1h;
    how.of_scopes.timeout = 1h;
    how.stamp = stamp;
    how.diagnoses = false;
    how.sinks = {std::move(to)};
    how.driven = liveness::driver::by_hand;
    return how;
}

std::string wrong_with(const liveness::event& one, std::uint64_t checkpoints, std::uint32_t last) {
    if (one.what != liveness::event::kind::frozen) {
        return "a scope went on that nobody touched";
    }
    if (one.name != scope_name) {
        return fmt::format("a scope has the name '{}'", one.name);
    }
    if (one.checkpoints != checkpoints) {
        return fmt::format("checkpoints lost or invented: {} passed, {} due", one.checkpoints,
                           checkpoints);
    }
    if (one.history.empty() || one.history.back().id != last) {
        return "the last checkpoint is not the one that was passed last";
    }
    return {};
}

} // namespace

judged_registry::judged_registry(liveness::stamps stamp)
    : registry_(by_hand(stamp, [this](const liveness::event& one) { frozen_.push_back(one); })) {}

std::string judged_registry::wrong(std::size_t scopes, std::uint64_t checkpoints,
                                   std::uint32_t last) {
    constexpr std::size_t made_at_once = 64;
    if (const std::size_t records = registry_.so_far().records; records >= scopes + made_at_once) {
        return fmt::format("{} records for {} scopes: records were lost", records, scopes);
    }
    frozen_.reserve(scopes);
    auto now = std::chrono::steady_clock::now();
    for (int look = 0; look < looks_until_all_are_frozen; ++look) {
        now += registry_.look(now);
    }
    if (frozen_.size() != scopes) {
        return fmt::format("scopes lost or invented: {} found, {} due", frozen_.size(), scopes);
    }
    for (const liveness::event& one : frozen_) {
        if (std::string what = wrong_with(one, checkpoints, last); !what.empty()) {
            return what;
        }
    }
    return {};
}

} // namespace tollgate::liveness_test
