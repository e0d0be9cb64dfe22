// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace tollgate::faults {

/// Ends the process with a word about it if it lives for too long: a wake that was lost shows as a
/// sleep that never ends. Long enough for a machine that is busy with something else.
class watchdog {
public:
    explicit watchdog(const char* watched,
                      std::chrono::seconds patience = std::chrono::seconds(240))
        : guard_([this, watched, patience] { watch(watched, patience); }) {}

    ~watchdog() {
        {
            const std::lock_guard lock(mutex_);
            over_ = true;
        }
        changed_.notify_one();
        guard_.join();
    }
    watchdog(const watchdog&) = delete;
    watchdog& operator=(const watchdog&) = delete;

private:
    void watch(const char* watched, std::chrono::seconds patience) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, patience, [this] { return over_; })) {
            std::fprintf(stderr, "%s hangs\n", watched);
            std::_Exit(EXIT_FAILURE);
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool over_ = false;
    std::thread guard_;
};

} // namespace tollgate::faults
