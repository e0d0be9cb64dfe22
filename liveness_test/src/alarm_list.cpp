// SPDX-License-Identifier: BSL-1.0
#include "alarm_list.hpp"

#include <fmt/format.h>

#include <utility>

namespace tollgate::liveness_test {
namespace {

constexpr std::size_t most_alarms = 100;

} // namespace

alarm_list::alarm_list(liveness::settings how) {
    how.sinks.emplace_back([this](const liveness::event& what) { note(what); });
    registry_.emplace(std::move(how));
}

void alarm_list::note(const liveness::event& what) {
    const std::lock_guard lock(mutex_);
    if (what.what == liveness::event::kind::frozen && all_.size() < most_alarms) {
        all_.push_back(fmt::format("a false alarm: {} silent for {:.1f} ms", what.name,
                                   static_cast<double>(what.silent_for.count()) / 1e6));
    }
}

std::vector<std::string> alarm_list::end() {
    registry_.reset();
    const std::lock_guard lock(mutex_);
    return std::move(all_);
}

} // namespace tollgate::liveness_test
