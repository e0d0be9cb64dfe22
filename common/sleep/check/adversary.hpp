// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/time_source.hpp>
#include <tollgate/sleep/word_wait.hpp>
#include <tollgate/testing/scripted_kernel.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace tollgate::sleep {

using testing::scripted_kernel;
using testing::scripted_time;
using testing::scripted_word;
static_assert(word_wait<scripted_word> && time_source<scripted_time>);

/// A parker on a scripted kernel.
template <class Parker>
struct adversary {
    using time_point = scripted_kernel::time_point;
    static constexpr std::chrono::nanoseconds nap = std::chrono::milliseconds(1);

    Parker parker;
    scripted_kernel kernel{[this] { parker.wake(); }};

    static void expect(bool held, const char* failure) { EXPECT_TRUE(held) << failure; }

    [[nodiscard]] outcome sleep_a_nap() {
        return parker.sleep_until(scripted_time::present() + nap);
    }

    /// Takes the permit if there is one.
    [[nodiscard]] bool permit_is_left() {
        return parker.sleep_until(scripted_time::present() - nap) == outcome::woken;
    }

    /// A wake for the script.
    [[nodiscard]] scripted_kernel::action wake() {
        return [this] { parker.wake(); };
    }

    static void expect_woken(outcome result) { expect(result == outcome::woken, "not woken"); }
    static void expect_timeout(outcome result) { expect(result == outcome::timeout, "no timeout"); }
    void expect_calls(unsigned waits, unsigned wake_ones) {
        expect(kernel.waits == waits, "number of waits");
        expect(kernel.wake_ones == wake_ones, "number of kernel calls by wakers");
        expect(!kernel.slept_for_ever, "slept forever");
    }
};

} // namespace tollgate::sleep
