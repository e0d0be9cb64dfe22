// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <thread>
#include <utility>

#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::liveness {

/// A thread to look at. What ends it is the check's business, before this goes.
class looked_at {
public:
    explicit looked_at(std::function<void()> does)
        : thread_([this, does = std::move(does)] {
              told_.set_value(::syscall(SYS_gettid));
              does();
          }),
          id_(told_.get_future().get()) {}
    ~looked_at() { end(); }
    looked_at(const looked_at&) = delete;
    looked_at& operator=(const looked_at&) = delete;

    [[nodiscard]] std::int64_t id() const { return id_; }
    void end() {
        if (thread_.joinable()) {
            thread_.join();
        }
    }

private:
    std::promise<std::int64_t> told_;
    std::thread thread_;
    std::int64_t id_;
};

} // namespace tollgate::liveness
