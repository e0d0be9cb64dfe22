// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/parker.hpp>

#include <thread>

namespace tollgate::measure {

/// A second thread, which sleeps: C libraries omit atomic instructions while there is none. Ends
/// when this does, also by an exception.
class sleeping_thread {
public:
    sleeping_thread() : thread_([this] { over_.sleep(); }) {}
    ~sleeping_thread() {
        over_.wake();
        thread_.join();
    }
    sleeping_thread(const sleeping_thread&) = delete;
    sleeping_thread& operator=(const sleeping_thread&) = delete;

private:
    sleep::parker over_;
    std::thread thread_;
};

} // namespace tollgate::measure
