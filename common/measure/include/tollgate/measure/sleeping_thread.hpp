// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <latch>
#include <thread>

namespace tollgate::measure {

/// A second thread, which sleeps: C libraries omit atomic instructions while there is none. Ends
/// when this does, also by an exception.
class sleeping_thread {
public:
    sleeping_thread() : thread_([this] { over_.wait(); }) {}
    ~sleeping_thread() {
        over_.count_down();
        thread_.join();
    }
    sleeping_thread(const sleeping_thread&) = delete;
    sleeping_thread& operator=(const sleeping_thread&) = delete;

private:
    std::latch over_{1};
    std::thread thread_;
};

} // namespace tollgate::measure
