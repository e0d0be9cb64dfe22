// SPDX-License-Identifier: BSL-1.0
//
// The lock excludes, and each critical section sees the ones before it.
#include "model.hpp"

#define CHECKS_BRIEF_LOCK
#include "sleep/src/brief_lock.cpp"

tollgate::sleep::brief_lock mutex;
int sections = 0;

int main() {
    const auto enter = [] {
        mutex.lock();
        ++sections;
        mutex.unlock();
    };
    model::run(enter, enter, enter);
    model::require(sections == 3);
}
