// SPDX-License-Identifier: BSL-1.0
#include "spin_or_sleep_cases.hpp"

#include <concurrentqueue.h> // defines macros for the next header

#include <lightweightsemaphore.h>

namespace tollgate::sleep_test {
namespace {

/// A waiter with moodycamel::LightweightSemaphore, which spins 10,000 times before it sleeps.
class moodycamel_waiter {
public:
    void wait() {
        while (!semaphore_.wait()) { // false: a signal handler interrupted the sleep
        }
    }
    void wake() { semaphore_.signal(); }

private:
    moodycamel::LightweightSemaphore semaphore_;
};

} // namespace

std::optional<waiter_kind> moodycamel_kind() {
    return waiter_of<moodycamel_waiter>({{"waiter", "moodycamel"}});
}

} // namespace tollgate::sleep_test
