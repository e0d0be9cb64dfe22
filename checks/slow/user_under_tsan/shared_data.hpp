// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>

namespace user {

/// The approximate number of repetitions of a scenario.
constexpr int rounds = 200;

/// Plain data, which the threads share.
struct data {
    int number = 0;
    std::string text;
};

inline void require(bool holds, const char* text) {
    if (!holds) {
        std::printf("failed: %s\n", text);
        std::exit(1);
    }
}

inline void write(data& to, int number) {
    to.number = number;
    to.text = "number " + std::to_string(number);
}

inline void expect(const data& value, int number) {
    require(value.number == number && value.text == "number " + std::to_string(number), "the data");
}

/// Starts a thread. No shared state remains that would order later accesses.
template <class Run>
std::thread start(Run run) {
    return std::thread(std::move(run));
}

inline void yield_times(int times) {
    for (; times > 0; --times) {
        std::this_thread::yield();
    }
}

inline void wait_for(const tollgate::cancel::token& cancellation) {
    while (cancellation) {
        std::this_thread::yield();
    }
}

} // namespace user
