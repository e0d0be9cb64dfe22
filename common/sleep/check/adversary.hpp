// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "scripted_word.hpp"

#include <tollgate/sleep/outcome.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace tollgate::sleep {

/// What went wrong, in words; nothing if all held. The scenes return this instead of failing
/// themselves, because a parker with a mistake in it must not come through.
using failures = std::vector<std::string>;

/// A parker in the hands of a scripted kernel.
template <class Parker>
struct adversary {
    using time_point = scripted_kernel::time_point;
    static constexpr std::chrono::nanoseconds nap = std::chrono::milliseconds(1);

    Parker parker;
    scripted_kernel kernel{[this] { parker.wake(); }};
    failures found;

    void expect(bool held, const char* what) {
        if (!held) {
            found.emplace_back(what);
        }
    }

    [[nodiscard]] outcome sleep_a_nap() { return parker.sleep_until(kernel.now + nap); }

    /// The permit that lies there is taken by this, and what it costs does not count.
    [[nodiscard]] bool permit_is_left() {
        return parker.sleep_until(kernel.now - nap) == outcome::woken;
    }

    /// A wake that comes out of the script.
    [[nodiscard]] scripted_kernel::action wake() {
        return [this] { parker.wake(); };
    }

    void expect_woken(outcome how) { expect(how == outcome::woken, "not woken"); }
    void expect_timeout(outcome how) { expect(how == outcome::timeout, "no timeout"); }
    void expect_calls(unsigned waits, unsigned wake_ones) {
        expect(kernel.waits == waits, "number of waits");
        expect(kernel.wake_ones == wake_ones, "number of kernel calls by wakers");
        expect(!kernel.slept_for_ever, "slept for ever");
    }
};

} // namespace tollgate::sleep
