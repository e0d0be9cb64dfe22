// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/scripted_kernel.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/time_source.hpp>
#include <tollgate/sleep/word_wait.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace tollgate::sleep {

using faults::scripted_kernel;
using faults::scripted_time;
using faults::scripted_word;
static_assert(word_wait<scripted_word> && time_source<scripted_time>);

/// A parker in the hands of a scripted kernel.
template <class Parker>
struct adversary {
    using time_point = scripted_kernel::time_point;
    static constexpr std::chrono::nanoseconds nap = std::chrono::milliseconds(1);

    Parker parker;
    scripted_kernel kernel{[this] { parker.wake(); }};

    static void expect(bool held, const char* what) { EXPECT_TRUE(held) << what; }

    [[nodiscard]] outcome sleep_a_nap() {
        return parker.sleep_until(scripted_time::present() + nap);
    }

    /// The permit that lies there is taken by this, and what it costs does not count.
    [[nodiscard]] bool permit_is_left() {
        return parker.sleep_until(scripted_time::present() - nap) == outcome::woken;
    }

    /// A wake that comes out of the script.
    [[nodiscard]] scripted_kernel::action wake() {
        return [this] { parker.wake(); };
    }

    static void expect_woken(outcome how) { expect(how == outcome::woken, "not woken"); }
    static void expect_timeout(outcome how) { expect(how == outcome::timeout, "no timeout"); }
    void expect_calls(unsigned waits, unsigned wake_ones) {
        expect(kernel.waits == waits, "number of waits");
        expect(kernel.wake_ones == wake_ones, "number of kernel calls by wakers");
        expect(!kernel.slept_for_ever, "slept for ever");
    }
};

} // namespace tollgate::sleep
