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

/// A thread to take samples of. The check must end its function before this object is destroyed.
class sampled_thread {
public:
    explicit sampled_thread(std::function<void()> does)
        : thread_([this, does = std::move(does)] {
              told_.set_value(::syscall(SYS_gettid));
              does();
          }),
          id_(told_.get_future().get()) {}
    ~sampled_thread() { end(); }
    sampled_thread(const sampled_thread&) = delete;
    sampled_thread& operator=(const sampled_thread&) = delete;

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
