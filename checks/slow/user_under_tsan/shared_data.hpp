// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>

namespace user {

/// How often a scene is played, more or less.
constexpr int rounds = 200;

/// Plain data of the program's.
struct data {
    int number = 0;
    std::string text;
};

inline void require(bool holds, const char* what) {
    if (!holds) {
        std::printf("wrong: %s\n", what);
        std::exit(1);
    }
}

inline void write(data& to, int number) {
    to.number = number;
    to.text = "number " + std::to_string(number);
}

inline void expect(const data& is, int number) {
    require(is.number == number && is.text == "number " + std::to_string(number), "the data");
}

/// Starts another thread without leaving it anything that orders what comes after.
template <class Run>
std::thread start(Run run) {
    return std::thread(std::move(run));
}

inline void give_way(int times) {
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
