// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/parker.hpp>

#include <chrono>
#include <thread>

namespace tollgate::sleep_test {

/// While it lives: wakes a long sleep when the run is interrupted. For sleeps that are short enough
/// to wait for their end it does nothing; otherwise it has a thread that looks every 50 ms.
class interrupter {
public:
    template <class Probe, class Sleeper>
    interrupter(const Probe& probe, Sleeper& sleeper, std::chrono::nanoseconds longest) {
        if (longest > long_to_wait) {
            watching_ = std::thread([this, &probe, &sleeper] {
                while (done_.sleep_for(period) == sleep::outcome::timeout) {
                    if (probe.interrupted()) {
                        sleeper.wake();
                    }
                }
            });
        }
    }
    ~interrupter() {
        if (watching_.joinable()) {
            done_.wake();
            watching_.join();
        }
    }
    interrupter(const interrupter&) = delete;
    interrupter& operator=(const interrupter&) = delete;

private:
    static constexpr std::chrono::milliseconds long_to_wait{200};
    static constexpr std::chrono::milliseconds period{50};

    sleep::parker done_;
    std::thread watching_;
};

} // namespace tollgate::sleep_test
