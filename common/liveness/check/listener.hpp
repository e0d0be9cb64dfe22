// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>
#include <tollgate/liveness/settings.hpp>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string_view>
#include <vector>

namespace tollgate::liveness {

/// Keeps what it is told, and wakes who waits for it. Must outlive the registry that tells it.
class listener {
public:
    [[nodiscard]] sink ear() {
        return [this](const event& what) {
            const std::lock_guard lock(mutex_);
            heard_.push_back(what);
            changed_.notify_all();
        };
    }

    [[nodiscard]] std::vector<event> heard() const {
        const std::lock_guard lock(mutex_);
        return heard_;
    }
    [[nodiscard]] std::size_t count(event::kind what, std::string_view name = {}) const {
        const std::lock_guard lock(mutex_);
        return counted(what, name);
    }
    /// Of any name if that is empty.
    void wait_for(std::size_t so_many, event::kind what, std::string_view name = {}) const {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return counted(what, name) >= so_many; });
    }

private:
    [[nodiscard]] std::size_t counted(event::kind what, std::string_view name) const {
        return static_cast<std::size_t>(std::ranges::count_if(heard_, [&](const event& one) {
            return one.what == what && (name.empty() || one.name == name);
        }));
    }

    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::vector<event> heard_; // with the mutex
};

} // namespace tollgate::liveness
