// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/sleep.hpp>
#include <tollgate/fiber/yield.hpp>

#include <chrono>
#include <stdexcept>

/// Whether a fiber can wait here.
extern "C" [[gnu::visibility("default")]] bool tollgate_fiber_can_wait() {
    tollgate::fiber::yield();
    try {
        tollgate::fiber::sleep_for(std::chrono::microseconds(1), tollgate::cancel::dummy_token());
        return true;
    } catch (const std::logic_error&) {
        return false;
    }
}
