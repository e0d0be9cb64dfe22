// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace tollgate::liveness {

/// A sink for a registry with its own threads: a check waits for events in it. A copy is the same
/// box.
class event_box {
public:
    void operator()(const event& told) const {
        const std::lock_guard lock(shared_->mutex);
        shared_->all.push_back(told);
        shared_->changed.notify_all();
    }

    /// Waits for the first event of this kind about a scope of this name.
    event wait_for(event::kind kind, std::string_view name) const {
        return wait_for_one(
            [&](const event& told) { return told.type == kind && told.name == name; });
    }
    /// Waits for the first event for which the predicate is true.
    template <class Predicate>
    event wait_for_one(Predicate is_it) const {
        std::unique_lock lock(shared_->mutex);
        auto found = shared_->all.end();
        shared_->changed.wait(lock, [&] {
            found = std::find_if(shared_->all.begin(), shared_->all.end(), is_it);
            return found != shared_->all.end();
        });
        return *found;
    }

    [[nodiscard]] std::vector<event> all() const {
        const std::lock_guard lock(shared_->mutex);
        return shared_->all;
    }

private:
    struct shared {
        std::mutex mutex;
        std::condition_variable changed;
        std::vector<event> all;
    };
    const std::shared_ptr<shared> shared_ = std::make_shared<shared>();
};

} // namespace tollgate::liveness
